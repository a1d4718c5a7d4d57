import EffectLoop
import Glibc
import Testing

@Suite struct SystemErrorTests {
    @Test func anErrorNumberGetsTheSystemsWords() {
        let error = SystemError(code: EACCES, operation: "open", subject: "/dev/x")
        #expect(error.description == "open /dev/x: permission denied (13)")
        #expect(error == SystemError(code: -EACCES, operation: "open", subject: "/dev/x"))
        #expect(
            SystemError(code: EBADF, operation: "dup").description
                == "dup: bad file descriptor (9)")
        #expect(SystemError(code: 9_999, operation: "dup").code == 9_999)
    }
}
