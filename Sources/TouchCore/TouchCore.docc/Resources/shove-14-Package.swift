// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "Kiosk",
    dependencies: [
        .package(name: "gestured", path: "../gestured")
    ],
    targets: [
        .executableTarget(
            name: "Kiosk",
            dependencies: [
                .product(name: "TouchCore", package: "gestured"),
                .product(name: "TouchDevices", package: "gestured"),
            ])
    ]
)
