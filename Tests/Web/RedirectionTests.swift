import Foundation
import Testing

@testable import Web

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite("A redirection takes along what belongs to its place")
struct RedirectionTests {
  private static let home = URL(string: "https://api.test/a/b")!

  private func redirection(_ status: Int, _ place: String?, method: String = "GET") -> Redirection?
  {
    var headers: HeaderFields = [:]
    headers["Location"] = place
    let head = ResponseHead(
      status: status, reason: "", headers: headers, bodyCount: 0, target: "/a/b")
    return Redirection(of: head, to: method, from: Self.home)
  }

  @Test("only five statuses redirect, and only with a place to go to")
  func statuses() {
    let following = (100...599).filter { redirection($0, "/c") != nil }
    #expect(following == [301, 302, 303, 307, 308])
    #expect(redirection(302, nil) == nil)
  }

  @Test("the place is read from where it was given")
  func places() {
    #expect(redirection(302, "c?d=e")?.url.absoluteString == "https://api.test/a/c?d=e")
    #expect(redirection(302, "//other.test/c")?.url.absoluteString == "https://other.test/c")
  }

  @Test("the authorization stays with its origin, of which the usual port is no other one")
  func authorization() throws {
    var request = URLRequest(url: Self.home)
    request.setValue("Bearer 1", forHTTPHeaderField: "Authorization")
    func goesAlong(to place: String) throws -> Bool {
      let next = try #require(redirection(307, place)).request(after: request)
      return next.value(forHTTPHeaderField: "Authorization") != nil
    }
    #expect(try goesAlong(to: "/c"))
    #expect(try goesAlong(to: "https://API.test:443/c"))
    #expect(try !goesAlong(to: "https://other.test/c"))
    #expect(try !goesAlong(to: "https://api.test:8443/c"))
    #expect(try !goesAlong(to: "http://api.test/c"))
  }
}
