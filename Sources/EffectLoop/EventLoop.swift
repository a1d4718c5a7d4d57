internal import CEffectShims
internal import CLibUV

/// Runs effects on one thread: waits for descriptors, signals and deadlines, and calls back.
///
/// One turn of the loop waits until something is ready, calls the watches that are, and then runs
/// the timers and the postponed work that are due. Nothing fires early; what is ready and what is
/// due in one turn is each served once in it. Input gets its turn however much work feeds itself.
///
/// A loop belongs to one thread: the one that runs it. Debug builds trap when it is used from
/// another one afterwards. The way in from other threads is a door: an ``Inbox``, or ``stopper``.
///
/// ```swift
/// let loop = try EventLoop()
/// let store = Store(initialState: Feature.State(), on: loop) { Feature() }
/// store.send(.start)
/// try loop.run()
/// ```
@safe
public final class EventLoop: Scheduler, DescriptorSource, SignalSource {
    /// What can be chosen when a loop is created.
    public struct Configuration: Sendable {
        /// How long closing the loop waits for work on its lanes that has started, all lanes
        /// together. Work that hangs is then left to itself; a shutdown must not wait for it.
        public var laneGrace: Duration = .seconds(1)

        /// How long a thread of a lane waits for more work before it ends. A thread costs memory,
        /// and starting one some tens of microseconds.
        public var laneIdleTime: Duration = .seconds(10)
        /// How exactly deadlines are met.
        public var timerPrecision = TimerPrecision.millisecond
        /// How long a callback may take before it is reported as a `slowCallback`; nil for not at
        /// all. Costs nothing when nil, and one read of the clock for each callback, and for each
        /// action of an inbox, otherwise.
        public var slowCallbackThreshold: Duration?

        /// Creates the default configuration.
        public init() {}
    }

    /// The timers and the work of the next turn of everything that runs on this loop.
    ///
    /// Its reports go to ``EffectCore/Reporter/standardError`` unless it is given another reporter.
    public let runQueue: RunQueue

    /// Stops this loop from any thread, and outlives it.
    public let stopper: LoopStopper

    let loop: UnsafeMutablePointer<uv_loop_t>
    let timer: UnsafeMutablePointer<uv_timer_t>
    let prepare: UnsafeMutablePointer<uv_prepare_t>
    let check: UnsafeMutablePointer<uv_check_t>
    let wakeUp: UnsafeMutablePointer<uv_async_t>

    let configuration: Configuration

    /// What other threads know of the loop.
    let door: Door
    let binding = ThreadBinding()
    var isRunning = false
    var isStopRequested = false
    /// Whether the door's handle has fired last when nothing was there.
    var isWokenInVain = false
    var isClosed = false

    /// The timer of the kernel for exact deadlines, where they were asked for.
    var preciseTimer: TimerDescriptor?
    /// The timer that sees a suspend, once something waits on the boot-time clock.
    var bootTimer: TimerDescriptor?
    var isBootTimerRefused = false

    var meter = LoopMeter()

    /// The millisecond that the one timer of libuv is armed for; see `arm()`.
    var armedMillisecond = EventLoop.disarmed

    /// The watchers of this loop, by descriptor.
    var descriptorWatchers: [DescriptorWatcher?] = []
    /// Watchers that libuv hands to the kernel at the next poll.
    var unpolledWatchers: [DescriptorWatcher] = []
    /// Watchers whose number has another owner; they fail before the next poll.
    var retiredWatchers: [DescriptorWatcher] = []
    /// The numbers of those that ever were: the kernel may report the old owner still.
    var reusedNumbers: Set<Int32> = []
    /// What tells the owners of a number apart.
    let identities: DescriptorIdentities
    /// One for each signal number that is watched; few.
    var signalWatchers: [SignalWatcher] = []
    /// What the signal handler tells the loop, once it has watched a signal.
    var signalFlags: SignalFlags?
    /// What is asked when it was announced at the door, by key.
    var receivers: [Receiver?] = []
    /// The keys that the loop is going through; empty between two wake-ups.
    var mail: [Int] = []
    /// Those that were asked for, in that order; few.
    var lanes: [Lane] = []
    /// How many there are that hold the loop without a handle of their own.
    var holds = 0

