public import Backend

/// Rule expressions with verdicts recorded against a live database: `rules-expressions.json`.
public enum RulesExpressionsSuite: ConformanceSuite {
  public static let name = "rules-expressions"

  public static func cases(in file: JSON) throws(ConformanceShapeError) -> [ConformanceCase] {
    let file = ConformanceValue(file)
    var users: [String: RuleAuth?] = [:]
    for (name, claims) in try file["users"].members() {
      users.updateValue(
        claims.json.isNull ? nil : RuleAuth(claims: claims.json), forKey: name)
    }
    var cases: [ConformanceCase] = []
    for test in try file["tests"].array() {
      let user = try test["user"].string()
      guard let auth = users[user] else {
        throw ConformanceShapeError(
          place: test["user"].place, expected: "one of the users that the file names")
      }
      let record = try Record(test, auth: auth)
      cases.append(ConformanceCase("\(record.rule) as \(user)") { record.difference() })
    }
    return cases
  }

  /// A case as the file has it.
  private struct Record: Sendable {
    let rule: String
    let auth: RuleAuth?
    let isValid: Bool
    let failsAtRuntime: Bool?
    let answer: Bool?
    let data: Node
    let captures: [(name: String, value: String)]
    let query: QueryParameters

    init(_ test: ConformanceValue, auth: RuleAuth?) throws(ConformanceShapeError) {
      rule = try test["rule"].string()
      self.auth = auth
      isValid = try test["isValid"].bool()
      failsAtRuntime = try test["failAtRuntime"].ifPresent?.bool()
      answer = try test["evaluateTo"].ifPresent?.bool()
      data = try test["data"].node()
      var captures: [(name: String, value: String)] = []
      if let names = test["wildchildren"].ifPresent {
        for (name, value) in try names.members() { captures.append((name, try value.string())) }
      }
      self.captures = captures.sorted { $0.name < $1.name }
      query = try Self.query(test["query"])
    }

    private static func query(
      _ value: ConformanceValue
    ) throws(ConformanceShapeError) -> QueryParameters {
      var query = QueryParameters.all
      guard let value = value.ifPresent else { return query }
      for (name, value) in try value.members() {
        let bound = value.json.isNull ? nil : try? value.scalar()
        let count = try? value.integer()
        do throws(QueryError) {
          switch name {
          case "orderByKey": query = try query.ordered(by: .key)
          case "orderByValue": query = try query.ordered(by: .value)
          case "orderByPriority": query = try query.ordered(by: .priority)
          case "orderByChild":
            query = try query.ordered(by: .child(Path(unchecked: value.json.string ?? "")))
          case "startAt": query = try query.starting(at: bound)
          case "startAfter": query = try query.starting(after: bound)
          case "endAt": query = try query.ending(at: bound)
          case "endBefore": query = try query.ending(before: bound)
          case "equalTo": query = try query.equal(to: bound)
          case "limitToFirst": query = try query.limited(toFirst: count ?? 0)
          case "limitToLast": query = try query.limited(toLast: count ?? 0)
          default: throw QueryError.invalidOrderPath(name)
          }
        } catch {
          throw ConformanceShapeError(place: value.place, expected: "a part of a query (\(error))")
        }
      }
      return query
    }

    func difference() -> String? {
      let expression: RuleExpression
      do throws(RulesError) {
        expression = try RuleExpression(rule, captures: captures.map(\.name))
      } catch {
        return isValid ? "doesn't compile: \(error)" : nil
      }
      guard isValid else { return "compiles, though it shouldn't" }
      do throws(RuleEvaluationError) {
        let path = Path(captures.map { Key($0.value) })
        let found = try expression.evaluate(
          at: path, as: auth, in: data, query: query, nowMilliseconds: 1_500_000_000_000)
        if failsAtRuntime == true { return "is \(found), though it should fail" }
        return answer == nil || found == answer ? nil : "is \(found)"
      } catch {
        return failsAtRuntime == false ? "fails: \(error)" : nil
      }
    }
  }
}
