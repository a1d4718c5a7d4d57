/// Scopes whose child may go away, and with it its effects.
///
/// After each action the states of the scopes that have effects are looked at, from the root down.
/// A branch without a scope that can go is not entered, a collection whose mark is the same has lost
/// nothing, and below it only the elements that its log names are looked into: so an action that
/// removes nothing costs the same however many effects there are. (Children that are reached by a
/// closure or a computed property may go without a trace: an element with one is always looked into.)
extension Engine {
    // MARK: Entrances

    /// Moves a wrapper, which has no child yet, into a scope below its parent's.
    @usableFromInline
    func enter(_ scope: EffectScope, _ node: Int32) {
        let outer = nodes[node].scope
        let inner = scopes.enter(scope, below: outer)
        scopes.retain(inner)
        nodes[node].scope = inner
        scopes.release(outer)
        hasRemovableScopes = scopes.removableCount > 0
        // A wrapper that has no id is in no list of holders.
        let last = scopes.records[Int(inner)].lastEntrance
        nodes[node].isEntrance = true
        nodes[node].previousHolder = last
        if last >= 0 {
            nodes[last].nextHolder = node
        } else {
            scopes.records[Int(inner)].firstEntrance = node
        }
        scopes.records[Int(inner)].lastEntrance = node
    }

    func leaveScope(_ node: Int32) {
        let scope = Int(nodes[node].scope)
        let previous = nodes[node].previousHolder
        let next = nodes[node].nextHolder
        if previous >= 0 {
            nodes[previous].nextHolder = next
        } else {
            scopes.records[scope].firstEntrance = next
        }
        if next >= 0 {
            nodes[next].previousHolder = previous
        } else {
            scopes.records[scope].lastEntrance = previous
        }
        nodes[node].isEntrance = false
        nodes[node].previousHolder = -1
        nodes[node].nextHolder = -1
    }

    func entrances(of scope: Int32) -> [Int32] {
        var found: [Int32] = []
        var node = scopes.records[Int(scope)].firstEntrance
        while node >= 0 {
            found.append(node)
            node = nodes[node].nextHolder
        }
        return found
    }

    // MARK: Presence

    /// Whether the child of a scope is there, as seen from a node in its parent's scope.
    @usableFromInline
    func isPresent(_ scope: EffectScope, below node: Int32, in state: UnsafeRawPointer) -> Bool {
        guard let isPresent = scope.isPresent else { return true }
        var path: [EffectScope] = []
        var current = nodes[node].scope
        while current > 0 {
            if let outer = scopes.records[Int(current)].scope { path.append(outer) }
            current = scopes.records[Int(current)].parent
        }
        var found = false
        Self.follow(path[...], in: state) { found = isPresent($0) }
        return found
    }

    /// Calls back with the state that a path of scopes, innermost first, leads to, if it does.
    private static func follow(
        _ path: ArraySlice<EffectScope>, in state: UnsafeRawPointer,
        _ body: (UnsafeRawPointer) -> Void
    ) {
        guard let outermost = path.last else { return body(state) }
        outermost.visit(state) { follow(path.dropLast(), in: $0, body) }
    }

    /// Cancels the effects of children that are not there any more, in the order in which they started.
    @usableFromInline
    func removeAbsent(_ state: UnsafeRawPointer) {
        hasRemovableScopes = scopes.removableCount > 0
        var absent: [Int32] = []
        if hasRemovableScopes { findAbsent(below: 0, in: state, &absent) }
        guard !absent.isEmpty else { return }
        let references = absent.map { scopes.reference(to: $0) }
        // Windows go first: the record of a scope may go with the last of its effects.
        forgetWindows(in: absent)
        var tops: [Int32] = []
        for scope in references where scopes.isAlive(scope) { tops += entrances(of: scope.index) }
        tops.sort { nodes[$0].order < nodes[$1].order }
        cancelAll(tops)
        // What the reducer let go of ends after the effect that it returned has started.
        if queuedWork > workBase { duties.startQueued(self) }
    }

    /// Goes as deep as features are nested, as reducing does.
    private func findAbsent(
        below parent: Int32, in state: UnsafeRawPointer, _ absent: inout [Int32]
    ) {
        var child = scopes.records[Int(parent)].firstChild
        while child >= 0 {
            let next = scopes.records[Int(child)].next
            if let scope = scopes.records[Int(child)].scope {
                look(into: child, scope, in: state, &absent)
            }
            child = next
        }
    }

