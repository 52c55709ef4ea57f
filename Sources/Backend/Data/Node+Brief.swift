extension Node {
  /// The data as one line of JSON for a person, cut after some 300 characters.
  package var brief: String { text(atMost: 300) }

  /// The data as one line of JSON; cut, and then with an ellipsis at its end, after about so many bytes.
  ///
  /// It looks no further than it prints, however much data there is.
  package func text(atMost bytes: Int) -> String {
    var text = ""
    write(into: &text, atMost: bytes)
    return text.utf8.count > bytes ? text.prefix(bytes) + "…" : text
  }

  private func write(into text: inout String, atMost bytes: Int) {
    guard hasChildren else {
      text += json(.value).description
      return
    }
    text += "{"
    var isFirst = true
    for (key, child) in children {
      if text.utf8.count > bytes { return }
      if !isFirst { text += "," }
      isFirst = false
      text += JSON.string(key.text).description
      text += ":"
      child.write(into: &text, atMost: bytes)
    }
    text += "}"
  }
}
