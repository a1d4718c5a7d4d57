import Foundation
import Testing

/// Compiles small programs against the modules of the running build, to see what the compiler says.
struct Compiler {
    private let compiler: URL
    private let modules: URL
    private let package: URL

    init() throws {
        let paths = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        compiler = try #require(
            paths.map { URL(fileURLWithPath: "\($0)/swiftc") }
                .first { FileManager.default.isExecutableFile(atPath: $0.path) },
            "swiftc is not on the path")
        let executable = try FileManager.default.destinationOfSymbolicLink(
            atPath: "/proc/self/exe")
        modules = URL(fileURLWithPath: executable).deletingLastPathComponent()
            .appendingPathComponent("Modules")
        package = (0..<4).reduce(URL(fileURLWithPath: #filePath)) { url, _ in
            url.deletingLastPathComponent()
        }
    }

    /// The errors of a program, one a line; empty when the compiler accepts it.
    ///
    /// Goes on to SIL, where the compiler decides what may be sent to another thread.
    func errors(in program: String) throws -> String {
        let directory = FileManager.default.temporaryDirectory
            .appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(
            at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        let source = directory.appendingPathComponent("Program.swift")
        try program.write(to: source, atomically: true, encoding: .utf8)
        let process = Process()
        process.executableURL = compiler
        process.arguments = [
            "-swift-version", "6", "-parse-as-library", "-module-name", "Program", "-emit-sil",
            "-o", "/dev/null", "-module-cache-path",
            modules.deletingLastPathComponent().appendingPathComponent("ModuleCache").path,
            "-I", modules.path,
            "-I", package.appendingPathComponent("CInterop/CLibUV").path,
            "-I", package.appendingPathComponent("CInterop/CEffectShims/include").path,
            source.path,
        ]
        let output = Pipe()
        process.standardOutput = output
        process.standardError = output
        try process.run()
        let text = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        let errors = String(decoding: text, as: UTF8.self).split(separator: "\n")
            .filter { $0.contains("error: ") && $0.contains("Program.swift:") }
            .joined(separator: "\n")
        if process.terminationStatus != 0, errors.isEmpty {
            Issue.record("the compiler failed: \(String(decoding: text, as: UTF8.self))")
        }
        return errors
    }
}
