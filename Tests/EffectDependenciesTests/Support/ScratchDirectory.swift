import Glibc

/// A directory of the test's own, removed at the end with the files in it.
final class ScratchDirectory {
    let path: String

    init() {
        var template = Array("/tmp/effect-dependencies-XXXXXX".utf8CString)
        path = mkdtemp(&template).map { String(cString: $0) } ?? ""
        precondition(!path.isEmpty, "no scratch directory")
    }

    deinit {
        for name in names { unlink("\(path)/\(name)") }
        rmdir(path)
    }

    func file(_ name: String) -> String { "\(path)/\(name)" }

    /// What is in it, in order.
    var names: [String] {
        guard let directory = opendir(path) else { return [] }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }
}

/// What a file holds, or nil where there is none.
func contents(of path: String) -> String? {
    guard let file = fopen(path, "r") else { return nil }
    defer { fclose(file) }
    var text: [UInt8] = []
    var byte = getc(file)
    while byte != EOF {
        text.append(UInt8(byte))
        byte = getc(file)
    }
    return String(decoding: text, as: UTF8.self)
}

func write(_ text: String, to path: String) {
    let file = fopen(path, "w")
    fputs(text, file)
    fclose(file)
}
