/// Traps with a sentence where a program breaks a rule of the library.
///
/// `fatalError` and not `precondition`: the sentence must also be there in the build that ships.
@inlinable
@inline(__always)
package func require(
    _ condition: Bool, _ sentence: @autoclosure () -> String, file: StaticString = #file,
    line: UInt = #line
) {
    guard condition else { fatalError(sentence(), file: file, line: line) }
}
