import Testing

/// All tests that run the program: one at a time, as each of them waits for its child.
@Suite(.serialized) struct ProgramRuns {}
