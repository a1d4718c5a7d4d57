public import EffectCore

/// The top of a tree of features that is eight deep: a property, what may be absent, an element and a
/// case of an enum, twice over, down to a meter that only counts.
public struct Plant: Reducer {
    /// A plant with one gateway.
    public struct State {
        var gateway: Gateway.State
        var actions = 0

        /// Creates a plant whose collections have that many elements each.
        public init(elements: Int) {
            let probes = IdentifiedArray((0..<elements).map { Probe.State(id: $0) })
            let session = Session.State(bank: Bank.State(probes: probes))
            let devices = IdentifiedArray(
                (0..<elements).map { Device.State(id: $0, link: .online(session)) })
            gateway = Gateway.State(bus: Bus.State(devices: devices))
        }
    }

    /// What happens in a plant.
    public enum Action {
        /// An action to the gateway.
        case gateway(Gateway.Action)

        /// An action to one meter: the one of that probe of that device.
        public static func add(_ value: Int, device: Int, probe: Int) -> Action {
            let session = Session.Action.bank(.probe(probe, .meter(.add(value))))
            return .gateway(.bus(.device(device, .link(.session(session)))))
        }
    }

    /// Creates the tree.
    public init() {}

    /// The gateway, then the plant itself, which counts actions.
    public var body: some Reducer<State, Action> {
        Scope(
            state: \.gateway,
            action: CasePath(Action.gateway) {
                if case .gateway(let action) = $0 { action } else { nil }
            }
        ) { Gateway() }
        Reduce { state, _ in
            state.actions &+= 1
            return .none
        }
    }
}

extension Plant.State {
    /// What one meter has added up.
    public func total(device: Int, probe: Int) -> Int? {
        guard case .online(let session)? = gateway.bus?.devices[id: device]?.link else {
            return nil
        }
        return session.bank?.probes[id: probe]?.meter.total
    }
}