    private func look(
        into child: Int32, _ scope: EffectScope, in state: UnsafeRawPointer,
        _ absent: inout [Int32]
    ) {
        if let isPresent = scope.isPresent, !isPresent(state) {
            absent.append(child)
            return
        }
        guard scopes.records[Int(child)].removable > 0 else { return }
        if let edits = scope.edits?(state), isSettled(child, scope, edits, in: state, &absent) {
            return
        }
        var isThere = false
        var found: [Int32] = []
        scope.visit(state) { inner in
            isThere = true
            findAbsent(below: child, in: inner, &found)
        }
        if !isThere { findRemovable(below: child, &found) }
        absent += found
    }

    /// Looks into those elements of a collection that may have lost a child; answers false where that may
    /// be any of them.
    private func isSettled(
        _ child: Int32, _ scope: EffectScope, _ log: EditLog, in state: UnsafeRawPointer,
        _ absent: inout [Int32]
    ) -> Bool {
        let index = Int(child)
        let hasLostNone = scopes.records[index].removalMark === log.removalMark
        let isSameLog = scopes.records[index].editLog === log.identity
        let seen = scopes.records[index].edits
        if !hasLostNone { scopes.records[index].removalMark = log.removalMark }
        if !isSameLog { scopes.records[index].editLog = log.identity }
        scopes.records[index].edits = log.count
        guard hasLostNone else { return false }
        // Its elements are there. Nothing below them can go, or nothing below them was changed.
        if scopes.records[index].removable == scopes.records[index].children { return true }
        guard isSameLog, scopes.records[index].unstored == 0, let elementID = scope.elementID
        else { return false }
        if seen == log.count { return true }
        var found: [Int32] = []
        var isNamed = false
        scope.visit(state) { elements in
            isNamed = log.positions(since: seen) { position in
                let id = elementID(elements, position)
                guard let element = scopes.table.find(id, in: child),
                    let scope = scopes.records[Int(element)].scope
                else { return }
                look(into: element, scope, in: elements, &found)
            }
        }
        // An element may have been changed twice.
        for scope in found where !absent.contains(scope) { absent.append(scope) }
        return isNamed
    }

    /// The outermost scopes that can go, of a child that is not there.
    private func findRemovable(below top: Int32, _ found: inout [Int32]) {
        var scope = scopes.next(after: top, within: top)
        while scope >= 0 {
            if scopes.records[Int(scope)].scope?.isPresent != nil { found.append(scope) }
            scope = scopes.next(after: scope, within: top)
        }
    }

    /// A child that comes back has no throttle or quiet time from before. O(windows), however many
    /// children have gone.
    private func forgetWindows(in absent: [Int32]) {
        guard windows.count > 0 else { return }
        let absent = Set(absent)
        for window in windows.armedTokens() {
            var scope = ids[window].scope
            while scope >= 0, !absent.contains(scope) { scope = scopes.parent(of: scope) }
            if scope >= 0 { forgetWindow(window) }
        }
    }

    // MARK: Dismissal

    /// The wrapper of the nearest feature around a node that a parent can remove.
    @usableFromInline
    func dismissible(around node: Int32) -> Int32 {
        var current = node
        while current >= 0 {
            if nodes[current].isEntrance && nodes[current].hasSlot { return current }
            current = nodes[current].parent
        }
        return -1
    }

    /// Cancels all that runs in the scope of a wrapper.
    @usableFromInline
    func cancelFeature(of wrapper: Int32) {
        cancelAll(entrances(of: nodes[wrapper].scope))
    }

    @usableFromInline
    func reportNoDismissal(_ source: ActionSource) {
        report(
            .dismissalUnserved,
            "a feature asked to be dismissed, and no feature around it has an action for that",
            source.line == 0 ? currentOrigin : source, origin: currentOrigin)
    }

    // MARK: Missing children

    @usableFromInline
    func noteMissing(_ child: MissingChild) {
        statistics.missingChildren += 1
        #if DEBUG
            report(.missingChild, child.message, child.source, origin: currentOrigin)
        #endif
    }
}

/// An action that addressed a child whose state is not there.
@usableFromInline
final class MissingChild {
    @usableFromInline let source: ActionSource
    let message: String

    /// - Parameter source: Where the child was declared.
    @usableFromInline
    init(_ message: String, _ source: ActionSource) {
        self.message = message
        self.source = source
    }
}

extension Effect {
    /// Says that an action addressed a child that is not there; `operation` declared it at `source`.
    @usableFromInline
    static func missingChild(
        _ operation: StaticString, _ action: Action, _ source: ActionSource
    ) -> Effect {
        #if DEBUG && !hasFeature(Embedded)
            let message = "\(operation): \(action) was sent to a child that is not there"
        #elseif DEBUG
            let message = "an action was sent to a child that is not there"
        #else
            let message = ""
        #endif
        return Effect(.missingChild(MissingChild(message, source)))
    }
}
