/// Every limit of the core, with its reason.
public enum Limits {
    /// How many actions one drain reduces inside a loop turn. The rest waits for the next turn, so
    /// that timers, input and `stop` get theirs however much work feeds itself.
    @inlinable public static var actionsPerTurn: Int { 1_000 }

    /// How many timers one turn fires. What is due beyond that comes first in the next turn, so that
    /// input gets its turn however many deadlines have passed.
    @inlinable public static var timersPerTurn: Int { 1_000 }

    /// After how many actions in one drain a store reports a runaway, unless told otherwise. Long
    /// chains are legal; a million actions without a return to the loop are a fault in a feature.
    @inlinable public static var actionsBeforeRunawayReport: Int { 1_000_000 }

    /// How many callbacks one advance of a test's clock may run. A timer that re-arms itself at one
    /// instant would otherwise hang the test.
    @inlinable public static var clockSteps: Int { 100_000 }

    /// How many effects, told apart by name or by line, get a count of dropped sends of their own. A
    /// table that grows with user input would grow for years.
    @inlinable public static var effectNamesCounted: Int { 256 }

    /// How many records of a store a debug build looks at, on average, to check them after a step.
    static var checkedRecordsPerStep: Int { 32 }
}
