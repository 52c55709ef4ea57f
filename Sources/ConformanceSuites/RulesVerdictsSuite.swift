public import Backend

/// Rule sets with operations and the verdicts that production gave: `rules-verdicts.json`.
public enum RulesVerdictsSuite: ConformanceSuite {
  public static let name = "rules-verdicts"

  /// Stands for `<UID>` in the file.
  private static let uid = "kX2mW9tQzXhV4bYcR7nLpS1aDfE3"
  /// A day in 2026, between the past and the far future that the cases speak of.
  private static let nowMilliseconds: Int64 = 1_780_000_000_000

  public static func cases(in file: JSON) throws(ConformanceShapeError) -> [ConformanceCase] {
    let file = ConformanceValue(file).replacing("<UID>", with: uid)
    var cases: [ConformanceCase] = []
    for set in try file.array() {
      let id = try set["id"].string()
      let text = try set["rules"].string()
      let rules: RuleSet
      do throws(RulesError) {
        rules = try RuleSet("{\"rules\":\(text)}")
      } catch {
        throw ConformanceShapeError(
          place: set["rules"].place, expected: "a valid set of rules (\(error))")
      }
      for test in try set["cases"].array() {
        let record = try Record(test, rules: rules)
        cases.append(ConformanceCase("\(id): \(record.description)") { record.difference() })
      }
    }
    return cases
  }

  /// A case as the file has it.
  private struct Record: Sendable {
    let rules: RuleSet
    let description: String
    let isRead: Bool
    let path: Path
    let auth: RuleAuth?
    let before: Node
    let written: Node
    let isAllowed: Bool

    init(_ test: ConformanceValue, rules: RuleSet) throws(ConformanceShapeError) {
      self.rules = rules
      description = try test["description"].string()
      isRead = try choice(test["operation"], "read", "write")
      path = try test["opPath"].path()
      auth = try test["authPresent"].bool() ? RuleAuth(uid: uid, provider: "anonymous") : nil
      isAllowed = try choice(test["observed"], "ALLOW", "DENY")
      var before = Node.empty.updating(path, to: try test["mockData"].node())
      if let seed = test["seed"].ifPresent {
        for (place, value) in try seed.members() {
          before = before.updating(Path(unchecked: place), to: try value.node())
        }
      }
      self.before = before
      written = try test["newData"].node()
    }

    func difference() -> String? {
      let verdict: RuleVerdict
      if isRead {
        verdict = rules.verdict(onReading: path, as: auth, in: before, at: nowMilliseconds)
      } else {
        let resolved = written.resolvingServerValues(
          existing: before[path], nowMilliseconds: nowMilliseconds)
        verdict = rules.verdict(
          onWriting: path, as: auth, from: before, to: before.updating(path, to: resolved),
          at: nowMilliseconds)
      }
      if verdict.isAllowed == isAllowed { return nil }
      return verdict.refusal.map { "is denied, \($0)" } ?? "is allowed"
    }
  }

  private static func choice(
    _ value: ConformanceValue, _ yes: String, _ no: String
  ) throws(ConformanceShapeError) -> Bool {
    let text = try value.string()
    guard text == yes || text == no else {
      throw ConformanceShapeError(place: value.place, expected: "\"\(yes)\" or \"\(no)\"")
    }
    return text == yes
  }
}
