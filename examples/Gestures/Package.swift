// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "Gestures",
    dependencies: [
        // A package of your own names the repository instead of this folder:
        // .package(url: "https://…/gestured", revision: "0123abc…", traits: [])
        .package(name: "gestured", path: "../..", traits: [])
    ],
    targets: [
        .executableTarget(
            name: "Gestures",
            dependencies: [.product(name: "TouchCore", package: "gestured")],
            swiftSettings: [.treatAllWarnings(as: .error)]),
        .testTarget(
            name: "GesturesTests", dependencies: ["Gestures"], exclude: ["Gestures.txt"],
            swiftSettings: [.treatAllWarnings(as: .error)]),
    ]
)
