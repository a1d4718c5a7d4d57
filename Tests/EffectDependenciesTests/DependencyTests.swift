import EffectDependencies
import Testing

@Suite struct DependencyTests {
    @Test func withoutOverridesItIsTheLiveValue() {
        #expect(present(\.number) == 1)
        #expect(present(\.context) == .live)
    }

    @Test func overridesNestAndEndWithTheirOperation() {
        withDependencies {
            $0.number = 10
            $0.liveOnly = "outer"
        } operation: {
            withDependencies {
                $0.number = 20
            } operation: {
                #expect(present(\.number) == 20)
                #expect(present(\.liveOnly) == "outer")
            }
            #expect(present(\.number) == 10)
        }
        #expect(present(\.number) == 1)
    }

    @Test func theyEndByAThrownErrorToo() {
        struct Failure: Error {}
        #expect(throws: Failure.self) {
            try withDependencies {
                $0.number = 10
            } operation: {
                throw Failure()
            }
        }
        #expect(present(\.number) == 1)
    }

    @Test func aWrapperKeepsWhatWasInForceWhereItWasMade() {
        struct Feature {
            @Dependency(\.number) var number
            @Dependency(\.liveOnly) var liveOnly
            @Dependency(NumberKey.self) var byKey
            @Dependency(\.self) var everything
        }
        let feature = withDependencies {
            $0.number = 10
            $0.liveOnly = "captured"
        } operation: {
            Feature()
        }
        #expect(feature.number == 10)
        #expect(feature.byKey == 10)
        #expect(feature.everything.number == 10)
        withDependencies {
            $0.number = 20
        } operation: {
            #expect(feature.number == 20, "what is in force at the use wins")
            #expect(feature.byKey == 20)
            #expect(feature.liveOnly == "captured", "and what was captured fills the rest")
            #expect(feature.everything.liveOnly == "captured")
        }
    }

    @Test func whatIsCapturedTwiceIsKeptTwice() {
        struct Feature { @Dependency(\.self) var everything }
        let feature = withDependencies {
            $0.number = 10
        } operation: {
            Feature()
        }
        let inner = withDependencies {
            $0.liveOnly = "inner"
        } operation: {
            let values = feature.everything
            return withDependencies {
                $0 = values
            } operation: {
                Feature()
            }
        }
        #expect(inner.everything.number == 10)
        #expect(inner.everything.liveOnly == "inner")
    }

    @Test func anOverrideMayBeMadeFromTheOneBefore() {
        withDependencies {
            $0.number = 10
        } operation: {
            withDependencies {
                $0.number += 1
            } operation: {
                #expect(present(\.number) == 11)
            }
        }
    }

    @Test func aDefaultValueIsMadeOnce() {
        #expect(present(\.device) === present(\.device))
        withDependencies {
            $0.context = .test
        } operation: {
            let first = present(\.device)
            withDependencies {
                $0.number = 3
            } operation: {
                #expect(present(\.device) === first)
            }
            withDependencies {
                $0.context = .test
            } operation: {
                #expect(present(\.device) !== first, "a context of its own has values of its own")
            }
        }
    }

    @Test func aDefaultValueIsMadeFromWhatIsInForce() {
        withDependencies {
            $0.context = .live
            $0.number = 21
        } operation: {
            #expect(present(\.doubled) == 42)
        }
    }

    @Test func escapedDependenciesAreInForceLater() {
        var later: (() -> Int)?
        withDependencies {
            $0.number = 10
        } operation: {
            withEscapedDependencies { dependencies in
                later = { dependencies.yield { present(\.number) } }
            }
        }
        #expect(present(\.number) == 1)
        #expect(later?() == 10)
        #expect(
            withDependencies {
                $0.number = 20
            } operation: {
                later?()
            } == 10)
    }

    @Test func surroundingsAreReleased() {
        weak var released: Device?
        do {
            let device = Device()
            released = device
            let feature = withDependencies {
                $0.device = device
            } operation: {
                Reading()
            }
            #expect(feature.device === device)
        }
        #expect(released == nil)
    }

    private struct Reading { @Dependency(\.device) var device }
}
