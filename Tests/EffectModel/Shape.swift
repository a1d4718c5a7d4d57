import EffectCore

/// How the reducer of a script is put together. Every answer is split into the effects of three
/// reducers, where it is a merge of three, and what they are combined to is that merge in order.
package enum Shape: String, CaseIterable, Sendable {
    /// One reducer, whose effect is the merge.
    case merged
    case block, nestedFirst, nestedLast, loop, emptyFirst, emptyLast, emptyBetween, optional
    case erasedWhole, erasedParts, unresolved
    /// Not the same: the layers in the wrong order.
    case reversed

    /// Whether it means the same as `merged`.
    package var isLawful: Bool { self != .reversed }

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

    private let shape: Shape
    private let answer: Answer

    init(_ shape: Shape, _ answer: @escaping Answer) {
        self.shape = shape
        self.answer = answer
    }

    private func layer(_ number: Int) -> Reduce<State, Int> {
        Reduce { state, action in answer(number, action, &state) }
    }

    private var block: some Reducer<State, Int> {
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
        }
    }
}
