internal import CEffectShims

/// The open files that were blocking before they were watched, so that they are again afterwards.
///
/// Whether reads and writes wait is a matter of the open file, which its numbers (`dup`), the loops of
/// a process and other processes share, a shell for its terminal. Hence one list for all loops, on
/// whatever threads: the last watcher of an open file puts its mode back, and only if its number
/// still stands for that file. What cannot be told apart is left non-blocking.
final class BlockingModes: Sendable {
    static let shared = BlockingModes()

    /// A watcher of an open file that was blocking.
    struct Member {
        let fileDescriptor: Int32
        /// The set that tells whether the number is what it was.
        let identities: Int32
        let inode: UInt64
        /// Whether it is known, and not only possible, that its open file was blocking.
        let mayRestore: Bool

        /// Whether another number, which is what it was, is of the same open file; nil when the
        /// system cannot say.
        func isSame(as other: Int32) -> Bool? {
            guard effect_identities_contain(identities, fileDescriptor) else { return false }
            guard fileDescriptor != other else { return true }
            let order = effect_descriptors_compare(fileDescriptor, other)
            return order < 0 ? nil : order == 0
        }
    }

    private struct State {
        var process: Int32 = 0
        /// By inode, since only numbers of one inode can be of one open file.
        var members: [UInt64: [Member]] = [:]
    }

    private let state = Monitor(State())

    /// Starts to watch a descriptor, which makes it non-blocking.
    ///
    /// - Parameters:
    ///   - identities: The set that contains the descriptor already.
    ///   - process: The calling one: what a parent watches is the parent's to put back.
    ///   - start: Makes it non-blocking; returns 0, or a negative errno.
    /// - Returns: What `start` returned, and what to hand to ``end(_:whenCurrent:)``, if anything.
    func begin(
        _ fileDescriptor: Int32, identities: Int32, process: Int32, start: () -> Int32
    ) -> (status: Int32, member: Member?) {
        state.withLock { state in
            if state.process != process { state = State(process: process) }
            let wasBlocking = effect_descriptor_is_blocking(fileDescriptor)
            let status = start()
            guard status == 0, wasBlocking || !state.members.isEmpty else { return (status, nil) }
            let inode = effect_descriptor_inode(fileDescriptor)
            var mayRestore = wasBlocking
            if !wasBlocking {
                // Perhaps only because it is watched by another number or another loop.
                let others = (state.members[inode] ?? []).map {
                    ($0, $0.isSame(as: fileDescriptor))
                }
                guard others.contains(where: { $0.1 != false }) else { return (status, nil) }
                mayRestore = others.contains { $0.0.mayRestore && $0.1 == true }
            }
            let member = Member(
                fileDescriptor: fileDescriptor, identities: identities, inode: inode,
                mayRestore: mayRestore)
            state.members[inode, default: []].append(member)
            return (status, member)
        }
    }

    /// Ends a watch, and makes the open file blocking again when no other watch needs it.
    ///
    /// - Parameter whenCurrent: Takes the number out of its set; whether it was what it had been.
    func end(_ member: Member, whenCurrent: () -> Bool) {
        state.withLock { state in
            var others = state.members[member.inode] ?? []
            others.removeAll {
                $0.fileDescriptor == member.fileDescriptor && $0.identities == member.identities
            }
            state.members[member.inode] = others.isEmpty ? nil : others
            guard whenCurrent(), member.mayRestore else { return }
            guard others.allSatisfy({ $0.isSame(as: member.fileDescriptor) == false }) else {
                return
            }
            effect_descriptor_make_blocking(member.fileDescriptor)
        }
    }
}
