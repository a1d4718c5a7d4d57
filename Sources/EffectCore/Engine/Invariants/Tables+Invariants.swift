#if DEBUG
    extension IDTable {
        /// Calls back with the scope of each record.
        func forEachScope(_ body: (Int32) -> Void) {
            let free = Set(free)
            for index in 0..<Int32(used) where !free.contains(index) { body(self[index].scope) }
        }
    }

    extension ScopeTable {
        /// Each scope is there for somebody, and is found where it belongs.
        ///
        /// - Parameter references: How many nodes, notes and ids refer to each scope.
        func checkInvariants(_ references: [Int32: Int32]) {
            var expected = references
            let used = records.indices.dropFirst().filter { records[$0].scope != nil }
            for index in used where records[index].parent > 0 {
                expected[records[index].parent, default: 0] += 1
            }
            require(
                expected.keys.allSatisfy { $0 == 0 || records[Int($0)].scope != nil },
                "Engine: an effect is in a scope that has gone")
            for index in used {
                let record = records[index]
                require(
                    expected[Int32(index)] == record.references,
                    "Engine: a scope counts other users than it has")
                require(
                    record.scope.flatMap { table.find($0.id, in: record.parent) } == Int32(index),
                    "Engine: a scope cannot be found")
            }
            require(table.count == used.count, "Engine: a scope is left that nobody uses")
            var children = [Int32](repeating: 0, count: records.count)
            var removable = [Int32](repeating: 0, count: records.count)
            var unstored = [Int32](repeating: 0, count: records.count)
            for index in used {
                children[Int(records[index].parent)] += 1
                let canGo = records[index].scope?.isPresent != nil
                let isUnstored = records[index].scope?.isStored == false
                var above = records[index].parent
                while above >= 0 {
                    if canGo { removable[Int(above)] += 1 }
                    if isUnstored { unstored[Int(above)] += 1 }
                    above = records[Int(above)].parent
                }
            }
            for index in [0] + used {
                require(
                    records[index].children == children[index]
                        && records[index].removable == removable[index]
                        && records[index].unstored == unstored[index],
                    "Engine: a scope counts other scopes below it")
            }
        }
    }
#endif
