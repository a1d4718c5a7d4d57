#if !hasFeature(Embedded)
    internal import CEffectShims

    extension Reducer {
        /// Writes each action and what it changed of the state to standard error, for debugging.
        ///
        /// ```text
        /// received setpoint(21.5)
        /// - heating: false
        /// + heating: true
        /// - setpoint: 20.0
        /// + setpoint: 21.5
        /// ```
        ///
        /// Only what changed is named, by its path: `child.ports[tty0].isOpen`. Of elements with ids the
        /// id is the index, of a dictionary the key. An object is compared with another one, not with
        /// itself: what changes inside of one is not seen. Values are cut after 200 characters, a change
        /// after 100 lines; of a very large or deep state not everything is compared, and then it says so.
        ///
        /// - Complexity: O(n) per action for n values in the state, by reflection: not for production.
        public func printChanges() -> PrintChanges<Self> {
            printChanges { text in
                let line = Array("\(text)\n".utf8)
                unsafe line.withUnsafeBytes { bytes in
                    unsafe effect_write_standard_error(bytes.baseAddress, bytes.count)
                }
            }
        }

        /// As the form without arguments, with a place of its own for the text.
        ///
        /// - Parameter print: Takes the text of one action: some lines, without a newline at the end.
        public func printChanges(to print: @escaping (String) -> Void) -> PrintChanges<Self> {
            printChanges(
                describe: { old, action, new in
                    var difference = StateDifference()
                    difference.compare(old, new)
                    return "received \(ValueText.text(of: action))\n\(difference.text)"
                },
                to: print)
        }
    }
#endif
