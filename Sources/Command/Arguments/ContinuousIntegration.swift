import Foundation

/// Whether a system for continuous integration runs this program.
package enum ContinuousIntegration {
  /// Whether the environment says so by `CI`, which GitHub, GitLab, CircleCI, Travis, Bitbucket and Buildkite set to `true`.
  ///
  /// Sources: GitHub, "Variables reference"; GitLab, "Predefined CI/CD variables reference"; CircleCI, "Built-in environment
  /// variables".
  package static func isPresent(
    in environment: [String: String] = ProcessInfo.processInfo.environment
  ) -> Bool {
    !["", "0", "false"].contains(environment["CI", default: ""].lowercased())
  }
}
