/// The proofs of the requirements: what `.ci/breakages --record` saw, in `proofs.txt` beside this file.
enum ChatProofs {
  /// A row a line: the requirement, the breakage, the scenario that noticed it.
  static let rows = String(decoding: PackageResources.proofs_txt, as: UTF8.self)
}
