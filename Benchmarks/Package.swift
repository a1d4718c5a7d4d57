// swift-tools-version: 6.2
import PackageDescription

// A package of its own, so that nothing here is ever part of what users link.
let package = Package(
    name: "Benchmarks",
    dependencies: [.package(name: "swift-effect-loop", path: "..")],
    targets: [
        .systemLibrary(
            name: "CLibUVForBaseline",
            path: "Sources/CLibUVForBaseline",
            pkgConfig: "libuv",
            providers: [.apt(["libuv1-dev"])]
        ),
        .target(name: "CAllocationCounter"),
        .target(name: "CBaseline", dependencies: ["CLibUVForBaseline"]),
        .target(
            name: "BenchmarkFeatures",
            dependencies: [.product(name: "EffectCore", package: "swift-effect-loop")]
        ),
        .executableTarget(
            name: "allocations",
            dependencies: [
                "CAllocationCounter", "BenchmarkFeatures",
                .product(name: "EffectCore", package: "swift-effect-loop"),
                .product(name: "EffectDependencies", package: "swift-effect-loop"),
            ]
        ),
        .executableTarget(
            name: "ratios",
            dependencies: [
                "CBaseline", "BenchmarkFeatures",
                .product(name: "EffectLoop", package: "swift-effect-loop"),
            ]
        ),
        .executableTarget(
            name: "features",
            dependencies: [
                "CAllocationCounter", "CBaseline", "BenchmarkFeatures",
                .product(name: "EffectCore", package: "swift-effect-loop"),
            ]
        ),
        .executableTarget(
            name: "precision",
            dependencies: [
                "CBaseline", .product(name: "EffectLoop", package: "swift-effect-loop"),
            ]
        ),
        .executableTarget(
            name: "idle",
            dependencies: [.product(name: "EffectLoop", package: "swift-effect-loop")]
        ),
    ],
    swiftLanguageModes: [.v6]
)
