/// Tells whether a closure that captured `object()` still exists.
final class Lifetime {
    fileprivate(set) var count = 0
    var isAlive: Bool { count > 0 }

    func object() -> Mortal { Mortal(self) }

    final class Mortal {
        private let lifetime: Lifetime

        fileprivate init(_ lifetime: Lifetime) {
            self.lifetime = lifetime
            lifetime.count += 1
        }

        deinit { lifetime.count -= 1 }

        func touch() {}
    }
}
