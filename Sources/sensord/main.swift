print("sensord")
