// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .strictMemorySafety(),
  .treatAllWarnings(as: .error),
]

let package = Package(
  name: "rehearsal",
  targets: [
    .target(name: "Simulator", swiftSettings: settings),
    .target(name: "Network", dependencies: ["Simulator"], swiftSettings: settings),
    .target(name: "Backend", dependencies: ["Network", "Simulator"], swiftSettings: settings),
    .target(
      name: "Devices", dependencies: ["Backend", "Network", "Simulator"], swiftSettings: settings),
    .target(
      name: "Chat", dependencies: ["Devices", "Backend", "Network", "Simulator"],
      swiftSettings: settings),
    .executableTarget(
      name: "conformance", dependencies: ["Backend", "Devices"], swiftSettings: settings),
    .executableTarget(
      name: "benchmarks", dependencies: ["Simulator"], swiftSettings: settings),
    .executableTarget(
      name: "digest-probe", dependencies: ["Simulator"], path: "Tests/DigestProbe",
      swiftSettings: settings),
    .testTarget(
      name: "SimulatorTests", dependencies: ["Simulator", "digest-probe"], path: "Tests/Simulator",
      swiftSettings: settings),
    .testTarget(
      name: "NetworkTests", dependencies: ["Network", "Simulator"], path: "Tests/Network",
      swiftSettings: settings),
    .testTarget(
      name: "BackendTests", dependencies: ["Backend"], path: "Tests/Backend",
      swiftSettings: settings),
    .testTarget(
      name: "DevicesTests", dependencies: ["Devices", "Backend"], path: "Tests/Devices",
      swiftSettings: settings),
  ]
)
