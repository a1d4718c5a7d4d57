// swift-tools-version: 6.2
import PackageDescription

/// Modules that touch C pointers say so at every place that does.
let touchesC: [SwiftSetting] = [.strictMemorySafety()]

let package = Package(
    name: "swift-effect-loop",
    products: [
        .library(name: "EffectCore", targets: ["EffectCore"]),
        .library(name: "EffectLoop", targets: ["EffectLoop"]),
        .library(name: "EffectDependencies", targets: ["EffectDependencies"]),
        .library(name: "EffectTesting", targets: ["EffectTesting"]),
        .executable(name: "sensord", targets: ["sensord"]),
    ],
    targets: [
        .systemLibrary(
            name: "CLibUV",
            path: "CInterop/CLibUV",
            pkgConfig: "libuv",
            providers: [.apt(["libuv1-dev"])]
        ),
        .target(
            name: "CEffectShims", dependencies: ["CLibUV"], path: "CInterop/CEffectShims"),
        .target(name: "EffectCore"),
        .target(
            name: "EffectLoop",
            dependencies: ["EffectCore", "CLibUV", "CEffectShims"],
            swiftSettings: touchesC
        ),
        .target(
            name: "EffectDependencies",
            dependencies: ["EffectCore", "CEffectShims"],
            swiftSettings: touchesC
        ),
        .target(name: "EffectTesting", dependencies: ["EffectCore", "EffectDependencies"]),
        .target(name: "SensordCore", dependencies: ["EffectLoop"], swiftSettings: touchesC),
        .executableTarget(name: "sensord", dependencies: ["SensordCore"]),
        // The rules of effects in plain words, random programs, and stores that play them.
        .target(
            name: "EffectModel", dependencies: ["EffectCore", "EffectTesting"],
            path: "Tests/EffectModel"),
        .testTarget(
            name: "EffectCoreTests", dependencies: ["EffectCore", "EffectTesting", "EffectModel"]),
        .testTarget(
            name: "EffectDependenciesTests",
            dependencies: ["EffectDependencies", "EffectLoop", "EffectTesting", "CEffectShims"]),
        .testTarget(
            name: "EffectTestingTests",
            dependencies: ["EffectCore", "EffectDependencies", "EffectTesting"]),
        .testTarget(
            name: "EffectLoopTests",
            dependencies: ["EffectLoop", "EffectTesting", "EffectModel", "CEffectShims"]
        ),
        .testTarget(
            name: "SensordTests", dependencies: ["SensordCore", "EffectTesting", "sensord"]),
    ],
    swiftLanguageModes: [.v6]
)
