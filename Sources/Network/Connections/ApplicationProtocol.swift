/// A protocol on which both sides of a connection agree within the TLS handshake (ALPN, RFC 7301).
public enum ApplicationProtocol: String, Sendable, Hashable {
  /// HTTP/1.1.
  case http11 = "http/1.1"
  /// HTTP/2 over TLS (RFC 9113, 3.2).
  case http2 = "h2"
}
