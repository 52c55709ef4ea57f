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
  // Generic code of one module is used by all others: release builds specialise it for them.
  .unsafeFlags(["-cross-module-optimization"], .when(configuration: .release)),
]

/// Below the app and the scenarios, which people write, release builds leave the check of overlapping accesses to
/// debug builds, in which the tests run.
let engineSettings =
  settings + [
    .unsafeFlags(["-enforce-exclusivity=unchecked"], .when(configuration: .release))
  ]

let package = Package(
  name: "rehearsal",
  targets: [
    .target(name: "SystemSupport", swiftSettings: engineSettings),
    .target(name: "Simulator", swiftSettings: engineSettings),
    .target(name: "Network", dependencies: ["Simulator"], swiftSettings: engineSettings),
    .target(
      name: "Backend", dependencies: ["Network", "Simulator"], swiftSettings: engineSettings),
    .target(
      name: "Devices", dependencies: ["Backend", "Network", "Simulator"],
      swiftSettings: engineSettings),
    .target(
      name: "Chat", dependencies: ["Devices", "Backend", "Network", "Simulator"],
      swiftSettings: settings),
    .target(
      name: "ConformanceSuites", dependencies: ["Backend", "Devices"], swiftSettings: settings),
    .executableTarget(
      name: "conformance", dependencies: ["ConformanceSuites", "Backend"],
      swiftSettings: settings),
    .executableTarget(name: "ScenarioIndexer", swiftSettings: settings),
    .plugin(
      name: "ScenarioIndex", capability: .buildTool(), dependencies: ["ScenarioIndexer"]),
    .target(
      name: "scenarios", dependencies: ["Chat", "Devices", "Backend", "Network", "Simulator"],
      path: "scenarios", exclude: ["Regressions"], swiftSettings: settings,
      plugins: ["ScenarioIndex"]),
    .target(
      name: "Command", dependencies: ["Chat", "Network", "Simulator", "SystemSupport"],
      swiftSettings: settings),
    .executableTarget(
      name: "rehearse", dependencies: ["Command", "scenarios", "Simulator"],
      swiftSettings: settings),
    .executableTarget(
      name: "misbehaving", dependencies: ["Command", "Simulator"], path: "Tests/Misbehaving",
      swiftSettings: settings),
    .executableTarget(
      name: "digest-probe", dependencies: ["Simulator"], path: "Tests/DigestProbe",
      swiftSettings: settings),
    .target(
      name: "PlantedBugs", dependencies: ["Simulator"], path: "Tests/PlantedBugs",
      swiftSettings: settings),
    .target(
      name: "HostileWire", dependencies: ["Backend"], path: "Tests/HostileWire",
      swiftSettings: settings),
    .executableTarget(
      name: "benchmarks",
      dependencies: [
        "Simulator", "Network", "Backend", "Devices", "Chat", "scenarios", "PlantedBugs",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "SystemSupportTests", dependencies: ["SystemSupport"], path: "Tests/SystemSupport",
      swiftSettings: settings),
    .testTarget(
      name: "SimulatorTests", dependencies: ["Simulator", "PlantedBugs", "digest-probe"],
      path: "Tests/Simulator", swiftSettings: settings),
    .testTarget(
      name: "NetworkTests", dependencies: ["Network", "Simulator"], path: "Tests/Network",
      swiftSettings: settings),
    .testTarget(
      name: "BackendTests",
      dependencies: ["Backend", "ConformanceSuites", "HostileWire", "Network", "Simulator"],
      path: "Tests/Backend", swiftSettings: settings),
    .testTarget(
      name: "DevicesTests",
      dependencies: [
        "Devices", "Backend", "ConformanceSuites", "HostileWire", "Network", "Simulator",
      ],
      path: "Tests/Devices", swiftSettings: settings),
    .testTarget(
      name: "ScenarioTests",
      dependencies: ["Chat", "Command", "Simulator", "rehearse", "scenarios"],
      path: "Tests/Scenarios",
      exclude: ["Rules"], swiftSettings: settings),
    .testTarget(
      name: "ScenarioIndexerTests", dependencies: ["ScenarioIndexer"],
      path: "Tests/ScenarioIndexer", swiftSettings: settings),
    .testTarget(
      name: "ChatTests", dependencies: ["Chat", "Devices", "Backend", "Network", "Simulator"],
      path: "Tests/Chat", swiftSettings: settings),
    .testTarget(
      name: "CommandTests",
      dependencies: ["Command", "Simulator", "misbehaving", "rehearse"],
      path: "Tests/Command", swiftSettings: settings),
    .testTarget(name: "TidyTests", path: "Tests/Tidy", swiftSettings: settings),
  ]
)
