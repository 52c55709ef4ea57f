// swift-tools-version: 6.3
import PackageDescription

let package = Package(
  name: "OrdinaryChat",
  platforms: [.macOS(.v26)],
  dependencies: [
    .package(name: "rehearsal", path: "../..")
  ],
  targets: [
    // The app, as it would stand in an app for iOS: it knows nothing of Rehearsal.
    .target(name: "OrdinaryChat"),
    .target(
      name: "ChatServer",
      dependencies: ["OrdinaryChat", .product(name: "RehearsalWeb", package: "rehearsal")]),
    .target(
      name: "ChatRehearsal",
      dependencies: [
        "OrdinaryChat", "ChatServer", .product(name: "Rehearsal", package: "rehearsal"),
        .product(name: "RehearsalWeb", package: "rehearsal"),
      ],
      plugins: [.plugin(name: "ScenarioIndex", package: "rehearsal")]),
    .executableTarget(
      name: "rehearse-chat",
      dependencies: ["ChatRehearsal", .product(name: "RehearsalCommand", package: "rehearsal")]),
    .testTarget(
      name: "ChatTests",
      dependencies: [
        "ChatRehearsal", "rehearse-chat", .product(name: "RehearsalTesting", package: "rehearsal"),
      ],
      plugins: [.plugin(name: "ScenarioIndex", package: "rehearsal")]),
  ]
)
