import EffectLoop
import Glibc
import Testing

@Suite struct StandardErrorReports {
    @Test func aReportIsOneLineWithItsKindAndItsSource() async {
        let result = await #expect(
            processExitsWith: .exitCode(7), observing: [\.standardErrorContent]
        ) {
            // The loop's own reporter is the one to standard error.
            let loop = try EventLoop()
            loop.runQueue.reporter(
                Report(
                    kind: .lateSend, message: "two\nlines",
                    source: ActionSource(fileID: "App/Feature.swift", line: 12)))
            exit(7)
        }
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(
            text.contains("swift-effect-loop: lateSend: two lines (App/Feature.swift:12)\n"))
    }

    @Test func aReportNamesTheOriginWhereThereIsOne() async {
        let result = await #expect(
            processExitsWith: .exitCode(7), observing: [\.standardErrorContent]
        ) {
            Reporter.standardError(
                Report(
                    kind: .unhandledError, message: "no",
                    source: ActionSource(fileID: "App/Feature.swift", line: 12),
                    origin: ActionSource(fileID: "App/main.swift", line: 3)))
            exit(7)
        }
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(
            text.contains(
                "unhandledError: no (App/Feature.swift:12, sent from App/main.swift:3)\n"))
    }
}
