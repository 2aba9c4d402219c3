// swift-tools-version: 6.2
import PackageDescription

/// The settings of every target, as in ../Package.swift.
let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

func nio(_ name: String) -> Target.Dependency { .product(name: name, package: "swift-nio") }
/// The modules GestureClient, GestureWire and LinuxIO.
let daemon = Target.Dependency.product(name: "GestureClient", package: "gestured")

// A separate package, so that a build of the daemon compiles neither gestured-web nor SwiftNIO.
let package = Package(
    name: "gestured-web",
    products: [.executable(name: "gestured-web", targets: ["gestured-web"])],
    dependencies: [
        .package(name: "gestured", path: ".."),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-system", from: "1.8.1"),
    ],
    targets: [
        .target(
            name: "WebServer",
            dependencies: [
                daemon, nio("NIOCore"), nio("NIOPosix"), nio("NIOHTTP1"), nio("NIOWebSocket"),
                .product(name: "SystemPackage", package: "swift-system"),
            ],
            swiftSettings: strict),
        .executableTarget(
            name: "gestured-web", dependencies: ["WebServer", daemon],
            swiftSettings: strict),
        .testTarget(
            name: "WebServerTests",
            dependencies: [
                "WebServer", daemon, nio("NIOCore"), nio("NIOEmbedded"), nio("NIOHTTP1"),
            ],
            swiftSettings: strict),
    ]
)
