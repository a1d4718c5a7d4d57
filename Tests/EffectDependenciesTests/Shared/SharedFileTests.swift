import EffectDependencies
import EffectTesting
import Glibc
import Testing

@Suite struct SharedFileTests {
    private struct NoNumber: Error {}

    private let directory = ScratchDirectory()
    private let lane = TestLane()
    private let reports = Notes<Report>()

    private var path: String { directory.file("number") }

    private func number(at path: String? = nil, on lane: TestLane? = nil) -> Shared<Int> {
        Shared(
            file: path ?? self.path, default: 7, on: lane ?? self.lane,
            reporter: Reporter { [reports] in reports($0) },
            encode: { number in
                if number < 0 { throw NoNumber() }
                return Array("\(number)".utf8)
            },
            decode: { bytes in
                guard let number = Int(String(decoding: bytes, as: UTF8.self)) else {
                    throw NoNumber()
                }
                return number
            })
    }

    @Test func withoutAFileItIsTheDefaultAndNothingIsWritten() {
        let number = number()
        #expect(number.wrappedValue == 7)
        #expect(lane.submittedCount == 0 && reports.all.isEmpty)
        #expect(directory.names.isEmpty)
        #expect(!number.hasUnsavedChanges)
    }

    @Test func itIsLoadedWhenItIsMade() {
        write("42", to: path)
        #expect(number().wrappedValue == 42)
        #expect(reports.all.isEmpty)
    }

    @Test func aBrokenFileIsReportedAndCountsAsAbsent() {
        write("forty-two", to: path)
        let number = number()
        #expect(number.wrappedValue == 7)
        #expect(reports.all.map(\.kind) == [.brokenFile])
        #expect(reports.all[0].message.contains(path))
        #expect(reports.all[0].source.fileID == #fileID)
        #expect(contents(of: path) == "forty-two", "it stays until there is something to write")
    }

    @Test func anEmptyFileIsAFile() {
        write("", to: path)
        #expect(number().wrappedValue == 7)
        #expect(reports.all.map(\.kind) == [.brokenFile])
    }

    @Test func aFileThatCannotBeReadIsReported() {
        #expect(number(at: directory.path).wrappedValue == 7)
        #expect(reports.all.map(\.kind) == [.systemError])
        #expect(reports.all[0].message == "read \(directory.path): is a directory (21)")
    }

    @Test func aChangeIsWrittenOnTheLane() {
        let number = number()
        number.wrappedValue = 8
        #expect(contents(of: path) == nil)
        #expect(number.hasUnsavedChanges)
        lane.runNext()
        #expect(contents(of: path) == "8")
        #expect(!number.hasUnsavedChanges)
        #expect(directory.names == ["number"], "nothing is left beside it")
        #expect(self.number().wrappedValue == 8)
    }

    @Test func changesBeforeAWriteBecomeOne() {
        let number = number()
        for value in 1...100 { number.wrappedValue = value }
        #expect(lane.submittedCount == 1)
        lane.runAll()
        #expect(lane.submittedCount == 1)
        #expect(contents(of: path) == "100")
    }

    @Test func changesDuringAWriteBecomeOneMore() {
        let number = number()
        number.wrappedValue = 1
        lane.startNext()
        for value in 2...100 { number.wrappedValue = value }
        #expect(lane.submittedCount == 1, "two writes of one file never overlap")
        lane.returnNext()
        #expect(contents(of: path) == "1")
        #expect(lane.submittedCount == 2)
        #expect(number.hasUnsavedChanges)
        lane.runAll()
        #expect(contents(of: path) == "100")
        #expect(lane.submittedCount == 2)
    }

