// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "Panels",
    dependencies: [
        // A package of your own names the repository instead of this folder:
        // .package(url: "https://…/gestured", revision: "0123abc…")
        .package(name: "gestured", path: "../..")
    ],
    targets: [
        .executableTarget(
            name: "Panels",
            dependencies: [
                .product(name: "TouchCore", package: "gestured"),
                .product(name: "TouchDevices", package: "gestured"),
            ],
            swiftSettings: [.treatAllWarnings(as: .error)]),
        .executableTarget(
            name: "Kiosk",
            dependencies: [
                .product(name: "GestureClient", package: "gestured"),
                .product(name: "TouchViews", package: "gestured"),
            ],
            swiftSettings: [.treatAllWarnings(as: .error)]),
    ]
)
