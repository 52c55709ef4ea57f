import Foundation
internal import Harness
import Testing

@testable import RehearsalCommand

@Suite("rehearse init")
struct InitTests {
  private static let catalog = Sample.catalog(Sample.fine)

  /// The folder of this repository.
  private static let checkout = (1...4).reduce(URL(fileURLWithPath: #filePath)) { place, _ in
    place.deletingLastPathComponent()
  }.path

  private func start(
    _ arguments: String...
  ) -> (status: RehearsalCommand.ExitStatus, captured: Captured) {
    let captured = Captured()
    let command = RehearseCommand(catalog: Self.catalog, host: .thisProcess)
    return (command.run(["init"] + arguments, on: captured.console), captured)
  }

  /// The paths of all files below a folder.
  private func files(in folder: String) -> [String] {
    let all = FileManager.default.enumerator(atPath: folder)?.allObjects as? [String] ?? []
    return all.filter { path in
      let attributes = try? FileManager.default.attributesOfItem(atPath: folder + "/" + path)
      return attributes?[.type] as? FileAttributeType == .typeRegular
    }.sorted()
  }

  @Test("it writes a package that depends on the checkout of the program, and names every file")
  func writes() throws {
    let folder = try TemporaryFolder()
    let (status, captured) = start(folder.path("Shop"))
    #expect(status == .passed)
    #expect(captured.notes.isEmpty)
    let written = files(in: folder.path("Shop"))
    #expect(
      written == [
        ".github/workflows/rehearse.yml", ".gitignore", "Package.swift", "README.md",
        "Sources/Shop/NoteApp.swift", "Sources/Shop/NoteWorld.swift",
        "Sources/Shop/NotesStay.swift", "Sources/ShopScenarios/Notes.swift",
        "Sources/rehearse/main.swift", "Tests/ShopTests/ShopTests.swift", "database.rules.json",
      ])
    for file in written { #expect(captured.lines.contains("  " + file)) }
    let manifest = try folder.text("Shop/Package.swift")
    #expect(manifest.hasPrefix("// swift-tools-version: 6.3\n"))
    let dependencies = manifest.split(separator: "\n").filter { $0.contains(".package(") }
    #expect(dependencies == ["    .package(name: \"rehearsal\", path: \"\(Self.checkout)\")"])
    #expect(try folder.text("Shop/Sources/rehearse/main.swift").contains("catalog: .shopScenarios"))
  }

  @Test("a dependency by URL and version stands on one line, and products name it by the URL's end")
  func dependsOnURL() throws {
    let folder = try TemporaryFolder()
    let (status, _) = start(
      folder.path("Shop"), "--dependency", "https://example.com/team/Rehearsal.git@1.2.3-beta.1")
    #expect(status == .passed)
    let manifest = try folder.text("Shop/Package.swift")
    #expect(
      manifest.contains(
        ".package(url: \"https://example.com/team/Rehearsal.git\", from: \"1.2.3-beta.1\")\n"))
    #expect(manifest.contains(".product(name: \"Rehearsal\", package: \"Rehearsal\")"))
  }

  @Test("files beside the package's own are left alone")
  func leavesOthersAlone() throws {
    let folder = try TemporaryFolder()
    try FileManager.default.createDirectory(
      atPath: folder.path("Shop/Sources/Other"), withIntermediateDirectories: true)
    try folder.write("mine", to: "Shop/Sources/Other/Mine.swift")
    #expect(start(folder.path("Shop")).status == .passed)
    #expect(try folder.text("Shop/Sources/Other/Mine.swift") == "mine")
  }

