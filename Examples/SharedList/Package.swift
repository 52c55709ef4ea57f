// swift-tools-version: 6.3
import PackageDescription

let package = Package(
  name: "SharedList",
  platforms: [.macOS(.v26)],
  dependencies: [
    .package(name: "rehearsal", path: "../..")
  ],
  targets: [
    .target(
      name: "ListApp",
      dependencies: [.product(name: "Rehearsal", package: "rehearsal")]),
    .target(
      name: "ListScenarios",
      dependencies: ["ListApp", .product(name: "Rehearsal", package: "rehearsal")],
      plugins: [.plugin(name: "ScenarioIndex", package: "rehearsal")]),
    .executableTarget(
      name: "rehearse-list",
      dependencies: ["ListScenarios", .product(name: "RehearsalCommand", package: "rehearsal")]),
    .testTarget(
      name: "ListTests",
      dependencies: [
        "ListScenarios", "rehearse-list", .product(name: "RehearsalTesting", package: "rehearsal"),
      ],
      plugins: [.plugin(name: "ScenarioIndex", package: "rehearsal")]),
  ]
)
