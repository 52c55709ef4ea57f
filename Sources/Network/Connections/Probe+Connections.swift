public import Harness
internal import Simulator

extension Probe {
  /// A client found out by its keep-alive alone that nobody is on the other side any more.
  public static let halfOpenNoticed = Probe("half-open link noticed by keep-alive")
}