  @Test(
    "a file that is there already is never overwritten, and then nothing is written",
    arguments: ["Package.swift", "database.rules.json", "Sources/Shop/NoteApp.swift"])
  func neverOverwrites(path: String) throws {
    let folder = try TemporaryFolder()
    let place = URL(fileURLWithPath: folder.path("Shop/\(path)"))
    try FileManager.default.createDirectory(
      at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
    try folder.write("mine", to: "Shop/\(path)")
    let (status, captured) = start(folder.path("Shop"))
    #expect(status == .usage)
    #expect(captured.notes.contains("Shop/\(path) is there already, and nothing was written"))
    #expect(files(in: folder.path("Shop")) == [path])
    #expect(try folder.text("Shop/\(path)") == "mine")
  }

  @Test("a second time in the same folder changes nothing")
  func twice() throws {
    let folder = try TemporaryFolder()
    #expect(start(folder.path("Shop")).status == .passed)
    try folder.write("edited", to: "Shop/README.md")
    #expect(start(folder.path("Shop")).status == .usage)
    #expect(try folder.text("Shop/README.md") == "edited")
  }

  @Test("what stands in the way of a folder is named, and nothing is written")
  func obstacles() throws {
    let folder = try TemporaryFolder()
    try folder.write("", to: "Plain")
    try FileManager.default.createDirectory(
      atPath: folder.path("Shop"), withIntermediateDirectories: true)
    try folder.write("", to: "Shop/Sources")
    // A link that leads nowhere stands in the way of a file, too.
    try FileManager.default.createDirectory(
      atPath: folder.path("Linked"), withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("Linked/README.md"), withDestinationPath: "nowhere")
    for (place, text) in [
      ("Plain", "Plain is there and is no folder"),
      ("Plain/Shop", "Plain is there and is no folder"),
      ("Shop", "Shop/Sources is there and is no folder"),
      ("Linked", "Linked/README.md is there already"),
    ] {
      let (status, captured) = start(folder.path(place))
      #expect(status == .usage)
      #expect(captured.notes.contains(text), "\(captured.notes)")
    }
    #expect(files(in: folder.url.path).filter { $0.hasSuffix("Package.swift") }.isEmpty)
  }

  @Test(
    "a folder whose name no module can have is refused with a name that one can",
    arguments: [
      ("my-shop", "init MyShop"), ("2048", "init MyApp"), ("été", "init T"),
      ("class", "init Class"),
      ("Foundation", "init FoundationApp"), ("rehearse", "init RehearseApp"), ("a b", "init AB"),
    ])
  func names(name: String, remedy: String) throws {
    let folder = try TemporaryFolder()
    let (status, captured) = start(folder.path(name))
    #expect(status == .usage)
    #expect(captured.notes.contains("\"\(name)\" cannot be the name of the app's module"))
    #expect(captured.notes.contains(remedy + "`"), "\(captured.notes)")
    #expect(try folder.names.isEmpty)
  }

  @Test(
    "a dependency that cannot be is refused with what one is",
    arguments: [
      ("/no/such/folder", "there is no package in /no/such/folder"),
      ("https://example.com/rehearsal.git", "is followed by @ and a version"),
      ("https://example.com/rehearsal.git@main", "is followed by @ and a version"),
      ("git@example.com:rehearsal.git", "is followed by @ and a version"),
    ])
  func dependencies(text: String, message: String) throws {
    let folder = try TemporaryFolder()
    let (status, captured) = start(folder.path("Shop"), "--dependency", text)
    #expect(status == .usage)
    #expect(captured.notes.contains(message), "\(captured.notes)")
    #expect(try folder.names.isEmpty)
  }

  @Test("a checkout that is gone is named, with the option that says where another is")
  func checkoutGone() throws {
    #expect(throws: StarterError.checkoutGone("/gone/rehearsal")) {
      try StarterDependency.checkout(of: "/gone/rehearsal/Sources/Command/Starter/File.swift")
    }
    #expect("\(StarterError.checkoutGone("/gone"))".contains("--dependency PATH|URL@VERSION"))
  }

  @Test("a path with signs that Swift reads in a text is written as itself")
  func literal() {
    #expect(StarterDependency.literal(#"/a "b"\(c)"#) == #""/a \"b\"\\(c)""#)
  }

  @Test("a disk that takes no more leaves nothing behind, and the status is that of a fault")
  func fault() throws {
    let folder = try TemporaryFolder()
    let files = [
      StarterFile(path: "Sources/A.swift", text: "a"),
      // A name that is longer than any file system takes.
      StarterFile(path: "Sources/\(String(repeating: "b", count: 300))", text: "b"),
    ]
    let place = StarterFolder(folder.path("Shop"))
    #expect(throws: StarterFault.self) { try place.write(files) }
    #expect(try folder.names.isEmpty)
  }
}