    /// Creates a loop, and ignores SIGPIPE for the process unless it handles it already.
    ///
    /// - Throws: `SystemError` when the system is out of descriptors or memory.
    public init(configuration: Configuration = Configuration()) throws(SystemError) {
        let loop = UnsafeMutablePointer<uv_loop_t>.allocate(capacity: 1)
        let created = unsafe uv_loop_init(loop)
        guard created == 0 else {
            unsafe loop.deallocate()
            throw SystemError(code: created, operation: "uv_loop_init")
        }
        do throws(SystemError) {
            identities = try DescriptorIdentities()
        } catch {
            unsafe uv_loop_close(loop)
            unsafe loop.deallocate()
            throw error
        }
        let wakeUp = UnsafeMutablePointer<uv_async_t>.allocate(capacity: 1)
        let opened = unsafe uv_async_init(loop, wakeUp) { handle in
            unsafe EventLoop.of(handle?.pointee.data)?.wasWoken()
        }
        guard opened == 0 else {
            unsafe wakeUp.deallocate()
            unsafe uv_loop_close(loop)
            unsafe loop.deallocate()
            throw SystemError(code: opened, operation: "uv_async_init")
        }
        self.configuration = configuration
        unsafe self.loop = loop
        unsafe self.wakeUp = wakeUp
        unsafe timer = .allocate(capacity: 1)
        unsafe prepare = .allocate(capacity: 1)
        unsafe check = .allocate(capacity: 1)
        unsafe door = Door(wakeUp: wakeUp)
        stopper = LoopStopper(door: door)
        runQueue = RunQueue(
            clock: { Int64(bitPattern: uv_hrtime()) },
            bootClock: { effect_boottime_nanoseconds() })
        effect_ignore_sigpipe()
        runQueue.reporter = .standardError
        #if DEBUG
            runQueue.threadCheck = { [binding] in binding.check() }
        #endif
        if let threshold = configuration.slowCallbackThreshold {
            runQueue.slowCallbackLimit = threshold.roundedNanoseconds
        }
        startHandles()
        // Last: when it fails, the release of the loop closes what is open.
        if configuration.timerPrecision == .high {
            preciseTimer = try TimerDescriptor(clock: .monotonic, eventLoop: self)
        }
    }

    deinit {
        if !isClosed {
            guard binding.isOfThisProcess else { return abandonWatchers() }
            closeHandles()
        }
        unsafe loop.deallocate()
    }

    /// The present time on the monotonic clock. One read of the clock.
    public var now: Instant { runQueue.now }

    /// Prepare, check and wake-up serve the others, so none of them keeps the loop alive. These
    /// calls of libuv cannot fail.
    private func startHandles() {
        let context = unsafe Unmanaged.passUnretained(self).toOpaque()
        unsafe uv_timer_init(loop, timer)
        unsafe uv_prepare_init(loop, prepare)
        unsafe uv_check_init(loop, check)
        unsafe timer.pointee.data = context
        unsafe prepare.pointee.data = context
        unsafe check.pointee.data = context
        unsafe wakeUp.pointee.data = context
        unsafe uv_prepare_start(prepare) { handle in
            unsafe EventLoop.of(handle?.pointee.data)?.willPoll()
        }
        unsafe uv_check_start(check) { handle in
            unsafe EventLoop.of(handle?.pointee.data)?.didPoll()
        }
        unsafe unreference(prepare)
        unsafe unreference(check)
        unsafe unreference(wakeUp)
    }

    /// The loop behind a callback. Unretained: the loop closes its handles before it goes.
    @unsafe
    static func of(_ context: UnsafeMutableRawPointer?) -> EventLoop? {
        guard let context = unsafe context else { return nil }
        return unsafe Unmanaged<EventLoop>.fromOpaque(context).takeUnretainedValue()
    }

    /// Traps in debug builds when the calling thread is not the loop's.
    @inline(__always)
    func checkThread() {
        #if DEBUG
            binding.check()
        #endif
    }
}
