internal import CEffectShims

/// Tells whether a number still stands for the open file that was watched.
///
/// Numbers are reused, and so are inodes: two FIFOs or terminals opened twice share one, and all of
/// `eventfd` do. Only the kernel knows the open file itself. This is a set of its own beside
/// the one of libuv, which holds a descriptor no earlier than the next poll.
final class DescriptorIdentities {
    private(set) var set: Int32

    init() throws(SystemError) {
        set = effect_identities_create()
        guard set >= 0 else { throw SystemError(code: set, operation: "epoll_create1") }
    }

    deinit { close() }

    func close() {
        if set >= 0 { effect_identities_close(set) }
        set = -1
    }

    /// Returns 0, or the negative errno with which the kernel refuses to poll the descriptor.
    func add(_ fileDescriptor: Int32) -> Int32 { effect_identities_add(set, fileDescriptor) }

    /// Whether the number is what it was when it was added. One system call.
    func contains(_ fileDescriptor: Int32) -> Bool {
        effect_identities_contain(set, fileDescriptor)
    }

    /// Takes it out. Whether it was still what it had been.
    @discardableResult
    func remove(_ fileDescriptor: Int32) -> Bool {
        effect_identities_remove(set, fileDescriptor)
    }
}
