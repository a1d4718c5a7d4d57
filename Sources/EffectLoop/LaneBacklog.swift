/// The work of a lane that waits for a thread: first in, first out, and out of the middle.
///
/// Tickets are consecutive, so a ticket tells the place of its job, and every step is O(1)
/// (amortised): a job that is taken out of the middle leaves a gap, which is skipped later.
struct LaneBacklog {
    private var places: [LaneJob?] = []
    /// The first place that may be taken, and the ticket that belongs to place 0.
    private var head = 0
    private var firstTicket: UInt64 = 0
    /// How many jobs wait.
    private(set) var count = 0

    /// Adds a job, whose ticket follows the last one's.
    mutating func append(_ job: LaneJob) {
        if places.isEmpty { firstTicket = job.ticket }
        require(
            job.ticket == firstTicket + UInt64(places.count),
            "LaneBacklog.append: a ticket is out of order")
        places.append(job)
        count += 1
    }

    mutating func removeFirst() -> LaneJob? {
        while head < places.count {
            let place = head
            head += 1
            guard let job = places[place] else { continue }
            count -= 1
            closeGaps()
            return job
        }
        closeGaps()
        return nil
    }

    /// Takes out a job, if it still waits.
    mutating func remove(_ ticket: UInt64) -> LaneJob? {
        guard ticket >= firstTicket, ticket - firstTicket < UInt64(places.count) else {
            return nil
        }
        let place = Int(ticket - firstTicket)
        guard place >= head, let job = places[place] else { return nil }
        places[place] = nil
        count -= 1
        if count == 0 { head = places.count }
        closeGaps()
        return job
    }

    /// When the job that has waited longest was submitted.
    var oldestSubmission: Int64? {
        for place in head..<places.count {
            if let job = places[place] { return job.submittedAt }
        }
        return nil
    }

    /// Gives up the places before the head once they are the larger part.
    private mutating func closeGaps() {
        if head == places.count {
            places.removeAll(keepingCapacity: true)
            head = 0
        } else if head >= 64, head * 2 >= places.count {
            places.removeSubrange(0..<head)
            firstTicket += UInt64(head)
            head = 0
        }
    }
}
