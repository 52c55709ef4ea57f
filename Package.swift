// swift-tools-version: 6.3
import PackageDescription

let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("ImmutableWeakCaptures"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .strictMemorySafety(),
  .treatAllWarnings(as: .error),
]

let package = Package(
  name: "rehearsal",
  // The first with what the kernel needs of the standard library; Documentation/OnAMac.md tells how far that goes.
  platforms: [.macOS(.v26)],
  products: [
    .library(name: "Rehearsal", targets: ["Rehearsal"]),
    .library(name: "RehearsalWeb", targets: ["Web"]),
    .library(name: "RehearsalChat", targets: ["Chat"]),
    .library(name: "RehearsalCommand", targets: ["RehearsalCommand"]),
    .library(name: "RehearsalTesting", targets: ["RehearsalTesting"]),
    .plugin(name: "ScenarioIndex", targets: ["ScenarioIndex"]),
    // No product for the executable `rehearse`: SwiftPM refuses two targets of one name in a build, and a team's own
    // executable is likely called so. `swift run rehearse` finds it in this package without.
  ],
  targets: [
    .target(name: "SystemSupport", swiftSettings: settings),
    .target(
      name: "RehearsalCollections", path: "Sources/Collections", swiftSettings: settings),
    .target(
      name: "Simulator", dependencies: ["RehearsalCollections", "SystemSupport"],
      swiftSettings: settings),
    .target(
      name: "Harness", dependencies: ["Simulator", "SystemSupport", "RehearsalCollections"],
      swiftSettings: settings),
    .target(
      name: "Network", dependencies: ["Harness", "Simulator", "RehearsalCollections"],
      swiftSettings: settings),
    .target(
      name: "Backend",
      dependencies: ["Network", "Harness", "Simulator", "RehearsalCollections", "SystemSupport"],
      swiftSettings: settings),
    .target(
      name: "Devices",
      dependencies: ["Backend", "Network", "Harness", "Simulator", "RehearsalCollections"],
      swiftSettings: settings),
    .target(
      name: "Web",
      dependencies: [
        "AppNetworking", "AppFoundation", "Devices", "Network", "Harness", "Simulator",
      ],
      swiftSettings: settings),
    .target(
      name: "AppNetworking", dependencies: ["Simulator", "SystemSupport"], swiftSettings: settings),
    .target(
      name: "AppFoundation", dependencies: ["Devices", "Simulator", "SystemSupport"],
      swiftSettings: settings),
    .target(
      name: "Rehearsal",
      dependencies: ["AppFoundation", "Devices", "Backend", "Network", "Harness", "Simulator"],
      swiftSettings: settings),
    .target(
      name: "Chat", dependencies: ["Devices", "Backend", "Network", "Harness", "Simulator"],
      exclude: ["Backend/database.rules.json"],
      resources: [.embedInCode("Requirements/proofs.txt")],
      swiftSettings: settings),
    .target(
      name: "ConformanceSuites", dependencies: ["Backend", "Devices", "Network", "Simulator"],
      swiftSettings: settings),
    .executableTarget(
      name: "conformance", dependencies: ["ConformanceSuites", "Backend"],
      swiftSettings: settings),
    .executableTarget(name: "ScenarioIndexer", swiftSettings: settings),
    .plugin(
      name: "ScenarioIndex", capability: .buildTool(), dependencies: ["ScenarioIndexer"]),
    .target(
      name: "scenarios", dependencies: ["Chat", "Rehearsal"],
      path: "scenarios", exclude: ["Regressions"], swiftSettings: settings,
      plugins: ["ScenarioIndex"]),
    .target(
      name: "RehearsalCommand",
      dependencies: ["Backend", "Network", "Harness", "Simulator", "SystemSupport"],
      path: "Sources/Command",
      resources: [.embedInCode("Report/Page")],
      swiftSettings: settings),
    .target(
      name: "RehearsalTesting",
      dependencies: ["RehearsalCommand", "Harness", "Simulator", "SystemSupport"],
      swiftSettings: settings),
    .executableTarget(
      name: "rehearse", dependencies: ["Chat", "RehearsalCommand", "Harness", "scenarios"],
      swiftSettings: settings),
    .executableTarget(
      name: "misbehaving",
      dependencies: ["RehearsalCommand", "Backend", "Devices", "Network", "Harness", "Simulator"],
      path: "Tests/Misbehaving",
      swiftSettings: settings),
    .executableTarget(
      name: "crowd", dependencies: ["Chat", "Rehearsal", "RehearsalCommand", "Harness"],
      path: "Tests/Crowd", swiftSettings: settings),
    .executableTarget(
      name: "digest-probe", dependencies: ["Simulator"], path: "Tests/DigestProbe",
      swiftSettings: settings),
    .executableTarget(
      name: "kernel-probe", dependencies: ["Simulator"], path: "Tests/KernelProbe",
      swiftSettings: settings),
    .executableTarget(
      name: "ordinary-probe",
      dependencies: ["AppFoundation", "Backend", "Devices", "Network", "Harness", "Simulator"],
      path: "Tests/OrdinaryProbe", swiftSettings: settings),
    .target(name: "WebScript", path: "Tests/WebScript", swiftSettings: settings),
    .executableTarget(
      name: "web-probe", dependencies: ["WebScript"], path: "Tests/WebProbe",
      exclude: ["header-blocks.mjs", "http2-probe.mjs"],
      swiftSettings: settings),
    .target(
      name: "PlantedBugs", dependencies: ["Harness", "Simulator"], path: "Tests/PlantedBugs",
      swiftSettings: settings),
    .target(
      name: "HostileWire", dependencies: ["Backend"], path: "Tests/HostileWire",
      swiftSettings: settings),
    .executableTarget(
      name: "benchmarks",
      dependencies: [
        "Chat", "Rehearsal", "Harness", "Simulator", "SystemSupport", "Network", "Backend",
        "Devices", "scenarios", "PlantedBugs",
      ],
      swiftSettings: settings),
    .target(
      name: "TestSupport", dependencies: ["Harness", "Simulator"], path: "Tests/TestSupport",
      swiftSettings: settings),
    .testTarget(
      name: "SystemSupportTests", dependencies: ["SystemSupport"], path: "Tests/SystemSupport",
      swiftSettings: settings),
    .testTarget(
      name: "CollectionsTests", dependencies: ["RehearsalCollections", "TestSupport"],
      path: "Tests/Collections", swiftSettings: settings),
    .testTarget(
      name: "SimulatorTests",
      dependencies: ["Simulator", "Harness", "TestSupport", "digest-probe", "kernel-probe"],
      path: "Tests/Simulator", swiftSettings: settings),
    .testTarget(
      name: "HarnessTests", dependencies: ["Harness", "Simulator", "PlantedBugs", "TestSupport"],
      path: "Tests/Harness", swiftSettings: settings),
    .testTarget(
      name: "RehearsalTests", dependencies: ["Rehearsal"], path: "Tests/Rehearsal",
      swiftSettings: settings),
    .testTarget(
      name: "NetworkTests", dependencies: ["Network", "Harness", "Simulator", "TestSupport"],
      path: "Tests/Network",
      swiftSettings: settings),
    .testTarget(
      name: "BackendTests",
      dependencies: [
        "Backend", "ConformanceSuites", "HostileWire", "Network", "Harness", "Simulator",
      ],
      path: "Tests/Backend", swiftSettings: settings),
    .testTarget(
      name: "DevicesTests",
      dependencies: [
        "Devices", "Backend", "ConformanceSuites", "HostileWire", "Network", "Harness", "Simulator",
        "TestSupport",
      ],
      path: "Tests/Devices", swiftSettings: settings),
    .testTarget(
      name: "AppFoundationTests",
      dependencies: ["AppFoundation", "Backend", "Devices", "Network", "Harness", "Simulator"],
      path: "Tests/AppFoundation", swiftSettings: settings),
    .testTarget(
      name: "WebTests",
      dependencies: [
        "Web", "AppFoundation", "Devices", "Backend", "Network", "Harness", "Simulator",
        "TestSupport", "WebScript",
      ],
      path: "Tests/Web",
      exclude: [
        "HeaderBlocks.txt", "LoopbackDifferences.txt", "LoopbackDifferencesHTTP2.txt",
        "LoopbackRecording.txt", "LoopbackRecordingHTTP2.txt",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "ScenarioTests",
      dependencies: [
        "Chat", "Devices", "Backend", "Network", "RehearsalTesting", "Harness", "Simulator",
        "rehearse",
        "scenarios",
      ],
      path: "Tests/Scenarios",
      exclude: ["Rules"], swiftSettings: settings,
      plugins: ["ScenarioIndex"]),
    .testTarget(
      name: "RehearsalTestingTests",
      dependencies: [
        "RehearsalTesting", "RehearsalCommand", "Harness", "Simulator", "misbehaving",
      ],
      path: "Tests/RehearsalTesting", swiftSettings: settings),
    .testTarget(
      // Not ScenarioIndexer: SwiftPM links the plugin's tool into the tests already, for the target that applies it.
      name: "ScenarioIndexerTests", dependencies: ["RehearsalTesting"],
      path: "Tests/ScenarioIndexer", swiftSettings: settings),
    .testTarget(
      name: "ChatTests",
      dependencies: [
        "Chat", "Rehearsal", "Devices", "Backend", "Network", "Harness", "Simulator",
      ],
      path: "Tests/Chat", swiftSettings: settings),
    .testTarget(
      name: "CommandTests",
      dependencies: [
        "RehearsalCommand", "RehearsalTesting", "Backend", "Harness", "Network", "Simulator",
        "SystemSupport",
        "misbehaving",
        "rehearse",
      ],
      path: "Tests/Command", swiftSettings: settings),
    .testTarget(name: "TidyTests", path: "Tests/Tidy", swiftSettings: settings),
  ]
)
