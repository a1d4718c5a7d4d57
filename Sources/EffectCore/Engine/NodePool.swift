/// The nodes of one engine: slots that are reused, with a generation each.
@usableFromInline
struct NodePool: ~Copyable {
    @usableFromInline private(set) var nodes: UnsafeMutablePointer<Node>
    @usableFromInline var origins: UnsafeMutablePointer<NodeOrigin>
    @usableFromInline private(set) var capacity: Int
    @usableFromInline private(set) var used = 0
    private var firstFree: Int32 = -1
    /// How many nodes are in use.
    private(set) var count = 0

    init() {
        capacity = 16
        nodes = .allocate(capacity: capacity)
        origins = .allocate(capacity: capacity)
    }

    @inlinable
    deinit {
        nodes.deallocate()
        origins.deallocate()
    }

    @inlinable
    subscript(_ node: Int32) -> Node {
        unsafeAddress { UnsafePointer(nodes + Int(node)) }
        nonmutating unsafeMutableAddress { nodes + Int(node) }
    }

    subscript(origin node: Int32) -> NodeOrigin {
        unsafeAddress { UnsafePointer(origins + Int(node)) }
        nonmutating unsafeMutableAddress { origins + Int(node) }
    }

    var needsGrowth: Bool { firstFree < 0 && used == capacity }

    mutating func grow() {
        let larger = capacity * 2
        let newNodes = UnsafeMutablePointer<Node>.allocate(capacity: larger)
        let newOrigins = UnsafeMutablePointer<NodeOrigin>.allocate(capacity: larger)
        newNodes.moveInitialize(from: nodes, count: used)
        newOrigins.moveInitialize(from: origins, count: used)
        nodes.deallocate()
        origins.deallocate()
        nodes = newNodes
        origins = newOrigins
        capacity = larger
    }

    /// Takes a slot; its generation is the one its references carry.
    mutating func take() -> Int32 {
        count += 1
        if firstFree >= 0 {
            let node = firstFree
            firstFree = nodes[Int(node)].next
            let generation = nodes[Int(node)].generation
            let endedCancelled = nodes[Int(node)].endedCancelled
            nodes[Int(node)] = Node(endedCancelled: endedCancelled, generation: generation)
            return node
        }
        let node = Int32(used)
        used += 1
        (nodes + Int(node)).initialize(to: Node())
        (origins + Int(node)).initialize(to: NodeOrigin())
        return node
    }

    /// Gives a slot back; its generation has moved on already.
    mutating func give(_ node: Int32) {
        count -= 1
        nodes[Int(node)].kind = .free
        nodes[Int(node)].next = firstFree
        firstFree = node
    }

    @inlinable
    func reference(to node: Int32) -> NodeReference {
        NodeReference(node: node, generation: self[node].generation)
    }

    @inlinable
    func isAlive(_ reference: NodeReference) -> Bool {
        reference.node >= 0 && Int(reference.node) < used
            && self[reference.node].generation == reference.generation
    }
}
