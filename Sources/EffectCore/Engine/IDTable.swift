/// All that one id of one scope means to the engine.
struct IDRecord {
    var id: EffectID
    var scope: Int32
    /// Holders, open windows and the operation at hand; the record goes with the last of them.
    var references: Int32
    var firstHolder: Int32 = -1
    var lastHolder: Int32 = -1
    /// The debounced call that waits.
    var waiting: Int32 = -1
    /// The throttled call that is held back.
    var held: Int32 = -1
    /// When the throttle's window was opened, if it was.
    var windowStart: Int64 = .min
    /// When it is over by the longest interval it was used with.
    var windowEnd: Int64 = .min
    /// Until when a debounce with a leading start stays quiet.
    var quietUntil: Int64 = .min
    /// When the call was that led the present burst, unless one that was held back has started since.
    var burstStart: Int64 = .min
    /// The first of the calls that wait in line.
    var firstInLine: Int32 = -1
    /// How many calls that came through the queue run, and how many may.
    var admitted: Int32 = 0
    var room: Int32 = 0
    /// The slot in the heap of windows, or -1.
    var window: Int32 = -1
}

/// The ids that have holders or open windows.
struct IDTable: ~Copyable {
    private var records: UnsafeMutablePointer<IDRecord>
    private var capacity: Int
    private(set) var used = 0
    private(set) var free: [Int32] = []
    private var table = KeyTable()

    init() {
        capacity = 16
        records = .allocate(capacity: capacity)
    }

    deinit {
        var isFree = [Bool](repeating: false, count: used)
        for index in free { isFree[Int(index)] = true }
        for index in 0..<used where !isFree[index] { (records + index).deinitialize(count: 1) }
        records.deallocate()
    }

    var count: Int { table.count }

    subscript(_ index: Int32) -> IDRecord {
        unsafeAddress { UnsafePointer(records + Int(index)) }
        nonmutating unsafeMutableAddress { records + Int(index) }
    }

    func find(_ id: EffectID, in scope: Int32) -> Int32? { table.find(id, in: scope) }

    /// The record of the id, made if need be; the caller holds one reference to it.
    mutating func retain(
        _ id: EffectID, in scope: Int32, isNew: inout Bool
    ) -> Int32 {
        if let known = table.find(id, in: scope) {
            self[known].references += 1
            return known
        }
        isNew = true
        let index: Int32
        if let reused = free.popLast() {
            index = reused
        } else {
            if used == capacity { grow() }
            index = Int32(used)
            used += 1
        }
        (records + Int(index)).initialize(to: IDRecord(id: id, scope: scope, references: 1))
        table.insert(index, for: id, in: scope)
        return index
    }

    /// Gives one reference back; says whether the record went, and with it its hold on its scope.
    mutating func release(_ index: Int32) -> Bool {
        self[index].references -= 1
        guard self[index].references == 0 else { return false }
        table.remove(self[index].id, in: self[index].scope)
        (records + Int(index)).deinitialize(count: 1)
        free.append(index)
        return true
    }

    private mutating func grow() {
        let larger = UnsafeMutablePointer<IDRecord>.allocate(capacity: capacity * 2)
        larger.moveInitialize(from: records, count: used)
        records.deallocate()
        records = larger
        capacity *= 2
    }
}
