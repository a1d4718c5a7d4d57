/// Every limit of the control socket, with its reason.
package enum ControlLimits {
    /// The longest line that is taken, in bytes, its end left out. Four times the longest command
    /// that has a use; the rest of a longer line is thrown away as it comes.
    package static var lineBytes: Int { 256 }

    /// How much is read at a time, in bytes: what a client can make the program hold unanswered.
    package static var readBytes: Int { 4_096 }

    /// How much output waits for a client, in bytes, before it loses `watch` lines and its commands
    /// wait. The kernel is told to hold as much beside it. A client that far behind reads history.
    package static var outputBytes: Int { 16_384 }

    /// How many clients there are at a time. Each is a descriptor and the buffers above; a person, a
    /// monitor and a few scripts are fewer.
    package static var clients: Int { 8 }

    /// How many connections wait in the kernel to be taken: bursts, as one is taken a turn.
    package static var backlog: Int32 { 64 }

    /// How often the lock of the socket's directory is asked for, and the pause between: a second in
    /// all. Another start keeps it for less than a millisecond; who keeps it longer is something else.
    static var lockTries: Int { 100 }
    static var lockPauseMicroseconds: UInt32 { 10_000 }

    /// The pause in taking clients when the system has no descriptor left. The waiting one stays
    /// ready, and asking again at once would keep the processor busy.
    package static var acceptPause: Duration { .seconds(1) }
}
