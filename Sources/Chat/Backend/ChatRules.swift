/// The security rules of the chat, as its team would deploy them.
public enum ChatRules {
  /// The rules file.
  ///
  /// Every write that a phone may repeat after a lost acknowledgement is accepted once and refused, with
  /// nothing changed, ever after: messages and receipts keep their first server time.
  public static let text = """
    {
      "rules": {
        "memberships": {
          "$user": {
            ".read": "auth != null && $user === auth.uid",
            "$conversation": {
              // Both ends of a membership are written together: here and in the conversation.
              ".write": "auth != null && newData.exists() && newData.parent().parent().parent().child('conversations').child($conversation).child('members').child($user).exists() && newData.parent().parent().parent().child('conversations').child($conversation).child('members').child(auth.uid).exists()",
              ".validate": "newData.val() === true"
            }
          }
        },
        "conversations": {
          "$conversation": {
            ".read": "auth != null && data.child('members').child(auth.uid).exists()",
            ".write": "auth != null && !data.exists() && newData.child('createdBy').val() === auth.uid && newData.child('members').child(auth.uid).exists()",
            ".validate": "newData.hasChildren(['isGroup', 'createdBy', 'createdAt', 'members'])",
            "isGroup": { ".validate": "newData.isBoolean()" },
            "createdBy": { ".validate": "newData.val() === auth.uid" },
            "createdAt": { ".validate": "newData.val() === now" },
            "members": { "$member": { ".validate": "newData.val() === true" } },
            "$other": { ".validate": false }
          }
        },
        "messages": {
          "$conversation": {
            ".read": "auth != null && root.child('conversations').child($conversation).child('members').child(auth.uid).exists()",
            "$message": {
              ".write": "auth != null && !data.exists() && newData.exists() && root.child('conversations').child($conversation).child('members').child(auth.uid).exists()",
              ".validate": "newData.hasChildren(['author', 'text', 'sentAt'])",
              "author": { ".validate": "newData.val() === auth.uid" },
              "text": { ".validate": "newData.isString() && newData.val().length > 0 && newData.val().length <= 10000" },
              "sentAt": { ".validate": "newData.val() === now" },
              "$other": { ".validate": false }
            }
          }
        },
        "receipts": {
          "$conversation": {
            ".read": "auth != null && root.child('conversations').child($conversation).child('members').child(auth.uid).exists()",
            "$user": {
              "$message": {
                ".write": "auth != null && $user === auth.uid && !data.exists() && newData.exists() && root.child('conversations').child($conversation).child('members').child(auth.uid).exists()",
                ".validate": "newData.val() === now && root.child('messages').child($conversation).child($message).exists() && root.child('messages').child($conversation).child($message).child('author').val() !== auth.uid"
              }
            }
          }
        },
        "deliveries": {
          "$conversation": {
            ".read": "auth != null && root.child('conversations').child($conversation).child('members').child(auth.uid).exists()",
            "$user": {
              "$message": {
                ".write": "auth != null && $user === auth.uid && !data.exists() && newData.exists() && root.child('conversations').child($conversation).child('members').child(auth.uid).exists()",
                ".validate": "newData.val() === now && root.child('messages').child($conversation).child($message).exists()"
              }
            }
          }
        }
      }
    }
    """
}
