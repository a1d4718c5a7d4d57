#if !hasFeature(Embedded)
    /// A value as one short line, by reflection: what it is, not all that it holds.
    enum ValueText {
        /// Characters of a text: it stands beside others on a screen.
        static let lengthLimit = 200
        /// Elements of a collection that are written out.
        static let elementLimit = 8
        /// Values in values that are written out.
        static let depthLimit = 5

        /// The value in one line.
        static func text(of value: Any) -> String { cut(text(of: value, depth: 0)) }

        /// The value as an index: a string without its quotes.
        static func key(_ value: Any) -> String { (value as? String).map(cut) ?? text(of: value) }

        private static func text(of value: Any, depth: Int) -> String {
            if let string = value as? String {
                return string.prefix(lengthLimit + 1).debugDescription
            }
            if let elements = value as? any ElementsByID {
                return list(elements.elementsByID.map(\.value), depth)
            }
            let mirror = Mirror(reflecting: value)
            switch mirror.displayStyle {
            case .optional:
                return mirror.children.first.map { text(of: $0.value, depth: depth) } ?? "nil"
            case .collection:
                return list(
                    mirror.children.prefix(elementLimit).map(\.value), depth,
                    of: mirror.children.count)
            case .dictionary, .set:
                return unordered(mirror, depth)
            case .class where !(value is any CustomStringConvertible):
                // Objects may lead to each other in a circle.
                return "\(mirror.subjectType)"
            default:
                break
            }
            if value is any CustomStringConvertible || mirror.children.isEmpty {
                return String(describing: value)
            }
            guard depth < depthLimit else { return "…" }
            if mirror.displayStyle == .enum, let child = mirror.children.first {
                return (child.label ?? "") + payload(child.value, depth)
            }
            let name = mirror.displayStyle == .tuple ? "" : "\(mirror.subjectType)"
            return name + parts(mirror, depth)
        }

        /// What is in a case: a tuple is written as the case's own list.
        private static func payload(_ value: Any, _ depth: Int) -> String {
            let mirror = Mirror(reflecting: value)
            if mirror.displayStyle == .tuple { return parts(mirror, depth) }
            return "(\(text(of: value, depth: depth + 1)))"
        }

        private static func parts(_ mirror: Mirror, _ depth: Int) -> String {
            let parts = mirror.children.map { label, value in
                let text = text(of: value, depth: depth + 1)
                guard let label, !label.hasPrefix(".") else { return text }
                return "\(label): \(text)"
            }
            return "(\(parts.joined(separator: ", ")))"
        }

        private static func list(_ values: [Any], _ depth: Int, of count: Int? = nil) -> String {
            guard depth < depthLimit else { return "…" }
            var parts = values.prefix(elementLimit).map { text(of: $0, depth: depth + 1) }
            let more = (count ?? values.count) - parts.count
            if more > 0 { parts.append("\(more) more") }
            return "[\(parts.joined(separator: ", "))]"
        }

        /// In the order of the texts, and only a number where there are many.
        private static func unordered(_ mirror: Mirror, _ depth: Int) -> String {
            guard mirror.children.count <= elementLimit else {
                return "[\(mirror.children.count) elements]"
            }
            guard depth < depthLimit else { return "…" }
            let isDictionary = mirror.displayStyle == .dictionary
            if isDictionary, mirror.children.isEmpty { return "[:]" }
            let parts = mirror.children.map { child in
                guard isDictionary else { return text(of: child.value, depth: depth + 1) }
                return Mirror(reflecting: child.value).children
                    .map { text(of: $0.value, depth: depth + 1) }.joined(separator: ": ")
            }
            return "[\(parts.sorted().joined(separator: ", "))]"
        }

        private static func cut(_ text: String) -> String {
            let line = String(text.prefix(lengthLimit + 1).map { $0.isNewline ? " " : $0 })
            return line.count > lengthLimit ? "\(line.prefix(lengthLimit))…" : line
        }
    }
#endif
