import Glibc
import Testing

/// Holds an article and the code of its tests together.
struct ArticleCode {
    private let root: String
    private let code: Set<String>

    /// - Parameters:
    ///   - test: The path of the test file.
    ///   - features: The names of the files beside it.
    init(test: StaticString = #filePath, features: [String]) throws {
        let parts = "\(test)".split(separator: "/")
        let folder = parts.dropLast().map { "/" + $0 }.joined()
        root = parts.dropLast(4).map { "/" + $0 }.joined()
        var code = Set(try Self.lines(of: "\(test)"))
        for feature in features { code.formUnion(try Self.lines(of: "\(folder)/\(feature)")) }
        self.code = code
    }

    /// Each line of the article's Swift code is in one of the files, but for its indentation.
    func covers(_ article: String, lineCount: Int) throws {
        var isCode = false
        var count = 0
        let path = "\(root)/Sources/EffectCore/EffectCore.docc/\(article)"
        for line in try Self.lines(of: path) {
            if line.hasPrefix("```") {
                isCode = line == "```swift"
                continue
            }
            guard isCode, !line.isEmpty else { continue }
            count += 1
            let isCompiled = code.contains(line)
            #expect(isCompiled, "\(article) shows what no test compiles: \(line)")
        }
        #expect(count > lineCount)
    }

    private static func lines(of path: String) throws -> [String] {
        let file = try #require(fopen(path, "r"))
        defer { fclose(file) }
        var text: [UInt8] = []
        var byte = getc(file)
        while byte != EOF {
            text.append(UInt8(byte))
            byte = getc(file)
        }
        return String(decoding: text, as: UTF8.self)
            .split(separator: "\n", omittingEmptySubsequences: false)
            .map { line in String(line.drop { $0 == " " }) }
    }
}
