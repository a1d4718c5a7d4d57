import EffectDependencies

/// A value written out, a stored property a line, so that two of them can be compared line by line.
struct StateDump {
    private(set) var lines: [String] = []
    /// Objects further up: one that contains itself is not followed.
    private var open: Set<ObjectIdentifier> = []

    init(_ value: Any) { add(value, prefix: "", suffix: "", depth: 0) }

    /// The value in one line, cut where it is too long for a list.
    static func line(_ value: Any, limit: Int = 160) -> String {
        let dump = StateDump(value).lines
        var text = ""
        for line in dump {
            let part = line.drop { $0 == " " }
            if !text.isEmpty, text.last != "(", text.last != "[", part.first != ")",
                part.first != "]"
            {
                text += " "
            }
            text += part
            if text.count > limit { return text.prefix(limit) + "…" }
        }
        return text
    }

    private mutating func add(_ value: Any, prefix: String, suffix: String, depth: Int) {
        let indent = String(repeating: "  ", count: depth)
        func write(_ text: String) { lines.append(indent + prefix + text + suffix) }
        if let leaf = Self.leaf(value) { return write(leaf) }
        let mirror = Mirror(reflecting: value)
        switch mirror.displayStyle {
        case .optional:
            guard let wrapped = mirror.children.first else { return write("nil") }
            add(wrapped.value, prefix: prefix, suffix: suffix, depth: depth)
        case .enum:
            guard let child = mirror.children.first else { return write(".\(value)") }
            addCase(
                child.label ?? "?", child.value, prefix: prefix, suffix: suffix, depth: depth)
        case .collection:
            let children = mirror.children.enumerated().map { ("[\($0)]: ", $1.value) }
            addGroup("[", children, "]", prefix: prefix, suffix: suffix, depth: depth)
        case .set:
            let sorted = mirror.children.map { ("", $0.value) }
                .sorted { Self.line($0.1) < Self.line($1.1) }
            addGroup("{", sorted, "}", prefix: prefix, suffix: suffix, depth: depth)
        case .dictionary:
            let sorted = mirror.children.map { Self.entry($0.value) }.sorted { $0.0 < $1.0 }
            let open = sorted.isEmpty ? "[:" : "["
            addGroup(open, sorted, "]", prefix: prefix, suffix: suffix, depth: depth)
        case .class:
            let id = ObjectIdentifier(value as AnyObject)
            guard open.insert(id).inserted else { return write("\(type(of: value))(…)") }
            addFields(of: mirror, "\(type(of: value))", prefix, suffix, depth)
            open.remove(id)
        case .tuple: addFields(of: mirror, "", prefix, suffix, depth)
        case .struct, .none, .some:
            addFields(of: mirror, "\(type(of: value))", prefix, suffix, depth)
        }
    }

    private mutating func addFields(
        of mirror: Mirror, _ name: String, _ prefix: String, _ suffix: String, _ depth: Int
    ) {
        var fields: [(String, Any)] = []
        var level: Mirror? = mirror
        while let present = level {
            let own = present.children.map { (Self.label($0.label), $0.value) }
            fields = own + fields
            level = present.superclassMirror
        }
        addGroup(name + "(", fields, ")", prefix: prefix, suffix: suffix, depth: depth)
    }

    private mutating func addCase(
        _ name: String, _ payload: Any, prefix: String, suffix: String, depth: Int
    ) {
        let mirror = Mirror(reflecting: payload)
        // One value with a label is a tuple of one to a mirror, and so is a tuple of several.
        let isTuple = mirror.displayStyle == .tuple
        let fields: [(String, Any)] =
            isTuple ? mirror.children.map { (Self.label($0.label), $0.value) } : [("", payload)]
        let leaves = fields.map { label, value in Self.short(value).map { label + $0 } }
        if !leaves.contains(nil) {
            let text = "." + name + "(" + leaves.compactMap { $0 }.joined(separator: ", ") + ")"
            lines.append(String(repeating: "  ", count: depth) + prefix + text + suffix)
        } else {
            addGroup("." + name + "(", fields, ")", prefix: prefix, suffix: suffix, depth: depth)
        }
    }

    private mutating func addGroup(
        _ open: String, _ children: [(String, Any)], _ close: String, prefix: String,
        suffix: String, depth: Int
    ) {
        let indent = String(repeating: "  ", count: depth)
        guard !children.isEmpty else {
            lines.append(indent + prefix + open + close + suffix)
            return
        }
        lines.append(indent + prefix + open)
        for (index, child) in children.enumerated() {
            let comma = index == children.count - 1 ? "" : ","
            add(child.1, prefix: child.0, suffix: comma, depth: depth + 1)
        }
        lines.append(indent + close + suffix)
    }

    // MARK: Leaves

    /// The text of a value without parts worth a line of their own.
    private static func leaf(_ value: Any) -> String? {
        switch value {
        case let text as String: return "\"" + text + "\""
        case let text as Substring: return "\"" + text + "\""
        case let character as Character: return "\"\(character)\""
        case let duration as Duration: return "\(duration)"
        case is any BinaryInteger, is any BinaryFloatingPoint, is Bool, is Any.Type:
            return "\(value)"
        case let id as UniqueID: return "\(id)"
        case is Void: return "()"
        default: break
        }
        let mirror = Mirror(reflecting: value)
        // A closure, a pointer: nothing to look into.
        return mirror.displayStyle == nil && mirror.children.isEmpty ? "\(value)" : nil
    }

    /// The text of a value that is a leaf, an empty group, or a case around leaves.
    private static func short(_ value: Any) -> String? {
        let dump = StateDump(value).lines
        return dump.count == 1 ? dump[0] : nil
    }

    private static func label(_ name: String?) -> String {
        guard let name, name.first != "." else { return "" }
        return name + ": "
    }

    private static func entry(_ pair: Any) -> (String, Any) {
        let parts = Array(Mirror(reflecting: pair).children)
        return (line(parts[0].value) + ": ", parts[1].value)
    }
}
