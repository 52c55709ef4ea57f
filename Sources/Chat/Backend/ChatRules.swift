/// The security rules of the chat, as its team would deploy them.
public enum ChatRules {
  /// The rules file, which also stands in `database.rules.json` beside this one, to be deployed.
  ///
  /// Every write that a phone may repeat after a lost acknowledgement is accepted once and refused, with nothing changed, ever
  /// after: messages and receipts keep their first server time, edits have revisions, changes of members and turns of settings
  /// have ids, and all else leaves a mark that was not there before.
  public static let text = """
    {
      "rules": {
        "memberships": {
          "$user": {
            ".read": "$user === auth.uid",
            "$conversation": {
              // Both ends of a membership are the same, here and in the conversation, whose rules say who may.
              ".write": "auth != null && newData.val() === newData.parent().parent().parent().child('conversations').child($conversation).child('members').child($user).val()"
            }
          }
        },
        "conversations": {
          "$conversation": {
            // Members, and who is invited.
            ".read": "data.child('members').child(auth.uid).exists() || data.child('invited').child(auth.uid).exists()",
            ".write": "!data.exists() && newData.child('members').child(auth.uid).exists() && (newData.child('isGroup').val() === false || newData.child('admins').child(auth.uid).exists())",
            ".validate": "newData.hasChildren(['isGroup', 'createdBy', 'createdAt', 'members']) && newData.child('seats').child('1').exists() && newData.child('seats').child('2').exists()",
            "isGroup": { ".validate": "newData.isBoolean()" },
            "createdBy": { ".validate": "newData.val() === auth.uid" },
            "createdAt": { ".validate": "newData.val() === now" },
            // What a group is called and looks like; two people have their own names, which nobody gives them.
            "name": { ".write": "data.parent().child('admins').child(auth.uid).exists() && !data.parent().child('archivedAt').exists() && newData.parent().parent().parent().child('private').child(auth.uid).child('lastMark').child('id').val() !== root.child('private').child(auth.uid).child('lastMark').child('id').val() && newData.exists()", ".validate": "newData.val().length > 0 && newData.val().length <= 64 && newData.parent().child('isGroup').val() === true" },
            "photo": { ".write": "data.parent().child('admins').child(auth.uid).exists() && !data.parent().child('archivedAt').exists() && newData.parent().parent().parent().child('private').child(auth.uid).child('lastMark').child('id').val() !== root.child('private').child(auth.uid).child('lastMark').child('id').val() && newData.exists()", ".validate": "newData.val().length <= 1000 && newData.val().beginsWith('/groups/' + $conversation + '/' + auth.uid + '/') && newData.parent().child('isGroup').val() === true" },
            "description": { ".write": "data.parent().child('admins').child(auth.uid).exists() && !data.parent().child('archivedAt').exists() && newData.parent().parent().parent().child('private').child(auth.uid).child('lastMark').child('id').val() !== root.child('private').child(auth.uid).child('lastMark').child('id').val()", ".validate": "newData.val().length > 0 && newData.val().length <= 500 && newData.parent().child('isGroup').val() === true" },
            // Only admins write then; the rules of messages see to it.
            "adminsOnly": { ".write": "data.parent().child('admins').child(auth.uid).exists() && !data.parent().child('archivedAt').exists() && newData.parent().parent().parent().child('private').child(auth.uid).child('lastMark').child('id').val() !== root.child('private').child(auth.uid).child('lastMark').child('id').val()", ".validate": "newData.val() === true && newData.parent().child('isGroup').val() === true" },
            "moderators": {
              "$moderator": {
                // Admins give the role, and take it; it goes with the membership.
                ".write": "!newData.parent().parent().child('members').child($moderator).exists() || (data.parent().parent().child('admins').child(auth.uid).exists() && !data.parent().parent().child('archivedAt').exists() && newData.parent().parent().parent().parent().child('private').child(auth.uid).child('lastMark').child('id').val() !== root.child('private').child(auth.uid).child('lastMark').child('id').val())",
                ".validate": "newData.val() === true && newData.parent().parent().child('isGroup').val() === true && newData.parent().parent().child('members').child($moderator).exists()"
              }
            },
            // Admins invite, and take it back; who is invited says no, or yes by joining, which needs no mark. Both ends are the same.
            "invited": {
              "$guest": {
                ".write": "newData.val() === newData.parent().parent().parent().parent().child('private').child($guest).child('invitations').child($conversation).val() && ((!newData.exists() && newData.parent().parent().child('members').child($guest).exists()) || newData.parent().parent().parent().parent().child('private').child(auth.uid).child('lastMark').child('id').val() !== root.child('private').child(auth.uid).child('lastMark').child('id').val()) && ((data.parent().parent().child('admins').child(auth.uid).exists() && !data.parent().parent().child('archivedAt').exists()) || ($guest === auth.uid && !newData.exists()))",
                ".validate": "newData.val() === auth.uid && root.child('conversations').child($conversation).exists() && root.child('users').child($guest).exists() && !newData.parent().parent().child('members').child($guest).exists()"
              }
            },
            "pins": {
              "$message": {
                ".write": "data.parent().parent().child('members').child(auth.uid).exists() && !data.parent().parent().child('archivedAt').exists() && newData.parent().parent().parent().parent().child('private').child(auth.uid).child('lastMark').child('id').val() !== root.child('private').child(auth.uid).child('lastMark').child('id').val() && (data.parent().parent().child('isGroup').val() === false || data.parent().parent().child('admins').child(auth.uid).exists() || data.parent().parent().child('moderators').child(auth.uid).exists())",
                ".validate": "newData.hasChildren(['by', 'at']) && root.child('messages').child($conversation).child($message).exists() && root.child('messages').child($conversation).child($message).child('author').val() !== 'system'",
                "by": { ".validate": "newData.val() === auth.uid" },
                "at": { ".validate": "newData.val() === now" },
                "$other": { ".validate": false }
              }
            },
            "archivedAt": { ".write": "newData.val() === now && !root.child('changes').child($conversation).child(newData.parent().child('lastChange').val()).exists() && newData.parent().parent().parent().child('changes').child($conversation).child(newData.parent().child('lastChange').val()).child('archives').val() === true", ".validate": "root.child('conversations').child($conversation).exists()" },
            "members": {
              "$member": {
                // Who was there from the start has true, and an account; who was added has the backend's time of joining.
                // Members change only together with a new change that names them, whose rules say who may, and in whom.
                ".write": "!root.child('changes').child($conversation).child(newData.parent().parent().child('lastChange').val()).exists() && newData.parent().parent().parent().parent().child('changes').child($conversation).child(newData.parent().parent().child('lastChange').val()).child('users').child($member).exists() && newData.val() === newData.parent().parent().parent().parent().child('memberships').child($member).child($conversation).val() && !newData.parent().parent().child('admins').child($member).exists() && !newData.parent().parent().child('moderators').child($member).exists()",
                // Rules cannot count. So there are 256 seats, and each member has one: nobody has another's.
                ".validate": "((newData.val() === true && !root.child('conversations').child($conversation).exists() && root.child('users/' + $member).exists()) || (newData.val() === now && root.child('conversations').child($conversation).exists())) && newData.parent().parent().child('seats').child(newData.parent().parent().child('seatOf').child($member).val()).val() === $member && !newData.parent().parent().child('invited').child($member).exists()"
              }
            },
            "admins": {
              "$admin": {
                // The role goes with the membership, and a pair knows none. Who has it can give it, and take it from nobody.
                ".write": "!newData.parent().parent().child('members').child($admin).exists() || (newData.exists() && data.parent().child(auth.uid).exists() && !data.parent().parent().child('archivedAt').exists() && newData.parent().parent().parent().parent().child('private').child(auth.uid).child('lastMark').child('id').val() !== root.child('private').child(auth.uid).child('lastMark').child('id').val())",
                ".validate": "newData.val() === true && newData.parent().parent().child('isGroup').val() === true && (($admin === auth.uid && !root.child('conversations').child($conversation).exists()) || (root.child('conversations').child($conversation).child('admins').child(auth.uid).exists() && newData.parent().parent().child('members').child($admin).exists()))"
              }
            },
            // A seat is taken together with the change that adds a member; that of who has gone is free.
            "seats": {
              "$seat": {
                ".write": "newData.exists() && !root.child('changes').child($conversation).child(newData.parent().parent().child('lastChange').val()).exists() && newData.parent().parent().parent().parent().child('changes').child($conversation).child(newData.parent().parent().child('lastChange').val()).child('users').child(newData.val()).exists() && (!data.exists() || !root.child('conversations').child($conversation).child('members').child(data.val()).exists())",
                ".validate": "newData.parent().parent().child('seatOf').child(newData.val()).val() === $seat && (newData.parent().parent().child('isGroup').val() === true || $seat === '1' || $seat === '2')"
              }
            },
            // Whose it is has to be a member from now on, by rules of their own.
            "seatOf": {
              "$member": {
                ".write": "newData.exists() && !root.child('conversations').child($conversation).child('members').child($member).exists()",
                ".validate": "newData.val().matches(/^([1-9]|[1-9][0-9]|1[0-9][0-9]|2[0-4][0-9]|25[0-6])$/) && newData.parent().parent().child('members').child($member).exists()"
              }
            },
            // The change that a write makes; its own rules say who may.
            "lastChange": {
              ".write": "!root.child('changes').child($conversation).child(newData.val()).exists() && newData.parent().parent().parent().child('changes').child($conversation).child(newData.val()).exists()",
              ".validate": "root.child('conversations').child($conversation).exists()"
            },
            "$other": { ".validate": false }
          }
        },
        "changes": {
          "$conversation": {
            "$change": {
              ".write": "!data.exists() && ((root.child('conversations').child($conversation).child('isGroup').val() === true && (root.child('conversations').child($conversation).child('members').child(auth.uid).exists() || (newData.child('kind').val() === 'added' && root.child('conversations').child($conversation).child('invited').child(auth.uid).exists())) && !root.child('conversations').child($conversation).child('archivedAt').exists() && (newData.child('kind').val() === 'added' || newData.child('archives').val() === newData.parent().parent().parent().child('conversations').child($conversation).child('archivedAt').exists() || (newData.child('staying').child('first').val() !== newData.child('staying').child('second').val() && newData.parent().parent().parent().child('conversations').child($conversation).child('members').child(newData.child('staying').child('first').val()).exists() && newData.parent().parent().parent().child('conversations').child($conversation).child('members').child(newData.child('staying').child('second').val()).exists())) && newData.parent().parent().parent().child('conversations').child($conversation).child('lastChange').val() === $change && !root.child('messages').child($conversation).child($change).exists()) || (!root.child('conversations').child($conversation).exists() && newData.child('kind').val() === 'created' && $change === $conversation && newData.parent().parent().parent().child('conversations').child($conversation).child('isGroup').val() === true))",
              ".validate": "newData.hasChildren(['by', 'at', 'kind', 'users'])",
              "by": { ".validate": "newData.val() === auth.uid" },
              "at": { ".validate": "newData.val() === now" },
              "kind": { ".validate": "newData.val() === 'added' || newData.val() === 'removed' || newData.val() === 'created'" },
              "archives": { ".validate": "newData.val() === true && newData.parent().child('kind').val() === 'removed'" },
              "staying": {
                ".validate": "newData.parent().child('kind').val() === 'removed' && newData.hasChildren(['first', 'second'])",
                "first": { ".validate": "newData.isString()" },
                "second": { ".validate": "newData.isString()" },
                "$other": { ".validate": false }
              },
              "users": {
                "$member": {
                  ".validate": "newData.val() === true && ((newData.parent().parent().child('kind').val() === 'created' && newData.parent().parent().parent().parent().parent().child('conversations').child($conversation).child('members').child($member).exists()) || ((root.child('conversations').child($conversation).child('admins').child(auth.uid).exists() || $member === auth.uid || (newData.parent().parent().child('kind').val() === 'removed' && root.child('conversations').child($conversation).child('moderators').child(auth.uid).exists() && !root.child('conversations').child($conversation).child('moderators').child($member).exists() && !root.child('conversations').child($conversation).child('admins').child($member).exists())) && (newData.parent().parent().child('kind').val() === 'added' || root.child('conversations').child($conversation).child('members').child($member).exists()) && (newData.parent().parent().child('kind').val() === 'removed' || (!root.child('conversations').child($conversation).child('members').child($member).exists() && root.child('users').child($member).exists())) && (newData.parent().parent().child('kind').val() === 'added') === newData.parent().parent().parent().parent().parent().child('conversations').child($conversation).child('members').child($member).exists()))"
                }
              },
              "$other": { ".validate": false }
            }
          }
        },
        "users": {
          // Who may sign in may look others up; accounts are made and deleted by the backend.
          ".read": "auth != null"
        },
        "private": {
          "$user": {
            ".read": "$user === auth.uid",
            "sharing": {
              "$turn": {
                ".write": "$user === auth.uid && !data.exists() && newData.exists()",
                ".validate": "newData.hasChildren(['isOn', 'at'])",
                "isOn": { ".validate": "newData.isBoolean()" },
                "at": { ".validate": "newData.val() === now" },
                "$other": { ".validate": false }
              }
            },
            // The groups to which the user is invited; who may say so the rules of conversations decide.
            "invitations": {
              "$conversation": {
                ".write": "auth != null && newData.val() === newData.parent().parent().parent().parent().child('conversations').child($conversation).child('invited').child($user).val()"
              }
            },
            // The notification that was swiped away last.
            "cleared": {
              "$conversation": {
                ".write": "$user === auth.uid && newData.exists() && newData.parent().parent().child('lastMark').child('id').val() !== data.parent().parent().child('lastMark').child('id').val() && root.child('conversations').child($conversation).child('members').child(auth.uid).exists()",
                ".validate": "root.child('messages').child($conversation).child(newData.val()).exists()"
              }
            },
            // How long a conversation is muted, its tag, and whether it is in the archive: each turn is written once, and the
            // backend's own time decides which is the last and how long it holds.
            "settings": {
              "$conversation": {
                "$topic": {
                  "$turn": {
                    ".write": "$user === auth.uid && !data.exists() && newData.exists() && root.child('conversations').child($conversation).child('members').child(auth.uid).exists()",
                    ".validate": "newData.hasChildren(['to', 'at']) && (($topic === 'mute' && newData.child('to').val().matches(/^(1h|8h|1d|1w|forever|off)$/)) || ($topic === 'archive' && newData.child('to').val().matches(/^(on|off)$/)) || ($topic === 'tag' && (newData.child('to').val() === 'off' || (newData.child('to').val().beginsWith('#') && newData.child('to').val().length >= 2 && newData.child('to').val().length <= 33))))",
                    "to": { ".validate": "newData.isString()" },
                    "at": { ".validate": "newData.val() === now" },
                    "$other": { ".validate": false }
                  }
                }
              }
            },
            "reads": {
              "$conversation": {
                "$message": {
                  ".write": "$user === auth.uid && !data.exists() && newData.exists() && root.child('conversations').child($conversation).child('members').child(auth.uid).exists()",
                  ".validate": "newData.val() === now && root.child('messages').child($conversation).child($message).exists()"
                }
              }
            },
            // What the phones of a user have marked. A write that would do harm where it came twice, after a lost answer, is
            // accepted together with a new mark alone: its number is greater than the one in its place.
            "marks": {
              "$place": {
                ".write": "$user === auth.uid && newData.isNumber() && (!data.exists() || newData.val() > data.val())"
              }
            },
            // The place that is marked by the same write, and a name of the mark that was not there before, by which the rules of other
            // places know of it.
            "lastMark": {
              ".write": "$user === auth.uid && newData.parent().child('marks').child(newData.child('place').val()).val() !== data.parent().child('marks').child(newData.child('place').val()).val()",
              ".validate": "newData.hasChildren(['place', 'id'])",
              "place": { ".validate": "newData.isString()" },
              "id": { ".validate": "newData.isString()" },
              "$other": { ".validate": false }
            },
            "$other": { ".validate": false }
          }
        },
        "presence": {
          "$user": {
            ".read": "auth != null",
            "phones": {
              "$phone": {
                ".write": "$user === auth.uid",
                ".validate": "newData.hasChildren()",
                // No token holds for longer than an hour.
                "$connection": { ".validate": "newData.isNumber() && newData.val() <= now + 3600000" }
              }
            },
            "lastSeen": {
              ".write": "$user === auth.uid",
              ".validate": "newData.val() === now"
            },
            "$other": { ".validate": false }
          }
        },
        "tokens": {
          // Nobody reads where others can be reached; the backend's functions do.
          "$user": {
            "$token": {
              ".write": "$user === auth.uid",
              ".validate": "newData.val() === true"
            }
          }
        },
        "messages": {
          "$conversation": {
            // Who joined later reads from the time of joining on, and has to ask for just that.
            ".read": "root.child('conversations').child($conversation).child('members').child(auth.uid).val() === true || (query.orderByChild === 'sentAt' && query.startAt >= root.child('conversations').child($conversation).child('members').child(auth.uid).val())",
            ".indexOn": ["sentAt"],
            "$message": {
              // Written once; then its author may change the text, one revision at a time, or leave a tombstone.
              // What the system tells is written by the backend's functions alone.
              ".write": "auth.uid !== 'system' && root.child('conversations').child($conversation).child('members').child(auth.uid).exists() && newData.child('author').val() === auth.uid && ((!data.exists() && newData.child('sentAt').val() === now && !newData.parent().parent().parent().child('changes').child($conversation).child($message).exists() && !root.child('conversations').child($conversation).child('archivedAt').exists() && (root.child('conversations').child($conversation).child('adminsOnly').val() !== true || root.child('conversations').child($conversation).child('admins').child(auth.uid).exists()) && (newData.hasChild('text') || newData.hasChild('attachments')) && !newData.hasChild('mediaDeletedAt') && !newData.hasChild('mediaDeletedBy') && !newData.hasChild('revision') && !newData.hasChild('deletedAt')) || (data.child('author').val() === auth.uid && !data.hasChild('deletedAt') && newData.child('sentAt').val() === data.child('sentAt').val() && newData.child('mediaDeletedAt').val() === data.child('mediaDeletedAt').val() && newData.child('mediaDeletedBy').val() === data.child('mediaDeletedBy').val() && ((newData.hasChild('text') && !newData.hasChild('deletedAt') && !root.child('conversations').child($conversation).child('archivedAt').exists() && (root.child('conversations').child($conversation).child('adminsOnly').val() !== true || root.child('conversations').child($conversation).child('admins').child(auth.uid).exists()) && newData.child('attachments').hasChild('1') === data.child('attachments').hasChild('1') && newData.child('attachments').hasChild('2') === data.child('attachments').hasChild('2') && newData.child('attachments').hasChild('3') === data.child('attachments').hasChild('3') && newData.child('attachments').hasChild('4') === data.child('attachments').hasChild('4') && newData.child('attachments').hasChild('5') === data.child('attachments').hasChild('5') && newData.child('attachments').hasChild('6') === data.child('attachments').hasChild('6') && newData.child('attachments').hasChild('7') === data.child('attachments').hasChild('7') && newData.child('attachments').hasChild('8') === data.child('attachments').hasChild('8') && newData.child('attachments').hasChild('9') === data.child('attachments').hasChild('9') && ((!data.hasChild('revision') && newData.child('revision').val() === 1) || newData.child('revision').val() === data.child('revision').val() + 1)) || (newData.child('deletedAt').val() === now && !newData.hasChild('text') && !newData.hasChild('attachments')))))",
              "author": {},
              "text": { ".validate": "newData.val().length > 0 && newData.val().length <= 10000" },
              // What is to come stands here from the start and never changes, with the random name of its file; its author
              // completes it once, with the place of the file, which is the message's own, and the backend's time.
              // An admin of a living group may take it away from messages that they may see, all of it and for good, with
              // their name and the backend's time in its place (PM-18).
              "attachments": {
                ".write": "data.parent().child('mediaDeletedAt').val() !== newData.parent().child('mediaDeletedAt').val() && newData.parent().child('mediaDeletedAt').val() === now",
                "$number": {
                  ".write": "root.child('conversations').child($conversation).child('members').child(auth.uid).exists() && data.parent().parent().child('author').val() === auth.uid && data.child('state').val() === 'uploading' && newData.child('state').val() === 'uploaded'",
                  ".validate": "$number.matches(/^[1-9]$/) && newData.hasChildren(['type', 'bytes', 'width', 'height', 'state', 'file']) && (newData.child('state').val() === 'uploaded') === newData.hasChild('url') && newData.hasChild('url') === newData.hasChild('uploadedAt')",
                  "type": { ".validate": "(newData.val() === 'image/jpeg' || newData.val() === 'image/png' || newData.val() === 'video/mp4') && (!data.parent().parent().parent().exists() || newData.val() === data.val())" },
                  "bytes": { ".validate": "newData.val() >= 1 && newData.val() <= 2097152 && (!data.parent().parent().parent().exists() || newData.val() === data.val())" },
                  "width": { ".validate": "newData.val() >= 1 && newData.val() <= 100000 && (!data.parent().parent().parent().exists() || newData.val() === data.val())" },
                  "height": { ".validate": "newData.val() >= 1 && newData.val() <= 100000 && (!data.parent().parent().parent().exists() || newData.val() === data.val())" },
                  "state": { ".validate": "(newData.val() === 'uploading' && !data.parent().parent().parent().exists()) || newData.val() === data.val() || (newData.val() === 'uploaded' && data.val() === 'uploading')" },
                  "file": { ".validate": "newData.isString() && newData.val().matches(/^[0-9A-Za-z-]+$/) && newData.val().length >= 20 && newData.val().length <= 100 && (!data.parent().parent().parent().exists() || newData.val() === data.val())" },
                  "url": { ".validate": "newData.val() === '/pictures/' + $conversation + '/' + auth.uid + '/' + $message + '/' + newData.parent().child('file').val() && (!data.exists() || newData.val() === data.val())" },
                  "uploadedAt": { ".validate": "newData.val() === now || newData.val() === data.val()" },
                  "$other": { ".validate": false }
                }
              },
              "sentAt": {},
              "revision": { ".validate": "newData.isNumber()" },
              "mediaDeletedAt": {
                ".write": "!data.exists() && data.parent().hasChild('attachments') && !newData.parent().hasChild('attachments') && newData.parent().child('mediaDeletedBy').val() === auth.uid && root.child('conversations').child($conversation).child('admins').child(auth.uid).exists() && !root.child('conversations').child($conversation).child('archivedAt').exists() && (root.child('conversations').child($conversation).child('members').child(auth.uid).val() === true || data.parent().child('sentAt').val() >= root.child('conversations').child($conversation).child('members').child(auth.uid).val())"
              },
              "mediaDeletedBy": {
                ".write": "!data.parent().hasChild('mediaDeletedAt') && newData.parent().child('mediaDeletedAt').val() === now"
              },
              "deletedAt": {},
              "$other": { ".validate": false }
            }
          }
        },
        "receipts": {
          "$conversation": {
            ".read": "root.child('conversations').child($conversation).child('members').child(auth.uid).exists()",
            "$user": {
              "$message": {
                ".write": "$user === auth.uid && !data.exists() && newData.exists()",
                // Nobody has read a message of their own, one from before they joined, or what the system tells.
                ".validate": "newData.val() === now && root.child('messages').child($conversation).child($message).exists() && root.child('messages').child($conversation).child($message).child('author').val() !== auth.uid && root.child('messages').child($conversation).child($message).child('author').val() !== 'system' && (root.child('conversations').child($conversation).child('members').child(auth.uid).val() === true || root.child('messages').child($conversation).child($message).child('sentAt').val() >= root.child('conversations').child($conversation).child('members').child(auth.uid).val())"
              }
            }
          }
        },
        "deliveries": {
          "$conversation": {
            ".read": "root.child('conversations').child($conversation).child('members').child(auth.uid).exists()",
            "$user": {
              "$message": {
                ".write": "$user === auth.uid && !data.exists() && newData.exists()",
                ".validate": "newData.val() === now && root.child('messages').child($conversation).child($message).exists() && root.child('messages').child($conversation).child($message).child('author').val() !== auth.uid && (root.child('conversations').child($conversation).child('members').child(auth.uid).val() === true || root.child('messages').child($conversation).child($message).child('sentAt').val() >= root.child('conversations').child($conversation).child('members').child(auth.uid).val())"
              }
            }
          }
        },
        "typing": {
          "$conversation": {
            ".read": "root.child('conversations').child($conversation).child('members').child(auth.uid).exists()",
            "$user": {
              // Members say that they write; that one writes no more one says for oneself, also after the end.
              ".write": "$user === auth.uid && (!newData.exists() || root.child('conversations').child($conversation).child('members').child(auth.uid).exists())",
              ".validate": "newData.hasChildren()",
              "$connection": {
                ".validate": "newData.hasChildren(['at', 'said'])",
                "at": { ".validate": "newData.val() === now" },
                // What a phone sends again after a connection that it has lost comes too late to be true.
                "said": { ".validate": "newData.val() > now - 6000" },
                "$other": { ".validate": false }
              }
            }
          }
        }
      }
    }
    """
}
