"""Faults that the tests must find: each a sentence, and what it changes in the sources.

A change names a file under Sources and a piece of text that occurs in it exactly once; where only a
part of that text changes, guillemets enclose the part.

    instead(file, text, other)  an expression that becomes another one
    perform(file, text, other)  statements that become others, or nothing
    first(file, text, other)    statements that come before the text, or before the guillemets

Entries describe faults, so a name reads as what would be wrong with the library.
"""

from collections import namedtuple

Change = namedtuple("Change", "kind file text other")


def instead(file, text, other):
    return Change("instead", file, text, other)


def perform(file, text, other=""):
    return Change("perform", file, text, other)


def first(file, text, other):
    return Change("first", file, text, other)


def core(folder):
    return lambda name: f"EffectCore/{folder}/{name}.swift"


time, effects, engine = core("Time"), core("Effects"), core("Engine")
reducers, store = core("Reducers"), core("Store")


def loop(name):
    return f"EffectLoop/{name}.swift"


MUTATIONS = [
    # Time: order and deadlines
    (
        "timers of one deadline fire in reverse order",
        instead(
            time("TimerHeap"),
            "deadline != other.deadline ? deadline < other.deadline : sequence < other.sequence",
            "deadline != other.deadline ? deadline < other.deadline : sequence > other.sequence"),
    ),
    (
        "a timer that is due in a nanosecond fires",
        instead(time("TimerHeap"), "entries[0].deadline <= now", "entries[0].deadline <= now + 1"),
    ),
    (
        "a wait is a nanosecond short",
        instead(
            time("RunQueue+Stamping"), "base.addingSaturated(owner.delay)",
            "base.addingSaturated(owner.delay - 1)"),
    ),
    (
        "a wait counts from the begin of the turn",
        instead(time("RunQueue+Stamping"), "let now = «readClock()»", "turnTime"),
    ),
    (
        "a postponed timer fires at the deadline it had",
        instead(
            time("TimerHeap"),
            "guard «slot.deadline != entries[0].deadline || slot.sequence != entries[0].sequence»",
            "false"),
    ),
    (
        "a timer that is taken out leaves the heap in disorder",
        instead(
            time("TimerHeap"), "if position > 0, «entry.isBefore(entries[(position - 1) / 4])»",
            "false"),
    ),
    (
        "a wait that is armed within a turn fires in it",
        instead(time("TimerHeap"), "entries[0].sequence < limit", "true"),
    ),
    (
        "one turn fires all timers that are due",
        instead(time("RunQueue+Turns"), "0..<«Limits.timersPerTurn»", "Int.max"),
    ),
    (
        "a negative wait comes before a wait of zero",
        instead(time("RunQueue+Timers"), "owner.delay = «max(0, delay)»", "delay"),
    ),
    (
        "a tolerance delays no wake-up",
        instead(
            time("TimerHeap+Tolerance"),
            "slots[Int(slot)].deadline.addingSaturated(slots[Int(slot)].tolerance)",
            "slots[Int(slot)].deadline"),
    ),
    (
        "a timer on the boot-time clock does not see a suspend",
        instead(time("RunQueue+Clocks"), "let bootNow = «now.addingSaturated(suspended)»", "now"),
    ),
    (
        "what starts after a long wait of the loop carries the time before it",
        instead(time("RunQueue+Turns"), "if «isTurnTimeStale» {", "false"),
    ),
    (
        "a far deadline wraps around",
        instead(
            time("Instant"),
            "let (sum, overflow) = addingReportingOverflow(other)\n        return "
            "«overflow ? (other < 0 ? .min : .max) : sum»",
            "sum"),
    ),
    (
        "a wait asked for outside a turn counts from when somebody asks for it",
        perform(time("RunQueue+Stamping"), "if !isInTurn { stamp() }"),
    ),
    (
        "a callback that takes as long as it may is reported",
        instead(time("RunQueue+Measuring"), "took > slowLimit", "took >= slowLimit"),
    ),
    # Time: repeating timers
    (
        "a late tick counts one missed tick too many",
        instead(
            engine("Engine+Waiting"),
            "case .skip:\n                missed = «queue.lateness(of: timer) / period»",
            "queue.lateness(of: timer) / period + 1"),
    ),
    (
        "the last tick does not count those missed before it",
        perform(
            engine("Engine+Waiting"),
            "nodes[node].missed == .skip {\n            «missed = queue.lateness(of: timer) / "
            "period»"),
    ),
    (
        "a late tick moves the grid",
        instead(
            engine("Engine+Waiting"),
            "due.addingSaturated((missed + 1).multipliedSaturated(by: period))",
            "queue.now(for: timer).addingSaturated(period)"),
    ),
    (
        "a burst leaves ticks out",
        instead(
            engine("Engine+Waiting"),
            "case .burst: queue.rearm(timer, at: «due.addingSaturated(period)»)",
            "queue.now(for: timer).addingSaturated(period)"),
    ),
    (
        "a fixed delay counts from when the tick was due",
        instead(
            engine("Engine+Waiting"),
            "queue.rearm(timer, at: «queue.now(for: timer).addingSaturated(period)»)",
            "due.addingSaturated(period)"),
    ),
    (
        "a repeating timer registers anew with each tick",
        instead(
            time("RunQueue+Timers"), "sequence: «sequence(of: timer)»", "nextSequence"),
    ),
    (
        "a timer ticks once more than its count",
        instead(
            engine("Engine+Waiting"), "nodes[node].ticksLeft = «plan.count»",
            "plan.count > 0 ? plan.count + 1 : plan.count"),
    ),
    (
        "a timer ticks once less than its count",
        instead(
            engine("Engine+Waiting"), "let isLast = «nodes[node].ticksLeft == 0»",
            "nodes[node].ticksLeft == 0 || nodes[node].ticksLeft == 1"),
    ),
    (
        "the leading tick is left out",
        perform(
            engine("Engine+Waiting"),
            "duties.deliver(self, node, Tick(count: 1, missed: 0, deadline: now))"),
    ),
    (
        "the leading tick does not count",
        perform(engine("Engine+Waiting"), "if plan.count > 0 { nodes[node].ticksLeft -= 1 }"),
    ),
    (
        "a tolerance lets a tick come so late that it counts as missed",
        instead(
            engine("Engine+Waiting"), "min(plan.tolerance, nodes[node].period / 2)",
            "plan.tolerance"),
    ),
    (
        "every timer runs on the monotonic clock",
        instead(engine("Engine+Waiting"), "plan?.clock ?? .monotonic", ".monotonic"),
    ),
    # The queue of actions
    (
        "queued actions come last in, first out",
        first(
            engine("ActionQueue"), "let element = (buffer + (head & mask)).move()",
            "count -= 1; return (buffer + ((head &+ count) & mask)).move()"),
    ),
    (
        "a turn has no limit of actions",
        instead(
            engine("StoreCore+Draining"), "count >= Limits.actionsPerTurn", "false"),
    ),
    (
        "a turn reduces one action more than its limit",
        instead(
            engine("StoreCore+Draining"), "«count >= Limits.actionsPerTurn»",
            "count > Limits.actionsPerTurn"),
    ),
    (
        "a send overtakes what the turn before left in the queue",
        instead(
            engine("StoreCore+Draining"),
            "if «isDraining || isSuspended» {\n            let task = addTask()", "isDraining"),
    ),
    (
        "the send of an effect overtakes what the turn before left in the queue",
        instead(
            engine("StoreCore+Draining"),
            "if «isDraining || isSuspended» {\n            retainTask(task)", "isDraining"),
    ),
    (
        "a drain is a runaway one action too late",
        instead(engine("StoreCore+Draining"), "count >= runawayLimit", "count > runawayLimit"),
    ),
    (
        "a runaway is reported with every action",
        perform(engine("StoreCore+Draining"), "isReported = true"),
    ),
    (
        "a runaway's queue is not dropped",
        perform(
            engine("StoreCore+Draining"),
            "notifyObservers()\n        settle()\n        «dropQueue()»"),
        perform(
            engine("StoreCore+Draining"),
            "nodes.reference(to: next.task))\n            «dropQueue()»"),
    ),
    (
        "the initial effect starts after the first send",
        perform(
            engine("StoreCore+Draining"),
            "if awaitsStart, !isDraining { startInitialEffect() }"),
    ),
    (
        "observers do not hear of a drain that goes on in the next turn",
        perform(
            engine("StoreCore+Draining"),
            "func suspend() {\n        «notifyObservers()»"),
    ),
    # Starting
    (
        "effects of a merge start from right to left",
        instead(
            engine("StoreCore+Starting"), "for effect in «list.elements.reversed()»",
            "Array(list.elements)"),
    ),
    (
        "combined reducers' effects start from right to left",
        instead(
            reducers("EffectSlot"), "first.merge(with: take())", "take().merge(with: first)"),
    ),
    (
        "an effect appended to a list takes the place of what was in it",
        instead(
            effects("EffectList"), "EffectList(last: Segment([effect], after: «last»))", "nil"),
    ),
    (
        "a new effect starts after what its predecessors held back",
        perform(
            engine("StoreCore+Starting"),
            "// The new effect starts before what its predecessors held back.\n"
            "                «placeArrivals()»"),
    ),
    (
        "the limit of a timeout is armed before its effect starts",
        perform(
            engine("StoreCore+Starting"),
            "queueWork(.start(box.effect), reference)\n"
            "            queueWork(.armTimeout(delay), reference)",
            "queueWork(.armTimeout(delay), reference); queueWork(.start(box.effect), reference)"),
    ),
    (
        "a timeout is never armed",
        perform(
            engine("StoreCore+Starting"),
            "case .armTimeout(let delay): «arm(next.node.node, after: delay)»"),
    ),
    (
        "a timeout ends its effect without cancelling it",
        perform(
            engine("Engine+Waiting"), "cancelChildren(of: node)"),
    ),
    (
        "map leaves a delayed action as it was",
        instead(
            effects("Effect+Map"), "case .action(let action): «.make { transform(action) }»",
            ".make { (action as? NewAction) ?? transform(action) }"),
    ),
    (
        "map transforms a delayed action before its time",
        instead(
            effects("Effect+Map"), "case .action(let action): «.make { transform(action) }»",
            ".action(transform(action))"),
    ),
    (
        "map drops what is around an effect",
        instead(
            effects("Effect+Map"), "(.mapped { body.mapped(transform) }, «modifier»)",
            "Modifier.none"),
    ),
    (
        "releasing a deep effect recurses",
        perform(effects("EffectBox"), "if effect.isNested { Effect.takeApart(([take()], nil)) }"),
    ),
    (
        "releasing a long list of effects recurses",
        perform(effects("EffectList"), "Effect<Action>.takeApart(take())"),
    ),
    (
        "a list that was built one by one loses its first effects",
        perform(
            effects("EffectList"), "next = segment.previous", "next = nil"),
    ),
    # Ends
    (
        "a merge ends with its first branch",
        perform(
            engine("Engine+Ending"), "if nodes[node].live > 0 { return }",
            "if nodes[node].live > 0 { cancelChildren(of: node) }"),
    ),
    (
        "an effect that a reducer released ends within that reducer",
        instead(engine("Engine+Ending"), "if «isQuiet» {", "false"),
    ),
    (
        "what waits for the end of a reducer goes on within it",
        instead(engine("Engine+Settling"), "guard «!isQuiet», !isStarting", "true"),
    ),
    (
        "what a reducer released ends in reverse order",
        instead(
            engine("Engine+Settling"), "for finished in «deferred» where",
            "Array(deferred.reversed())"),
    ),
    (
        "the hooks of what a reducer released are forgotten",
        perform(engine("Engine+Ending"), "abandon(hooks, of: node, hasFinished: true)"),
    ),
    (
        "what a reducer released counts as cancelled when something cancels it",
        instead(
            engine("Engine+Detaching"), "if «abandoned.hasFinished» { ending = .finished }", "false"),
    ),
    (
        "an ended effect still delivers",
        first(
            effects("Send"), "engine.countDropped(self)\n        guard state == .finished else",
            "if state == .finished { emit(action, Emission(node: engine.addTask(), "
            "source: source, transaction: nil)); return }"),
    ),
    (
        "a cancelled effect still delivers",
        first(
            effects("Send"), "engine.countDropped(self)\n        guard state == .finished else",
            "if state == .cancelled { emit(action, Emission(node: engine.addTask(), "
            "source: source, transaction: nil)); return }"),
    ),
    (
        "a send after the end is not reported",
        instead(effects("Send"), "guard «state == .finished» else", "false"),
    ),
    (
        "a send after a cancel is reported",
        instead(effects("Send"), "guard «state == .finished» else", "true"),
    ),
    (
        "a thrown cancellation is reported",
        instead(effects("Send"), "if «!isCancellation(error)» {", "true"),
    ),
    (
        "a failure forgets the hooks of its effect",
        perform(engine("Engine+Ending"), "fresh.hooks = hooks"),
    ),
    # Teardowns
    (
        "a cancel drops the hooks for it",
        instead(
            engine("Engine+Detaching"),
            "if «ending == .cancelled» {\n            for hook in hooks", "false"),
    ),
    (
        "hooks for a cancel run at every end",
        instead(
            engine("Engine+Detaching"),
            "if «ending == .cancelled» {\n            for hook in hooks", "true"),
    ),
    (
        "a hook for the end runs twice",
        first(
            engine("Engine+Detaching"),
            "for hook in hooks where !hook.onlyOnCancel { hook.action() }",
            "for hook in hooks where !hook.onlyOnCancel { hook.action() }"),
    ),
    (
        "effects under one id are torn down in reverse order",
        instead(
            engine("Engine+Cancelling"),
            "detach(top, into: &dying, as: .cancelled)\n        }\n"
            "        sortByStart(&dying)\n        for dead in «dying»",
            "Array(dying.reversed())"),
    ),
    (
        "what ends together is torn down in the order of the tree",
        perform(
            engine("Engine+Detaching"),
            "dying.sort { nodes[$0].order < nodes[$1].order }"),
    ),
    (
        "a released store tears down in the order of start",
        perform(
            engine("Engine+Cancelling"),
            "dying.sort { nodes[$0].order > nodes[$1].order }",
            "dying.sort { nodes[$0].order < nodes[$1].order }"),
    ),
    (
        "a hook can send through an effect that ends with its own",
        perform(
            engine("Engine+Detaching"), "leaveTables(node)\n            «seal(node, ending)»"),
    ),
    (
        "the timer of an ended effect stays armed",
        perform(
            engine("Engine+Detaching"),
            "queue.releaseTimer(nodes[node].timer)"),
    ),
    (
        "a node is used again under its old generation",
        perform(
            engine("Engine+Detaching"), "nodes[node].generation &+= 1"),
    ),
    (
        "an ended effect stays registered under its id",
        perform(
            engine("Engine"), "nodes[node].id = -1\n        «releaseID(id)»"),
    ),
    # Cancellation
    (
        "the next step starts when its chain is cancelled",
        first(
            engine("Engine+Cancelling"),
            "func cancelNode(_ node: Int32) {\n        «let parent»",
            "if nodes[node].kind == .chain, nodes[node].remaining > 0 { cancelChildren(of: node); "
            "nodes[node].live = 1; childEnded(of: node); return }"),
    ),
    (
        "a step that is cancelled by its own id ends the chain",
        perform(
            engine("Engine+Cancelling"),
            "if nodes.isAlive(parent) { «childEnded(of: parent.node)» }\n    }\n\n"
            "    /// Cancels several",
            "if nodes[parent.node].kind == .chain { cancelNode(parent.node) } "
            "else { childEnded(of: parent.node) }"),
    ),
    (
        "a cancel ends only the oldest effect under its id",
        instead(
            engine("Engine+Cancelling"),
            "cancelAll(«holders(of: record)»)\n                }",
            "Array(holders(of: record).prefix(1))"),
    ),
    (
        "cancelInFlight cancels what it is part of",
        instead(
            engine("Engine+Cancelling"), "if «isDisplaceable(only, by: node)»", "true"),
        instead(
            engine("Engine+Cancelling"),
            "cancelAll(«holders(of: record).filter { isDisplaceable($0, by: node) }»)",
            "holders(of: record)"),
    ),
    (
        "cancelInFlight lets the older effect run",
        perform(
            engine("StoreCore+Starting"), "displace(record, exceptAbove: parent)"),
    ),
    (
        "cancelInFlight cancels only the oldest of several",
        instead(
            engine("Engine+Cancelling"),
            "cancelAll(«holders(of: record).filter { isDisplaceable($0, by: node) }»)",
            "Array(holders(of: record).prefix(1)).filter { isDisplaceable($0, by: node) }"),
    ),
    (
        "a child's cancel reaches its parent and its siblings",
        instead(
            engine("Engine+Cancelling"), "scopes.namespace(of: scope.index)", "0"),
    ),
    (
        "a parent's cancel does not reach its children",
        instead(
            engine("Engine+Cancelling"), "guard «scopes.hasChildren(top) || hasChannels» else",
            "false"),
    ),
    (
        "a plain scope has ids of its own",
        instead(engine("EffectScope"), "self.isTransparent = «isTransparent»", "false"),
    ),
    (
        "a scope with an id shares the ids around it",
        instead(engine("EffectScope"), "self.isTransparent = «isTransparent»", "true"),
    ),
    (
        "cancelAll misses what has not started yet",
        first(
            engine("Engine+Cancelling"),
            "guard !ancestors.contains(candidate)",
            "if nodes[candidate].kind == .delay || nodes[candidate].kind == .debounce "
            "|| nodes[candidate].kind == .throttle { continue }"),
    ),
    (
        "cancelAll misses concatenations",
        first(
            engine("Engine+Cancelling"),
            "guard !ancestors.contains(candidate)",
            "if nodes[candidate].kind == .chain { continue }"),
    ),
    (
        "cancelAll cancels what it is part of",
        perform(
            engine("Engine+Cancelling"), "ancestors.insert(current)"),
    ),
    (
        "what a cancel of one id lets go on starts in the order of scopes",
        perform(
            engine("Engine+Cancelling"),
            "holders.sort { nodes[$0].order < nodes[$1].order }"),
    ),
    (
        "what cancelAll lets go on starts in the order of memory",
        perform(
            engine("Engine+Cancelling"),
            "tops.sort { nodes[$0].order < nodes[$1].order }"),
    ),
    (
        "an effect cancels by id in the whole store",
        instead(
            engine("Engine+Ending"), "scope == 0 ? .root : scopes.reference(to: scope)",
            "ScopeReference.root"),
    ),
    (
        "an effect in a plain scope cancels by id in that scope alone",
        instead(
            engine("Engine+Ending"), "let scope = «scopes.namespace(of: nodes[node].scope)»",
            "nodes[node].scope"),
    ),
    (
        "a scope that takes the place of another one answers for it",
        instead(
            engine("ScopeTable"), "Record(generation: «record.generation &+ 1»)",
            "record.generation"),
    ),
    (
        "an id that goes takes others out of sight",
        instead(
            engine("KeyTable"),
            "(next &- home) & mask >= (next &- gap) & mask", "false"),
    ),
    (
        "a cancel of several ids takes the first alone",
        instead(
            engine("StoreCore+Starting"), "for id in «ids» where", "Array(ids.prefix(1))"),
    ),
    (
        "a cancel never includes waiting steps",
        perform(
            engine("Engine+Cancelling"),
            "if includingWaiting { dropWaitingSteps(id, in: top) }"),
    ),
    (
        "a waiting step is dropped after it has started as well",
        instead(
            engine("DroppedStep"), "nodes[node].remaining < dropped.remaining", "true"),
    ),
    (
        "a step that is about to start is not dropped",
        instead(
            engine("DroppedStep"), "(nodes[node].firstChild < 0 ? 1 : 0)", "0"),
    ),
    (
        "waiting steps of other features are dropped as well",
        instead(
            engine("DroppedStep"), "scopes.isWithin(scope, dropped.scope)", "true"),
    ),
    (
        "repeated cancels of waiting steps pile up",
        instead(
            engine("DroppedStep"), "!isNoted(id, scope, node)", "true"),
    ),
    (
        "what is known of dropped steps stays when their chain has ended",
        perform(
            engine("Engine+Detaching"),
            "if nodes[node].hasDroppedSteps { forgetDroppedSteps(of: node) }"),
    ),
    (
        "values of different types are one id",
        instead(
            effects("EffectID"),
            "type = «ObjectIdentifier(TypeTag<ID>.self)»\n        if let bits",
            "Self.bits(of: id) == nil ? ObjectIdentifier(TypeTag<ID>.self) "
            ": ObjectIdentifier(TypeTag<Int>.self)"),
    ),
    # Debounce
    (
        "a debounced call lets the running one run on",
        perform(
            engine("Engine+Waiting"),
            "«displace(id, exceptAbove: parent)»\n        // A hook of what was displaced",
            "if ids[id].waiting >= 0 { cancelNode(ids[id].waiting) }"),
    ),
    (
        "a later debounced call does not restart the wait",
        perform(
            engine("Engine+Postponing"), "queue.schedule(nodes[node].timer, after: interval)"),
    ),
    (
        "a later debounced call of a larger effect does not restart the wait",
        perform(
            engine("Engine+Waiting"),
            "queue.schedule(timer, after: interval, limit: limit)",
            "if waiting < 0 { queue.schedule(timer, after: interval, limit: limit) }"),
    ),
    (
        "a superseded debounced call's task looks as if it ran",
        perform(
            engine("Engine+Postponing"), "nodes[task].generation &+= 1"),
    ),
    (
        "the bound of a debounce is ignored",
        instead(
            time("RunQueue+Stamping"), "if «owner.limit <= deadline» {", "false"),
    ),
    (
        "the bound of a debounce counts without its leading call",
        instead(
            engine("Engine+Waiting"),
            "max(0, plan.maxWait.subtractingSaturated(elapsed))", "plan.maxWait"),
    ),
    (
        "every call of a leading debounce starts at once",
        instead(
            engine("Engine+Waiting"), "now >= ids[id].quietUntil && ids[id].waiting < 0", "true"),
    ),
    (
        "a leading debounce is never quiet",
        perform(engine("Engine+Waiting"), "ids[id].quietUntil = now.addingSaturated(interval)"),
    ),
    (
        "a debounce without a trailing start has one",
        perform(
            engine("Engine+Waiting"), "if !plan.trailing, !leads { return .skipped }"),
    ),
    (
        "the bound of a debounce counts from before its last start",
        perform(
            engine("Engine+Waiting"),
            "ids[id].waiting = -1\n                «ids[id].burstStart = .min»"),
    ),
    (
        "a call that a hook makes does not give way to the one that displaced it",
        perform(
            engine("Engine+Waiting"),
            "if ids[id].waiting >= 0, nodes.isAlive(reference) { cancelNode(ids[id].waiting) }"),
    ),
    (
        "nobody is told that a superseded debounced call's task has ended",
        instead(engine("Engine+Postponing"), "taskCallbacks.isEmpty", "true"),
    ),
    (
        "a debounced call takes the place of one that is part of more",
        instead(engine("Engine+Postponing"), "nodes[task].live == 1", "true"),
    ),
    (
        "a debounced call supersedes the waiting one alone",
        instead(
            engine("Engine+Postponing"),
            "ids[record].firstHolder == node, «ids[record].lastHolder == node»", "true"),
        instead(
            engine("Engine+Postponing"),
            "«ids[record].firstHolder == node», ids[record].lastHolder == node", "true"),
    ),
    (
        "a debounced call keeps the place of the one before among teardowns",
        perform(engine("Engine+Postponing"), "nodes[node].order = nextOrder + 1"),
    ),
    (
        "a debounced call keeps the origin of the one before",
        perform(engine("Engine+Postponing"), "nodes[origin: node].origin = origin"),
    ),
    (
        "a debounced call keeps the time of the one before",
        perform(engine("Engine+Postponing"), "nodes[node].startedAt = queue.startTime"),
    ),
    # Throttle
    (
        "a throttle's window is never open",
        instead(engine("Engine+Windows"), "ids[id].windowStart != .min", "false"),
    ),
    (
        "a throttle's window includes its end",
        instead(engine("Engine+Windows"), "now < ids[id].windowEnd", "now <= ids[id].windowEnd"),
        instead(
            engine("Engine+Windows"), "now < ids[id].windowStart.addingSaturated(interval)",
            "now <= ids[id].windowStart.addingSaturated(interval)"),
        perform(
            engine("Engine+Waiting"), "«pruneWindows(at: now)»\n        let reference",
            "pruneWindows(at: now - 1)"),
    ),
    (
        "a cancel forgets the window of a throttle",
        first(
            engine("Engine+Cancelling"),
            "«let only» = ids[record].firstHolder\n                if only >= 0",
            "ids[record].windowStart = .min"),
    ),
    (
        "a trailing start opens no window",
        perform(
            engine("Engine+Waiting"),
            "openWindow(id, from: queue.now.nanoseconds, for: nodes[node].period)"),
    ),
    (
        "a late trailing start's window counts from when it was due",
        perform(
            engine("Engine+Waiting"),
            "openWindow(id, from: queue.now.nanoseconds, for: nodes[node].period)",
            "openWindow(id, from: ids[id].windowEnd, for: nodes[node].period)"),
    ),
    (
        "a throttled call lets the running one run on",
        perform(
            engine("Engine+Waiting"),
            "if !nodes[node].isShared { displace(id, exceptAbove: node) }"),
        perform(
            engine("Engine+Waiting"),
            "} else {\n                    «displace(id, exceptAbove: parent)»\n"
            "                }\n                return nodes.isAlive"),
    ),
    (
        "the first held call of a window gives way to the next",
        instead(
            engine("Engine+Waiting"), "case .first: if «held >= 0» { return .skipped }",
            "false"),
    ),
    (
        "the latest call of a window does not replace the one that is held",
        first(
            engine("Engine+Waiting"),
            "«if held >= 0» {\n                timer = nodes[held].timer",
            "if held >= 0 { return .skipped }"),
    ),
    (
        "a throttle without a trailing call has one",
        perform(engine("Engine+Waiting"), "case .none: «return .skipped»"),
    ),
    (
        "a shorter use of an id ends its window early",
        instead(
            engine("Engine+Windows"), "max(end, ids[id].windowEnd, ids[id].quietUntil)", "end"),
    ),
    (
        "a longer use of an id does not lengthen its window",
        instead(
            engine("Engine+Waiting"), "if «release > ids[id].windowEnd» {", "false"),
    ),
    (
        "a held call keeps the end of the window it took over",
        instead(
            engine("Engine+Waiting"), "if «queue.deadline(of: timer) != release» {", "false"),
    ),
    (
        "a first held call that is overdue gives way to a new one",
        instead(
            engine("Engine+Waiting"),
            "«trailing == .first», ids[id].held >= 0, interval > 0", "false"),
    ),
    (
        "a sharing call leaves the held one behind",
        perform(
            engine("Engine+Waiting"),
            "if share {\n                    «if ids[id].held >= 0 { cancelNode(ids[id].held) }»"),
    ),
    (
        "windows that are over stay until the next throttled call",
        perform(engine("Engine+Waiting"), "pruneWindows(at: queue.turnTime)"),
    ),
    (
        "windows that are over stay until the next timer",
        perform(engine("Engine+Waiting"), "«pruneWindows(at: now)»\n        let reference"),
    ),
    # Tasks, contexts, observers, the store
    (
        "a task is finished while its last effect runs",
        instead(
            engine("Engine+Tasks"), "{ «!nodes.isAlive(task)» }",
            "!nodes.isAlive(task) || nodes[task.node].firstChild == nodes[task.node].lastChild"),
    ),
    (
        "the end of a task is told twice",
        first(
            engine("Engine+Tasks"), "for action in due { action() }",
            "for action in due { action() }"),
    ),
    (
        "the end of a task is told to nobody",
        perform(engine("Engine+Tasks"), "for action in due { action() }"),
    ),
    (
        "the queued actions of a cancelled task start effects",
        instead(
            engine("StoreCore+Starting"), "if «!isTaskCancelled(root)» {", "true"),
    ),
    (
        "a cancelled task forgets that it was",
        perform(
            engine("Engine+Tasks"), "nodes[task].endedCancelled = nodes[task].isCancelled"),
    ),
    (
        "a task answers for a later one in its place",
        instead(
            engine("Engine+Tasks"), "nodes[task.node].generation == task.generation &+ 1", "true"),
    ),
    (
        "a callback runs in whatever surrounds it",
        instead(engine("EffectContext"), "«hasContexts || queue.contextExit != nil» ? swapContext(of: node) : nil", "false"),
    ),
    (
        "a part of an effect forgets the surroundings of the whole",
        instead(engine("Engine"), "if «hasContexts» { inheritContext", "false"),
    ),
    (
        "the surroundings of an ended effect are kept",
        perform(
            engine("Engine+Detaching"),
            "if hasContexts, Int(node) < contexts.count { contexts[Int(node)] = nil }"),
    ),
    (
        "the surroundings of a callback stay in place behind it",
        perform(engine("EffectContext"), "_ = entered.context.swap(entered.previous)"),
    ),
    (
        "an effect's origin is the action at hand",
        instead(
            engine("Engine"),
            "nodes[parent].kind == .task ? currentOrigin : nodes[origin: parent].origin",
            "currentOrigin"),
    ),
    (
        "a child's effects in flight do not count for the store",
        instead(
            store("RunningEffect"), "scope = «scopes.next(after: scope, within: 0)»", "-1"),
    ),
    (
        "the effects in flight are listed in reverse order",
        instead(
            store("RunningEffect"), "nodes[$0].order < nodes[$1].order",
            "nodes[$0].order > nodes[$1].order"),
    ),
    (
        "observers are called for every action",
        first(
            engine("StoreCore+Draining"),
            "transaction, task: next.task)\n            «if needsSettling»", "notifyObservers()"),
    ),
    (
        "observers are called in reverse order",
        instead(
            engine("ObserverList"), "let callback = entries[«index»].callback { call",
            "entries.count - 1 - index"),
    ),
    (
        "an observer that was removed in a round is called in it",
        perform(
            engine("ObserverList"),
            "goes when the list is whole again.\n        «entries[index].callback = nil»",
            "if rounds == 0 { entries[index].callback = nil }"),
    ),
    (
        "a released token leaves its observer registered",
        perform(store("ObservationToken"), "deinit { «cancel()» }"),
    ),
    (
        "an observer of a part is called when the part is as it was",
        instead(store("Store+Observing"), "next != last", "true"),
    ),
    (
        "an observer of a part compares with the first value",
        perform(store("Store+Observing"), "last = next"),
    ),
    (
        "an observer that wants the present state does not get it",
        perform(store("Store+Observing"), "if initial { onChange(state) }"),
    ),
    (
        "dropped sends are counted for any number of names",
        instead(
            engine("EffectStatistics"), "droppedByEffect.count < Limits.effectNamesCounted",
            "true"),
    ),
    (
        "a signal is watched beyond its effect",
        perform(
            effects("Effect+Sources"),
            "try source.watch(signal: number) {\n                    "
            "send(send.inContext { action() }, fileID: fileID, line: line)\n                }\n"
            "                «send.onTermination { token.cancel() }»"),
    ),
    (
        "a descriptor's failure ends its effect without a word",
        perform(
            effects("Effect+Sources"),
            "case .failure:\n                        «send.finish(\n                            "
            "with: send.inContext { action(result) }, fileID: fileID, line: line)»",
            "send.finish()"),
    ),
    (
        "a transaction stays after its action",
        perform(engine("StoreCore+Draining"), "self.transaction = nil"),
    ),
    (
        "a stop leaves queued actions",
        perform(engine("Engine+Cancelling"), "dropQueuedActions()"),
    ),
    (
        "a stopped store asks for another turn",
        perform(store("Store"), "isSuspended = false\n            «queue.withdraw(self)»"),
    ),
    (
        "a stopped store takes actions",
        instead(
            engine("StoreCore+Draining"), "guard «!isStopped» else {\n            reportStopped",
            "true"),
    ),
    # The loop
    (
        "a wait is rounded down to milliseconds",
        instead(
            loop("EventLoop+Timers"), "rest > 0 ? milliseconds + 1 : milliseconds", "milliseconds"),
    ),
    (
        "an inbox takes one action more than its capacity",
        instead(
            loop("Mailbox"), "state.posts.count + state.unserved < capacity",
            "state.posts.count + state.unserved <= capacity"),
    ),
    (
        "what an inbox has in hand does not count for its capacity",
        instead(loop("Mailbox"), "state.unserved = «waiting»\n            let hasMore", "0"),
    ),
    (
        "an inbox forgets the rest of a long batch",
        instead(
            loop("Mailbox"), "let hasMore = «waiting > 0 || !state.posts.isEmpty»",
            "!state.posts.isEmpty"),
    ),
    (
        "a cancelled job stays in its lane's line",
        instead(
            loop("LaneQueue"), "state.withLock { «$0.waiting.remove(ticket)» }", "nil"),
    ),
    (
        "a lane starts a thread more than its width",
        instead(
            loop("LaneQueue"), "state.workers.count < width", "state.workers.count <= width"),
    ),
    (
        "a stop outside of a run is forgotten",
        instead(
            loop("EventLoop+Run"), "if «door.takeStopRequest() || isStopRequested» { return }",
            "door.takeStopRequest()"),
    ),
    (
        "an inbox announces each post",
        instead(
            loop("Mailbox"), "guard «!state.isAnnounced» else { return }\n            "
            "state.isAnnounced = true\n            state.statistics", "true"),
    ),
    (
        "an inbox goes on serving a store that is gone",
        instead(
            loop("InboxReceiver"), "while next < end, «self.link != nil» {", "true"),
    ),
    (
        "a lane's line loses its place when its head is given up",
        perform(loop("LaneBacklog"), "firstTicket += UInt64(head)"),
    ),
    (
        "a descriptor is served several times in a turn",
        instead(loop("DescriptorWatcher"), "guard «servedTurn != turn» else", "true"),
    ),
    (
        "a descriptor is left non-blocking",
        perform(
            loop("BlockingModes"), "effect_descriptor_make_blocking(member.fileDescriptor)"),
    ),
    (
        "a cancelled watch of a signal keeps the signal",
        perform(loop("SignalWatcher"), "if watches.isEmpty { close() }"),
    ),
    (
        "a cancelled job holds the loop",
        perform(
            loop("Lane"),
            "if isOpen {\n            «unsafe eventLoop.letGo()»\n            queue.withdraw"),
    ),
    # Features that go
    (
        "a child that has gone keeps its effects",
        instead(
            engine("StoreCore+Draining"), "if «hasRemovableScopes» { removeAbsent", "false"),
    ),
    (
        "what a child returned in the action that removes it starts",
        instead(
            engine("StoreCore+Starting"),
            "case .scope(let scope):\n            if «isPresent(scope, below: parent, "
            "in: UnsafeRawPointer(state))»", "true"),
    ),
    (
        "the last action of a child that goes is lost",
        perform(
            engine("StoreCore+Features"),
            "case .send(let action, let source): «receive(action, source, nil, task: task)»"),
    ),
    (
        "a chain of a child that goes sends what comes behind a run",
        instead(
            engine("StoreCore+Features"), "} else if «part.body.isSend» {", "true"),
    ),
    (
        "only the first of several children that go at once is noticed",
        first(
            engine("Engine+Presence"), "let references = absent.map",
            "absent.removeSubrange(1...)"),
    ),
    (
        "the children of a child that has gone stay",
        perform(
            engine("Engine+Presence"),
            "if !isThere { «findRemovable(below: child, &found)» }"),
    ),
    (
        "an element that goes is not noticed where the collection had lost one before",
        instead(
            engine("Engine+Presence"),
            "let hasLostNone = «scopes.records[index].removalMark === log.removalMark»",
            "scopes.records[index].removalMark != nil"),
    ),
    (
        "the child of an element is not looked at while no element goes",
        instead(
            engine("Engine+Presence"),
            "if «scopes.records[index].removable == scopes.records[index].children» {", "true"),
    ),
    (
        "the child of an element that was changed is not looked at",
        perform(
            engine("Engine+Presence"), "look(into: element, scope, in: elements, &found)"),
    ),
    (
        "a child that goes without a change of its element is not looked at",
        instead(
            engine("Engine+Presence"),
            "guard isSameLog, «scopes.records[index].unstored == 0»,", "true"),
    ),
    (
        "of many elements that are changed at once the last ones alone are looked at",
        instead(core("Collections")("EditLog"), "guard «count - seen <= 8» else", "true"),
    ),
    (
        "a copy that is changed writes into the log of the other one",
        perform(
            core("Collections")("IdentifiedArray"),
            "if !isKnownUniquelyReferenced(&edits) { «edits = edits.fork()» }"),
    ),
    (
        "tasks that end with children that go end in the order of the children",
        perform(
            engine("Engine+Presence"), "tops.sort { nodes[$0].order < nodes[$1].order }"),
    ),
    (
        "a throttle of a child that has gone holds up the next one",
        perform(
            engine("Engine+Presence"), "forgetWindows(in: absent)"),
    ),
    (
        "a child that asks to go keeps its effects",
        perform(engine("StoreCore+Features"), "cancelFeature(of: wrapper)"),
    ),
    (
        "a child asks the outermost feature to remove it",
        instead(
            engine("Engine+Presence"),
            "if «nodes[current].isEntrance && nodes[current].hasSlot» { return current }",
            "nodes[current].isEntrance && nodes[current].hasSlot && dismissible(around: "
            "nodes[current].parent) < 0"),
    ),
    (
        "an action for a missing child is not counted",
        perform(engine("Engine+Presence"), "statistics.missingChildren += 1"),
    ),
    (
        "a collection says that nothing was removed when something was",
        perform(
            core("Collections")("IdentifiedArray"),
            "ownedKeys().remove(at: index)\n        «edits = EditLog()»"),
    ),
    (
        "a replaced child keeps the effects of the one before",
        instead(reducers("IfLet"), "«id($0) == present»", "true"),
    ),

    # Policies
    (
        "a queue starts one more than its limit",
        instead(
            engine("Engine+Queues"),
            "let hasRoom = ids[id].firstInLine < 0 && «ids[id].admitted < ids[id].room»",
            "ids[id].admitted <= ids[id].room"),
    ),
    (
        "one that comes to a queue passes those in line",
        instead(
            engine("Engine+Queues"),
            "let hasRoom = «ids[id].firstInLine < 0» && ids[id].admitted", "true"),
    ),
    (
        "the end of one that ran starts nobody in line",
        perform(
            engine("Engine+Queues"),
            "if ids[id].firstInLine >= 0, ids[id].admitted < ids[id].room { noteRoom(id) }"),
    ),
    (
        "the end of one that ran starts all in line",
        instead(
            engine("Engine+Queues"), "while «ids[id].admitted < ids[id].room», ids[id]", "true"),
    ),
    (
        "a part of one that runs waits for it in line",
        instead(engine("Engine+Queues"), "if «isPartOfAdmitted(parent, in: id)» {", "false"),
    ),
    (
        "what is called while another one runs starts",
        instead(
            engine("StoreCore+Starting"), "«isRunning(record, besides: parent)» ? .skipped",
            "false"),
    ),
    (
        "an effect is left out for what it is part of",
        instead(
            engine("Engine+Queues"),
            "nodes[holder].kind != .delay, «!isAncestor(holder, of: node)» { return true }", "true"),
    ),
    (
        "one that is delayed leaves out others",
        instead(
            engine("Engine+Queues"), "if «nodes[holder].kind != .delay», !isAncestor", "true"),
    ),
    (
        "an effect whose policy is delayed is displaced before its turn",
        instead(
            engine("Engine+Cancelling"), "«nodes[holder].kind != .delay» && !isAncestor", "true"),
    ),
    (
        "a repetition goes on after an error",
        perform(effects("Send"), "engine.noteFailure(of: node)"),
    ),
    (
        "the last error waits for one more delay",
        instead(
            effects("Policies/RetryPolicy"), "guard «left > 0» else { return nil }", "left >= 0"),
    ),
    (
        "a second failure of an attempt counts",
        instead(
            effects("Policies/Effect+Retry"), "if «send.isActive», !isCancellation(error)", "true"),
    ),
    (
        "an effect that stops itself is tried again",
        instead(
            effects("Policies/Effect+Retry"), "if send.isActive, «!isCancellation(error)»", "true"),
    ),
    (
        "chance takes a delay below the one before",
        instead(effects("Policies/Backoff"), "«max(delay - spread, floor)»", "delay - spread"),
    ),
    (
        "a back-off that was reset goes on where it was",
        perform(effects("Policies/Backoff"), "public mutating func reset() {\n        «latest = 0»"),
    ),
    (
        "a back-off grows beyond its cap",
        instead(
            effects("Policies/Backoff"), "«min(cap, previous.multipliedSaturated(by: factor))»",
            "previous.multipliedSaturated(by: factor)"),
    ),
    (
        "the others of a race run on",
        perform(
            effects("Policies/Effect+Race"),
            "for other in 0..<count where other != number { handle.cancel(id: id(of: other)) }"),
    ),
    (
        "one that comes after the end of a race starts",
        instead(effects("Policies/Effect+Race"), "if «race.isDecided» { return .none }", "false"),
    ),
    (
        "the time of a full batch goes on for the next one",
        perform(effects("Policies/Batch"), "if case .count = bound { closeWindow() }"),
    ),
    (
        "a batch is discarded that should be flushed",
        perform(
            effects("Policies/Batch"), "if rest == .flush { flush(isEmptyBatch: false) }"),
    ),
    (
        "a future that is called twice counts twice",
        instead(effects("Policies/OneShot"), "if «isUsed» {", "false"),
    ),
    (
        "waits of a step go on after it has completed",
        perform(
            core("Operations")("OperationContext"),
            "for wait in waits { engine.endWait(wait) }"),
    ),
    (
        "the parts of a group run on after a failure",
        perform(core("Operations")("OperationGroup"), "for run in takeRuns() { run.cancel() }"),
    ),
    (
        "an operation that runs out of time runs on",
        perform(
            core("Operations")("Operation+Timeout"),
            "context.after(duration) {\n                        «work.cancel()»"),
    ),
    (
        "the next step starts within a reducer",
        instead(
            core("Operations")("OperationRun"),
            "if let engine = handle.link.engine, «engine.isQuiet» {", "false"),
    ),
    (
        "a step that can no longer complete keeps its effect",
        perform(core("Operations")("OperationContext"), "context.abandon()"),
    ),
]
