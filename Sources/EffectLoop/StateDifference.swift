#if !hasFeature(Embedded)
    /// What differs between two values, as lines that name the paths; found by reflection.
    ///
    /// Goes as deep as values are nested, up to a limit; over the elements of a collection it loops.
    struct StateDifference {
        /// Deeper values are compared by their text: a list made of an enum may be very long.
        static let depthLimit = 32
        /// Values that are looked at: a store with a large state must still answer.
        static let valueLimit = 100_000
        /// Lines that are kept: a screen or two.
        static let lineLimit = 100

        private struct Pair: Hashable {
            var old: ObjectIdentifier
            var new: ObjectIdentifier
        }

        private var lines: [String] = []
        private var skippedLines = 0
        private var values = 0
        private var objects: Set<Pair> = []

        /// The lines, or a word for none.
        var text: String {
            var all = lines
            if skippedLines > 0 { all.append("  \(skippedLines) more lines") }
            if values > Self.valueLimit { all.append("  not everything was compared") }
            return all.isEmpty ? "  no change" : all.joined(separator: "\n")
        }

        mutating func compare(_ old: Any, _ new: Any) { compare(old, new, "", 0) }

        private mutating func compare(_ old: Any, _ new: Any, _ path: String, _ depth: Int) {
            values += 1
            guard values <= Self.valueLimit else { return }
            let (oldMirror, newMirror) = (Mirror(reflecting: old), Mirror(reflecting: new))
            guard depth < Self.depthLimit, oldMirror.subjectType == newMirror.subjectType else {
                return compareTexts(old, new, path)
            }
            if let old = old as? any ElementsByID, let new = new as? any ElementsByID {
                return compareByKey(
                    old.elementsByID, new.elementsByID, path, depth, isOrdered: true)
            }
            switch oldMirror.displayStyle {
            case .optional:
                guard let old = oldMirror.children.first, let new = newMirror.children.first else {
                    return compareTexts(old, new, path)
                }
                compare(old.value, new.value, path, depth + 1)
            case .collection:
                compareByIndex(oldMirror, newMirror, path, depth)
            case .dictionary:
                compareByKey(entries(of: oldMirror), entries(of: newMirror), path, depth)
            case .set:
                compareByKey(members(of: oldMirror), members(of: newMirror), path, depth)
            case .class:
                let (old, new) = (old as AnyObject, new as AnyObject)
                let pair = Pair(old: ObjectIdentifier(old), new: ObjectIdentifier(new))
                if old !== new, objects.insert(pair).inserted {
                    compareChildren(oldMirror, newMirror, path, depth)
                }
            default:
                compareParts(old, new, oldMirror, newMirror, path, depth)
            }
        }

        /// Of structs, tuples and enums.
        private mutating func compareParts(
            _ old: Any, _ new: Any, _ oldMirror: Mirror, _ newMirror: Mirror, _ path: String,
            _ depth: Int
        ) {
            let isSameCase =
                oldMirror.displayStyle != .enum
                || oldMirror.children.first?.label == newMirror.children.first?.label
            // What has a description of its own is told by it, as long as that tells the difference.
            let isDescribed =
                old is any CustomStringConvertible
                && ValueText.text(of: old) != ValueText.text(of: new)
            if oldMirror.children.isEmpty || !isSameCase || isDescribed {
                return compareTexts(old, new, path)
            }
            compareChildren(oldMirror, newMirror, path, depth)
        }

        private mutating func compareChildren(
            _ old: Mirror, _ new: Mirror, _ path: String, _ depth: Int
        ) {
            for (old, new) in zip(old.children, new.children) {
                let label = old.label ?? ""
                // The parts of a tuple without labels are called `.0` and `.1`.
                let name = label.hasPrefix(".") ? String(label.dropFirst()) : label
                compare(old.value, new.value, path.isEmpty ? name : "\(path).\(name)", depth + 1)
            }
            if let old = old.superclassMirror, let new = new.superclassMirror {
                compareChildren(old, new, path, depth)
            }
        }

        private mutating func compareByIndex(
            _ old: Mirror, _ new: Mirror, _ path: String, _ depth: Int
        ) {
            let olds = old.children.makeIterator()
            let news = new.children.makeIterator()
            var index = 0
            while values <= Self.valueLimit {
                let (old, new) = (olds.next()?.value, news.next()?.value)
                let place = "\(path)[\(index)]"
                switch (old, new) {
                case (nil, nil): return
                case (let old?, let new?): compare(old, new, place, depth + 1)
                case (let old?, nil): remove(old, place)
                case (nil, let new?): add(new, place)
                }
                index += 1
            }
        }

        private mutating func compareByKey(
            _ old: [Entry], _ new: [Entry], _ path: String, _ depth: Int, isOrdered: Bool = false
        ) {
            let news = Dictionary(new.map { ($0.key, $0.value) }) { first, _ in first }
            let olds = Set(old.map(\.key))
            for entry in old {
                let place = "\(path)[\(ValueText.key(entry.key.base))]"
                if let new = news[entry.key] {
                    compare(entry.value, new, place, depth + 1)
                } else {
                    remove(entry.value, place)
                }
            }
            for entry in new where !olds.contains(entry.key) {
                add(entry.value, "\(path)[\(ValueText.key(entry.key.base))]")
            }
            let kept = (
                old.map(\.key).filter { news[$0] != nil }, new.map(\.key).filter(olds.contains)
            )
            if isOrdered, kept.0 != kept.1 {
                compareTexts(
                    kept.0.map(\.base), kept.1.map(\.base), path.isEmpty ? "ids" : "\(path).ids")
            }
        }

        // MARK: Lines

        private mutating func compareTexts(_ old: Any, _ new: Any, _ path: String) {
            // A long text is cut, and may differ behind that.
            let areOtherStrings = (old as? String) != (new as? String)
            guard areOtherStrings || ValueText.text(of: old) != ValueText.text(of: new) else {
                return
            }
            remove(old, path)
            add(new, path)
        }

        private mutating func remove(_ value: Any, _ path: String) { append("-", value, path) }

        private mutating func add(_ value: Any, _ path: String) { append("+", value, path) }

        private mutating func append(_ sign: String, _ value: Any, _ path: String) {
            values += 1
            guard lines.count < Self.lineLimit else { return skippedLines += 1 }
            let text = ValueText.text(of: value)
            lines.append(path.isEmpty ? "\(sign) \(text)" : "\(sign) \(path): \(text)")
        }
    }

    // MARK: Elements with keys

    extension StateDifference {
        struct Entry {
            var key: AnyHashable
            var value: Any
        }

        /// In the order of their texts: a dictionary's own order is another one in each run.
        private func entries(of dictionary: Mirror) -> [Entry] {
            sorted(
                dictionary.children.compactMap { child in
                    let parts = Mirror(reflecting: child.value).children.map(\.value)
                    guard parts.count == 2, let key = parts[0] as? AnyHashable else { return nil }
                    return Entry(key: key, value: parts[1])
                })
        }

        private func members(of set: Mirror) -> [Entry] {
            sorted(
                set.children.compactMap { child in
                    (child.value as? AnyHashable).map { Entry(key: $0, value: child.value) }
                })
        }

        private func sorted(_ entries: [Entry]) -> [Entry] {
            entries.map { (ValueText.key($0.key.base), $0) }.sorted { $0.0 < $1.0 }.map(\.1)
        }
    }

    /// A collection whose elements are compared with those of the same id.
    protocol ElementsByID {
        var elementsByID: [StateDifference.Entry] { get }
    }

    extension IdentifiedArray: ElementsByID {
        var elementsByID: [StateDifference.Entry] {
            zip(ids, elements).map { StateDifference.Entry(key: AnyHashable($0), value: $1) }
        }
    }
#endif
