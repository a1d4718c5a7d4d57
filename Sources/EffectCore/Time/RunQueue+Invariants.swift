#if DEBUG
    extension RunQueue {
        /// How many slots for timers there are, free ones included.
        var timerSlotCount: Int { owners.count + bootOwners.count }

        func checkInvariants() {
            monotonic.checkInvariants()
            boottime.checkInvariants()
            var previous: Int32 = -1
            var timer = firstUnstamped
            while timer >= 0 {
                var next: Int32 = -1
                withOwner(of: timer) { owner in
                    require(
                        owner.isUnstamped && owner.previous == previous,
                        "RunQueue: the list of waits is broken")
                    next = owner.next
                }
                previous = timer
                timer = next
            }
            require(lastUnstamped == previous, "RunQueue: the list of waits has another end")
        }

        /// Whether a timer waits for a target, by that token.
        func isOwner(_ target: TurnTarget, token: Int32, of timer: Int32) -> Bool {
            var isOwner = false
            withOwner(of: timer) { owner in
                isOwner = isWaiting(timer, owner) && owner.target === target
            }
            return isOwner
                && (timer & 1 == 0
                    ? monotonic.token(of: timer >> 1) : boottime.token(of: timer >> 1)) == token
        }

        /// How many timers wait for a target.
        func timerCount(of target: TurnTarget) -> Int {
            var count = 0
            for (slot, owner) in owners.enumerated() {
                if let owner, isWaiting(Int32(slot) << 1, owner), owner.target === target {
                    count += 1
                }
            }
            for (slot, owner) in bootOwners.enumerated() {
                if let owner, isWaiting(Int32(slot) << 1 | 1, owner), owner.target === target {
                    count += 1
                }
            }
            return count
        }

        private func isWaiting(_ timer: Int32, _ owner: Owner) -> Bool {
            owner.isUnstamped
                || (timer & 1 == 0
                    ? monotonic.isArmed(timer >> 1) : boottime.isArmed(timer >> 1))
        }
    }

    extension TimerHeap {
        /// The heap is in order, and entries and slots find each other.
        func checkInvariants() {
            for position in 0..<count {
                let entry = entries[position]
                let slot = slots[Int(entry.slot)]
                require(
                    slot.position == Int32(position), "TimerHeap: a slot is elsewhere in the heap")
                require(
                    position == 0 || !entry.isBefore(entries[(position - 1) / 4]),
                    "TimerHeap: a timer is before its parent")
                let counted = Entry(
                    deadline: slot.deadline, sequence: slot.sequence, slot: entry.slot)
                require(
                    !counted.isBefore(entry), "TimerHeap: an earlier deadline was not moved up")
            }
        }
    }
#endif
