/// The program that the command is part of, for help, notes and lines to type.
enum Program {
  /// The name of the executable, as `swift run` takes it.
  @TaskLocal static var name = "rehearse"

  /// The name of this process's executable.
  static var executable: String {
    CommandLine.arguments.first?.split(separator: "/").last.map(String.init) ?? "rehearse"
  }
}