    @Test func aWriteThatFailsIsReportedAndTriedAgainByTheNextChange() {
        let number = number(at: directory.file("missing/number"))
        number.wrappedValue = 1
        lane.runAll()
        #expect(reports.all.map(\.kind) == [.systemError])
        #expect(
            reports.all[0].message
                == "open \(directory.file("missing/number")): no such file or directory (2)")
        #expect(lane.submittedCount == 1, "it does not try by itself")
        #expect(number.hasUnsavedChanges)
        mkdir(directory.file("missing"), 0o700)
        number.wrappedValue = 2
        lane.runAll()
        #expect(contents(of: directory.file("missing/number")) == "2")
        #expect(!number.hasUnsavedChanges)
        unlink(directory.file("missing/number"))
        rmdir(directory.file("missing"))
    }

    @Test func aValueThatDoesNotEncodeIsReportedAndTheFileStays() {
        write("42", to: path)
        let number = number()
        number.wrappedValue = -1
        lane.runAll()
        #expect(reports.all.map(\.kind) == [.unhandledError])
        #expect(contents(of: path) == "42")
        #expect(directory.names == ["number"])
        number.wrappedValue = 1
        lane.runAll()
        #expect(contents(of: path) == "1")
    }

    @Test func aLaneThatRefusesIsReported() {
        let number = number()
        lane.refusal = SystemError(code: 11, operation: "thread", subject: "", reason: "none left")
        number.wrappedValue = 1
        #expect(reports.all.map(\.kind) == [.systemError])
        #expect(number.hasUnsavedChanges)
        lane.refusal = nil
        number.wrappedValue = 2
        lane.runAll()
        #expect(contents(of: path) == "2")
    }

    @Test func savingWritesHereAndNow() {
        let number = number()
        #expect(number.save(), "there is nothing to save")
        #expect(directory.names.isEmpty)
        number.wrappedValue = 8
        #expect(number.save())
        #expect(contents(of: path) == "8")
        #expect(!number.hasUnsavedChanges)
        unlink(path)
        lane.runAll()
        #expect(contents(of: path) == nil, "the write that waited has nothing to write")
        number.wrappedValue = 9
        lane.runAll()
        #expect(contents(of: path) == "9")
    }

    @Test func savingComesAfterAWriteThatRuns() {
        let number = number()
        number.wrappedValue = 1
        lane.startNext()
        number.wrappedValue = 2
        #expect(number.save())
        #expect(contents(of: path) == "2")
        lane.runAll()
        #expect(contents(of: path) == "2")
        #expect(!number.hasUnsavedChanges && lane.waitingCount == 0)
    }

    @Test func savingReportsWhatFails() {
        let number = number(at: directory.file("missing/number"))
        number.wrappedValue = 1
        #expect(!number.save())
        #expect(reports.all.map(\.kind) == [.systemError])
        #expect(number.hasUnsavedChanges)
        mkdir(directory.file("missing"), 0o700)
        #expect(number.save())
        #expect(contents(of: directory.file("missing/number")) == "1")
        lane.runAll()
        #expect(reports.all.count == 1 && !number.hasUnsavedChanges)
        unlink(directory.file("missing/number"))
        rmdir(directory.file("missing"))
    }

    @Test func aValueInMemoryHasNothingToSave() {
        let number = Shared(1)
        number.wrappedValue = 2
        #expect(number.save())
    }

    @Test func releasingItLosesNoChange() {
        weak var released: SharedHolder?
        do {
            let holder = SharedHolder(number())
            released = holder
            holder.number.wrappedValue = 9
        }
        #expect(released == nil)
        lane.runAll()
        #expect(contents(of: path) == "9")
        #expect(lane.heldCount == 0 && lane.waitingCount == 0)
    }

    @Test func permissionsAndLinksStay() {
        write("1", to: path)
        chmod(path, 0o640)
        symlink(path, directory.file("link"))
        let number = number(at: directory.file("link"))
        number.wrappedValue = 2
        lane.runAll()
        var status = stat()
        #expect(lstat(path, &status) == 0)
        #expect(status.st_mode & 0o777 == 0o640)
        #expect(contents(of: path) == "2")
        #expect(lstat(directory.file("link"), &status) == 0)
        #expect(status.st_mode & S_IFMT == S_IFLNK)
    }

    @Test func withoutAReporterItReportsToThatOfTheDependencies() {
        write("forty-two", to: path)
        withDependencies {
            $0.reporter = Reporter { [reports] in reports($0) }
        } operation: {
            _ = Shared(
                file: path, default: 0, on: lane, encode: { _ in [] },
                decode: { _ in throw NoNumber() }
            )
        }
        #expect(reports.all.map(\.kind) == [.brokenFile])
    }

    private final class SharedHolder {
        let number: Shared<Int>

        init(_ number: Shared<Int>) { self.number = number }
    }
}
