/// The reason why a starter package is not written; the text says what to do.
enum StarterError: Error, Hashable, CustomStringConvertible {
  /// The folder's name cannot be that of a Swift module.
  case name(String, reason: String, suggestion: String)
  /// A file of the package is there already.
  case exists(String)
  /// Something that is no folder stands where a folder must be.
  case noFolder(String)
  /// The checkout that the program was built from is not there any more.
  case checkoutGone(String)
  /// No package is at the path of a dependency.
  case noPackage(String)
  /// A dependency by URL names no version.
  case noVersion(String)

  var description: String {
    switch self {
    case .name(let name, let reason, let suggestion):
      """
      "\(name)" cannot be the name of the app's module: \(reason); name the folder otherwise, such as \
      `\(Program.name) init \(suggestion)`
      """
    case .exists(let path):
      """
      \(path) is there already, and nothing was written; name a folder that does not have it, or move it away
      """
    case .noFolder(let path):
      "\(path) is there and is no folder; nothing was written; name another place"
    case .checkoutGone(let path):
      """
      the checkout that this program was built from is gone: there is no package in \(path); \
      say where it is: --dependency PATH|URL@VERSION
      """
    case .noPackage(let path):
      """
      there is no package in \(path); give --dependency the folder of a checkout, or URL@VERSION, such as \
      https://example.com/rehearsal.git@0.1.0
      """
    case .noVersion(let text):
      """
      "\(text)" is no value for --dependency: a URL is followed by @ and a version, such as \
      https://example.com/rehearsal.git@0.1.0
      """
    }
  }
}
