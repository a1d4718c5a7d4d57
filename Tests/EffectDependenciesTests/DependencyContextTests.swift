import EffectDependencies
import EffectTesting
import Testing

/// What happens in a test to what nobody has overridden.
@Suite struct DependencyContextTests {
    private let reports = Notes<Report>()

    private func inTest<Result>(
        _ prepare: (inout DependencyValues) -> Void = { _ in }, _ operation: () -> Result
    ) -> Result {
        withDependencies {
            $0.context = .test
            $0.reporter = Reporter { [reports] in reports($0) }
            prepare(&$0)
        } operation: {
            operation()
        }
    }

    // DEP-10
    @Test func aUseOfALiveOnlyDependencyIsReportedByName() throws {
        let (value, line) = inTest {
            @Dependency(\.liveOnly) var liveOnly
            return (liveOnly, UInt32(#line - 1))
        }
        #expect(value == "live")
        try #require(reports.all.count == 1)
        #expect(reports.all[0].kind == .unimplemented)
        #expect(reports.all[0].message.hasPrefix("liveOnly (LiveOnlyKey) was used in a test"))
        #expect(reports.all[0].source.fileID == #fileID)
        #expect(reports.all[0].source.line == line)
    }

    // DEP-10
    @Test func itGoesOnWithThePlaceholder() {
        #expect(inTest { present(\.placed) } == "placeholder")
        #expect(reports.all.count == 1)
    }

    // DEP-10
    @Test func eachUseIsReported() {
        inTest {
            @Dependency(\.liveOnly) var liveOnly
            #expect(reports.all.isEmpty, "declaring it is no use")
            _ = liveOnly
            _ = liveOnly
        }
        #expect(reports.all.count == 2)
    }

    // DEP-10
    @Test func inAStoreItIsReportedAtTheUse() {
        let store = Store(initialState: 0, on: TestClock()) {
            Reduce<Int, Bool> { _, action in
                action ? .run { _ in _ = present(\.liveOnly) } : .none
            }
        } withDependencies: {
            $0.context = .test
            $0.reporter = Reporter { [reports] in reports($0) }
        }
        store.send(false)
        #expect(reports.all.isEmpty)
        store.send(true)
        #expect(reports.all.count == 1)
    }

    @Test func anOverrideIsNotReported() {
        #expect(
            inTest {
                $0.liveOnly = "override"
            } _: {
                present(\.liveOnly)
            } == "override")
        #expect(
            inTest {
                $0.number = 3
            } _: {
                present(\.number)
            } == 3)
        #expect(reports.all.isEmpty)
    }

    @Test func aTestValueIsNotReported() {
        #expect(inTest { present(\.number) } == 2)
        #expect(reports.all.isEmpty)
    }

    @Test func makingAnOverrideFromALiveOnlyValueIsNotReported() {
        #expect(
            inTest {
                $0.liveOnly += "!"
            } _: {
                present(\.liveOnly)
            } == "live!")
        #expect(reports.all.isEmpty)
    }

    @Test func outsideOfTestsNothingIsReported() {
        let value = withDependencies {
            $0.reporter = Reporter { [reports] in reports($0) }
        } operation: {
            present(\.liveOnly)
        }
        #expect(value == "live")
        #expect(reports.all.isEmpty)
    }

    @Test func aLiveValueMadeFromOthersIsReportedItself() {
        inTest {
            _ = present(\.doubled)
            _ = present(\.doubled)
        }
        #expect(reports.all.map { $0.message.prefix(7) } == ["doubled", "doubled"])
    }

    @Test func reportsCanBecomeIssues() {
        withKnownIssue {
            withDependencies {
                $0.context = .test
                $0.reporter = .recordingIssues
            } operation: {
                _ = present(\.liveOnly)
            }
        } matching: { issue in
            "\(issue)".contains("liveOnly")
        }
    }
}
