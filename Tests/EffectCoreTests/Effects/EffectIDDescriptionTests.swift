import EffectCore
import Testing

@Suite struct EffectIDDescriptionTests {
    private enum CancelID { case polling, save }
    private enum Only: Hashable { case it }
    private enum Request: Hashable { case page(Int) }

    private struct Path: Hashable {
        var device: Int
        var channel: String
    }

    @Test(arguments: [
        ("CancelID(save)", "\(EffectID(CancelID.save))"), ("Only(it)", "\(EffectID(Only.it))"),
        ("Int(-1)", "\(EffectID(-1))"), ("UInt64(7)", "\(EffectID(UInt64(7)))"),
        ("Int32(-2)", "\(EffectID(Int32(-2)))"), ("Int8(-3)", "\(EffectID(Int8(-3)))"),
        ("Bool(true)", "\(EffectID(true))"), ("Double(1.0)", "\(EffectID(1.0))"),
        ("String()", "\(EffectID(""))"), ("String(a)", "\(EffectID("a"))"),
        ("String(save it)", "\(EffectID("save it"))"), ("String(\u{7})", "\(EffectID("\u{7}"))"),
        ("String(a longer name)", "\(EffectID("a longer name"))"),
        ("Request(page(3))", "\(EffectID(Request.page(3)))"),
        ("Path(device: 1, channel: \"x\")", "\(EffectID(Path(device: 1, channel: "x")))"),
        ("Int(1)", "\(EffectID(EffectID(1)))"),
    ])
    func anIDPrintsItsTypeAndItsValue(expected: String, printed: String) {
        #expect(printed == expected)
    }
}
