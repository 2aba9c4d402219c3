// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "Views",
    dependencies: [
        // A package of your own names the repository instead of this folder:
        // .package(url: "https://…/gestured", revision: "0123abc…", traits: [])
        .package(name: "gestured", path: "../..", traits: [])
    ],
    targets: [
        .target(
            name: "Views",
            dependencies: [.product(name: "TouchViews", package: "gestured")],
            swiftSettings: [.treatAllWarnings(as: .error)]),
        .testTarget(
            name: "ViewsTests", dependencies: ["Views"],
            swiftSettings: [.treatAllWarnings(as: .error)]),
    ]
)
