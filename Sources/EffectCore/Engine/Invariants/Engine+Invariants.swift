#if DEBUG
    /// What holds between two steps: the tree, the ids, the scopes and the timers agree.
    extension Engine {
        /// How much there is to look at.
        var recordCount: Int { nodes.used + ids.count + queue.timerSlotCount }

        func checkInvariants() {
            let tally = checkTree()
            checkIDs()
            checkScopes(tally.scopes)
            queue.checkInvariants()
            require(
                queue.timerCount(of: self) == tally.timers,
                "Engine: a timer is armed for no effect")
            windows.checkInvariants()
        }

        private struct Tally {
            var timers = 0
            /// How many nodes and ids refer to each scope.
            var scopes: [Int32: Int32] = [:]
        }

        // MARK: The tree

        private func checkTree() -> Tally {
            var tally = Tally()
            var alive = 0
            var children = 0
            let queuedTasks = queuedTasks()
            for node in 0..<Int32(nodes.used) where nodes[node].kind != .free {
                alive += 1
                require(nodes[node].kind != .dying, "Engine: an effect has ended by half")
                let count = checkChildren(of: node)
                children += Int(count)
                checkCounts(of: node, children: count, queuedTasks)
                if nodes[node].timer >= 0 {
                    tally.timers += 1
                    checkTimer(of: node)
                }
                checkPayload(of: node)
                if nodes[node].scope > 0 { tally.scopes[nodes[node].scope, default: 0] += 1 }
            }
            require(alive == nodes.count, "Engine: the pool counts other nodes than there are")
            let tasks = (0..<Int32(nodes.used)).count { nodes[$0].kind == .task }
            require(children == alive - tasks, "Engine: an effect is in no list of children")
            require(!isShutDown || alive == 0, "Engine: an effect has outlived its store")
            for dropped in droppedSteps {
                require(nodes[dropped.chain].kind == .chain, "Engine: a note about a chain is left")
                tally.scopes[dropped.scope, default: 0] += 1
            }
            require(
                abandonedHooks.keys.allSatisfy { nodes[$0].kind == .run && nodes[$0].send == nil },
                "Engine: hooks are left of an effect that has ended")
            return tally
        }

        /// Walks the list of children in both directions at once; answers how many there are.
        private func checkChildren(of parent: Int32) -> Int32 {
            var count: Int32 = 0
            var previous: Int32 = -1
            var child = nodes[parent].firstChild
            while child >= 0 {
                require(
                    nodes[child].parent == parent && nodes[child].previous == previous
                        && nodes[child].kind != .free && nodes[child].task == nodes[parent].task,
                    "Engine: a list of children is broken")
                count += 1
                previous = child
                child = nodes[child].next
            }
            require(
                nodes[parent].lastChild == previous || count == 0,
                "Engine: a list of children has another end")
            return count
        }

        private func checkCounts(of node: Int32, children: Int32, _ queuedTasks: [Int32: Int32]) {
            let live = nodes[node].live
            switch nodes[node].kind {
            case .task:
                require(
                    nodes[node].task == node && nodes[node].parent < 0,
                    "Engine: a task is part of another")
                require(
                    live == children + (queuedTasks[node] ?? 0) && live > 0,
                    "Engine: a task counts other work than it has")
            case .group:
                require(live == children && live > 0, "Engine: a merge counts other effects")
            case .chain, .series, .wrapper, .timeout:
                require(live == 1 && children == 1, "Engine: a chain or a wrapper is empty")
            case .run: break
            case .free, .dying, .wait, .after, .sleep, .timer, .delay, .debounce, .throttle,
                .queued:
                require(children == 0, "Engine: an effect without parts has one")
            }
        }

        private func checkTimer(of node: Int32) {
            require(
                queue.isOwner(self, token: node, of: nodes[node].timer),
                "Engine: a timer is another effect's")
        }

        /// What a kind of node cannot be without.
        private func checkPayload(of node: Int32) {
            var hasTimer = false
            var hasSlot = false
            switch nodes[node].kind {
            case .wait, .after, .timer, .delay, .debounce, .throttle, .timeout:
                hasTimer = true
                hasSlot = true
            case .sleep: hasTimer = true
            case .chain, .series, .queued: hasSlot = true
            case .run, .free, .dying, .task, .group, .wrapper: break
            }
            require(
                hasTimer == (nodes[node].timer >= 0), "Engine: an effect waits without a timer")
            // A feature that can be dismissed keeps the action for that in its wrapper.
            require(
                hasSlot == nodes[node].hasSlot || nodes[node].isEntrance,
                "Engine: the slot of an effect is empty, or in use")
            if let send = nodes[node].send {
                let handle = send.retain().takeUnretainedValue()
                require(
                    handle.node == node && handle.state == .active,
                    "Engine: a running effect has another's handle")
                send.release()
            }
        }

        // MARK: The tables

        private func checkIDs() {
            var records = Set<Int32>()
            for node in 0..<Int32(nodes.used) where nodes[node].kind != .free {
                if nodes[node].id >= 0 { records.insert(nodes[node].id) }
            }
            for record in records {
                var count: Int32 = 0
                var previous: Int32 = -1
                var holder = ids[record].firstHolder
                while holder >= 0 {
                    require(
                        nodes[holder].id == record && nodes[holder].previousHolder == previous,
                        "Engine: a list of holders is broken")
                    count += 1
                    previous = holder
                    holder = nodes[holder].nextHolder
                }
                require(ids[record].lastHolder == previous, "Engine: a list of holders ends early")
                let windows: Int32 = ids[record].window >= 0 ? 1 : 0
                let notes = Int32(roomyIDs.count { $0 == record })
                require(
                    ids[record].references == count + windows + notes,
                    "Engine: an id counts other holders than it has")
                require(
                    ids.find(ids[record].id, in: ids[record].scope) == record,
                    "Engine: the record of an id cannot be found")
                checkGates(of: record)
                checkLine(of: record)
            }
            let holding = (0..<Int32(nodes.used)).count {
                nodes[$0].kind != .free && nodes[$0].id >= 0
            }
            let listed = records.reduce(0) { $0 + holders(of: $1).count }
            require(holding == listed, "Engine: a holder of an id is in no list")
            let windowsOnly = windows.count - records.count { ids[$0].window >= 0 }
            require(
                ids.count == records.count + windowsOnly,
                "Engine: the record of an id is left that nobody holds")
        }

        private func checkGates(of record: Int32) {
            let (waiting, held) = (ids[record].waiting, ids[record].held)
            require(
                waiting < 0 || nodes[waiting].kind == .debounce && nodes[waiting].id == record,
                "Engine: a debounced call waits that has ended")
            require(
                held < 0 || nodes[held].kind == .throttle && nodes[held].id == record,
                "Engine: a throttled call is held that has ended")
            if let window = ids[record].window as Int32?, window >= 0 {
                require(windows.token(of: window) == record, "Engine: a window is another id's")
            }
        }

        private func checkLine(of record: Int32) {
            let holders = holders(of: record)
            require(
                ids[record].firstInLine == holders.first { nodes[$0].kind == .queued } ?? -1,
                "Engine: a queue begins elsewhere")
            require(
                ids[record].admitted == holders.count { nodes[$0].isAdmitted },
                "Engine: a queue counts other effects than run")
        }

        private func checkScopes(_ nodesAndNotes: [Int32: Int32]) {
            var references = nodesAndNotes
            ids.forEachScope { scope in
                if scope > 0 { references[scope, default: 0] += 1 }
            }
            scopes.checkInvariants(references)
            var entrances = 0
            for scope in scopes.records.indices.map({ Int32($0) }) {
                var previous: Int32 = -1
                for node in self.entrances(of: scope) {
                    require(
                        nodes[node].isEntrance && nodes[node].scope == scope
                            && nodes[node].kind == .wrapper
                            && nodes[node].previousHolder == previous,
                        "Engine: a list of entrances is broken")
                    previous = node
                    entrances += 1
                }
                require(
                    scopes.records[Int(scope)].lastEntrance == previous,
                    "Engine: a list of entrances has another end")
            }
            let marked = (0..<Int32(nodes.used)).count {
                nodes[$0].kind != .free && nodes[$0].isEntrance
            }
            require(entrances == marked, "Engine: an entrance is in no list")
            require(
                hasRemovableScopes || scopes.removableCount == 0,
                "Engine: a child that can go is not looked at")
        }
    }
#endif
