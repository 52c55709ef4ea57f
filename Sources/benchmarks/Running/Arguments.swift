/// The arguments of the command line.
struct Arguments {
  /// The format in which results are printed.
  enum Format: String, CaseIterable {
    case text
    case json
  }

  /// The workloads to run, in the order of ``Workloads/all``.
  var workloads: [any Workload] = Workloads.all.filter { !$0.isOnDemand }
  /// The comparisons to make.
  var comparisons: [any Comparison] = []
  var format = Format.text
  /// Whether all workloads run in this process, as it was started.
  var staysHere = false
  /// The number of runs of each workload, without a warm-up; nil where each decides itself.
  var repeats: Int?
  var wantsHelp = false

  /// The mistakes that a command line can have.
  enum Mistake: Error, CustomStringConvertible {
    case unknownWorkload(String)
    case unknownOption(String)
    case unknownFormat(String)
    case noCount(String)
    case missingValue(String)

    var description: String {
      switch self {
      case .unknownWorkload(let name):
        "there is no workload \"\(name)\"; there are \(Arguments.names.joined(separator: ", "))"
      case .unknownOption(let option): "there is no option \(option)"
      case .unknownFormat(let format): "there is no format \"\(format)\"; use text or json"
      case .noCount(let text): "\"\(text)\" is no number of repeats; use 1 or more"
      case .missingValue(let option): "\(option) needs a value; see --help"
      }
    }
  }

  /// Reads the arguments after the command's name.
  init(_ arguments: [String]) throws(Mistake) {
    var names: [String] = []
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--help", "-h": wantsHelp = true
      case "--format":
        guard let value = rest.popFirst() else { throw .missingValue(argument) }
        format = try Self.format(value)
      case _ where argument.hasPrefix("--format="):
        format = try Self.format(String(argument.dropFirst("--format=".count)))
      case "--here": staysHere = true
      case "--repeats":
        guard let value = rest.popFirst() else { throw .missingValue(argument) }
        guard let count = Int(value), count > 0 else { throw .noCount(value) }
        repeats = count
      case _ where argument.hasPrefix("-"): throw .unknownOption(argument)
      default: names.append(argument)
      }
    }
    for name in names where !Self.names.contains(name) { throw .unknownWorkload(name) }
    if !names.isEmpty { workloads = Workloads.all.filter { names.contains($0.name) } }
    comparisons = Comparisons.all.filter { names.contains($0.name) }
  }

  private static func format(_ value: String) throws(Mistake) -> Format {
    guard let format = Format(rawValue: value) else { throw .unknownFormat(value) }
    return format
  }

  private static var names: [String] {
    Workloads.all.map(\.name) + Comparisons.all.map(\.name)
  }

  /// The text of `--help`.
  static var usage: String {
    let width = names.map(\.count).max() ?? 0
    func line(_ name: String, _ text: String) -> String {
      "  \(name)\(String(repeating: " ", count: width - name.count + 2))\(text)"
    }
    func list(_ workloads: [any Workload]) -> String {
      workloads.map { line($0.name, $0.description) }.joined(separator: "\n")
    }
    let counted = Comparisons.all.map { line($0.name, $0.summary) }
    return """
      usage: benchmarks [NAME ...] [--format text|json]

      Measures the simulator; build it with -c release. Without names every workload runs.
      Each figure is the best of \(Rounds().measured) repeats after a warm-up; large workloads run
      less often, each in a process of its own, and cost is the processor's time.

      \(list(Workloads.all.filter { !$0.isOnDemand }))

      Only when they are named, since they take minutes and memory:

      \(list(Workloads.all.filter(\.isOnDemand)))

      Only when it is named, a table that is counted, not timed:

      \(counted.joined(separator: "\n"))

      options:
        --format text|json  how results are printed; json is one object a line
        --repeats N         runs each workload N times, without a warm-up; instructions of N + 1 minus
                            those of N are those of one run, without what happens once a process
        --here              all that is measured runs in this process as it was started, as a profiler
                            wants it
        --help              this text
      """
  }
}
