import EffectCore

/// How the reducer of a script is put together. Every answer is split into the effects of three
/// reducers, where it is a merge of three, and what they are combined to is that merge in order.
package enum Shape: String, CaseIterable, Sendable {
    /// One reducer, whose effect is the merge.
    case merged
    case block, nestedFirst, nestedLast, loop, emptyFirst, emptyLast, emptyBetween, optional
    case erasedWhole, erasedParts, unresolved
    /// Three behaviors, in a tree of reducers.
    case behaviors, behaviorsNestedFirst, behaviorsNestedLast, identityFirst, identityLast
    case identityBetween, behaviorsOneByOne, behaviorsUnresolved, lifted, liftedWhole, liftedPart
    /// Reducers and behaviors in each other.
    case reducersInBehavior, reducerBetweenBehaviors, behaviorBetweenReducers, inAndOut
    /// The whole tree as the behavior of the store.
    case atRoot, behaviorsAtRoot
    /// Behaviors on an optional that is there, with ids of its own.
    case optionalBehaviors
    /// Not the same: the layers in the wrong order.
    case reversed, behaviorsReversed

    /// Whether it means the same as `merged`.
    package var isLawful: Bool {
        switch self {
        case .reversed, .behaviorsReversed: false
        default: true
        }
    }

    /// Whether it puts scopes around the effects, so that it is the merge in these scopes.
    package var hasLifts: Bool {
        switch self {
        case .lifted, .liftedWhole, .liftedPart, .optionalBehaviors: true
        default: false
        }
    }

    /// Whether behaviors are in it.
    package var hasBehaviors: Bool {
        switch self {
        case .behaviors, .behaviorsNestedFirst, .behaviorsNestedLast, .identityFirst,
            .identityLast, .identityBetween, .behaviorsOneByOne, .behaviorsUnresolved, .lifted,
            .liftedWhole, .liftedPart, .reducersInBehavior, .reducerBetweenBehaviors,
            .behaviorBetweenReducers, .inAndOut, .atRoot, .behaviorsAtRoot, .optionalBehaviors,
            .behaviorsReversed:
            true
        case .merged, .block, .nestedFirst, .nestedLast, .loop, .emptyFirst, .emptyLast,
            .emptyBetween, .optional, .erasedWhole, .erasedParts, .unresolved, .reversed:
            false
        }
    }

    /// Whether the store is made of a behavior.
    var isBehaviorAtRoot: Bool { self == .atRoot || self == .behaviorsAtRoot }

    /// What the layers answer.
    func layers(of effect: Sketch) -> [Sketch] {
        guard self != .merged, case .merge(let parts, pairwise: true) = effect, parts.count == 3
        else { return [effect] }
        return parts
    }
}

/// The reducer of a shape.
struct Layers<State>: Reducer {
    typealias Answer = (_ layer: Int, _ action: Int, _ state: inout State) -> Effect<Int>

    let shape: Shape
    let answer: Answer

    init(_ shape: Shape, _ answer: @escaping Answer) {
        self.shape = shape
        self.answer = answer
    }

    func layer(_ number: Int) -> Reduce<State, Int> {
        Reduce { state, action in answer(number, action, &state) }
    }

    var block: some Reducer<State, Int> {
        CombineReducers {
            layer(0)
            layer(1)
            layer(2)
        }
    }

    func reduce(into state: inout State, action: Int) -> Effect<Int> {
        erased().reduce(into: &state, action: action)
    }

    func resolved() -> Reduction<State, Int> {
        func resolve(@ReducerBuilder<State, Int> _ reducer: () -> some Reducer<State, Int>)
            -> Reduction<State, Int>
        { reducer().resolved() }
        let isPresent = true
        return switch shape {
        case .merged: layer(0).resolved()
        case .block: block.resolved()
        case .nestedFirst:
            resolve {
                CombineReducers {
                    layer(0)
                    layer(1)
                }
                layer(2)
            }
        case .nestedLast:
            resolve {
                layer(0)
                CombineReducers {
                    layer(1)
                    layer(2)
                }
            }
        case .loop: resolve { for number in 0..<3 { layer(number) } }
        case .emptyFirst:
            resolve {
                EmptyReducer()
                block
            }
        case .emptyLast:
            resolve {
                block
                EmptyReducer()
            }
        case .emptyBetween:
            resolve {
                layer(0)
                EmptyReducer()
                layer(1)
                CombineReducers {}
                layer(2)
            }
        case .optional:
            resolve {
                if isPresent { layer(0) }
                if isPresent { layer(1) } else { EmptyReducer() }
                if !isPresent { layer(0) }
                layer(2)
            }
        case .erasedWhole: block.erased().resolved()
        case .erasedParts:
            resolve {
                layer(0).erased()
                CombineReducers {
                    layer(1)
                    layer(2)
                }
                .erased()
            }
        case .unresolved:
            Reduce { block.reduce(into: &$0, action: $1) }.resolved()
        case .reversed:
            resolve {
                layer(2)
                layer(1)
                layer(0)
            }
        case .behaviors, .behaviorsNestedFirst, .behaviorsNestedLast, .identityFirst,
            .identityLast, .identityBetween, .lifted, .liftedWhole, .liftedPart,
            .reducersInBehavior, .reducerBetweenBehaviors, .inAndOut, .behaviorsAtRoot,
            .optionalBehaviors, .behaviorsReversed:
            behavior.reducer().resolved()
        case .behaviorsUnresolved:
            Reduce { behavior.reducer().reduce(into: &$0, action: $1) }.resolved()
        case .behaviorsOneByOne:
            resolve { for number in 0..<3 { part(number).reducer() } }
        case .behaviorBetweenReducers:
            resolve {
                layer(0)
                part(1).reducer()
                layer(2)
            }
        case .atRoot: block.resolved()
        }
    }
}
