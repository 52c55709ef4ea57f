public import Harness

extension RequirementCatalog where Self == RequirementTable {
  /// The requirements of the chat.
  public static var chat: RequirementTable { ChatRequirements.table }
}

private enum ChatRequirements {
  static let table = RequirementTable(rows, proofs: RequirementProof.table(ChatProofs.rows))

  private static let rows = """
    # DS Delivery status and its indicator (sender side)
    DS-01 S A message passes only through the ladder sending → sent → delivered → read, with failed as a side exit; every step of the ladder is individually accepted.
    DS-02 U A freshly submitted message shows a 'sending' marker on the sender's own device until the backend acknowledges it.
    DS-03 L After backend acknowledgement the sender's bubble shows one grey check.
    DS-04 L After the recipient side has the message the sender's bubble shows two grey checks.
    DS-05 L After a recipient has read it the sender's bubble shows two blue checks.
    DS-06 S Grey double and blue double are distinguishable states: delivered-but-unread never renders blue.
    DS-07 U Status text/icon is rendered only on messages authored by the viewing user; incoming bubbles carry none.
    DS-08 U A failed message renders as failed (red) and offers retry and delete to its author only.
    DS-09 L Retrying a failed message sends the same message (same identity) and it can still climb to read.
    DS-10 U A message waiting in the offline queue is visibly different from one acknowledged by the backend (see C-13).
    DS-11 S Each bubble also shows the message's time of day, independent of status.
    DS-12 S Submitting empty text (and no image) produces no message; after a successful submit the composer is cleared.
    DS-13 S statusUpdatedAt advances with each status upgrade and is stamped by the backend.
    DS-14 L A group message is fanned out to every other member's device and its delivery is tracked per recipient.
    DS-15 U While the peer's presence is known the 1:1 header shows online or last-seen (context from earlier PRs; optional observable).
    # RR 1:1 read receipts
    RR-01 L When the recipient views the conversation holding a message, that message becomes read for the sender.
    RR-02 T In 1:1, sender sees blue/read no later than 1 s after the recipient opens the chat (nominal network).
    RR-03 L The sender's open screen changes without any manual refresh when the receipt arrives.
    RR-04 S The recipient's id is recorded in the message's readBy at the backend once read.
    RR-05 S Opening a chat that holds only one's own messages records no read by oneself.
    RR-06 S Only a person other than the author can turn a message to read.
    RR-07 L Several messages sent before the recipient opens all become read by one opening.
    RR-08 S Opening an empty conversation marks nothing and raises no error.
    RR-09 S Opening a conversation in which everything is already read issues no backend write.
    RR-10 S Read state survives an app restart on both sender and recipient device.
    RR-11 L A full path sent(✓) → delivered(✓✓) → read(blue) is observable step by step for one message.
    RR-12 L If the recipient reads while the sender is offline, the sender sees read after the sender reconnects.
    RR-13 U Tapping the check marks in 1:1 opens a Message Info sheet containing the read time.
    RR-14 S Marking uses the set {not mine, not yet read by me}: 5 messages of which 2 are mine yields exactly 3 marks.
    RR-15 S After marking, the local copy on the reader shows the reader in readBy exactly once and the local count grew by exactly one.
    RR-16 R Introducing group receipts changes nothing in 1:1 check-mark behaviour.
    # GR Group receipts: tracking and count
    GR-01 L Every group message records, per recipient, whether and when that recipient read it.
    GR-02 U On the author's own group message a text 'Read by X of Y' is shown once anyone has read.
    GR-03 S Y counts recipients only: in a three-person group the first reader yields '1 of 2' and the second '2 of 2'.
    GR-04 S X equals the number of distinct recipients who have read; in a 3-person group with 2 readers the count is 2.
    GR-05 S In a 10-person group, counts are exact at every moment as members open in any order.
    GR-06 L The group message's aggregate status becomes read when the first recipient reads , the count tells how far it is.
    GR-07 L PR-13 requires receipts to work in group chats as well as 1:1.
    GR-08 S Opening the thread marks all visible unread messages of others, not merely the newest one.
    GR-09 S The author never appears in readBy and is never counted.
    GR-10 L Each reader's own read time is preserved individually (map user → time), so two readers have two times.
    GR-11 L When another member reads, the author's stored copy of the message is updated even though no message content changed.
    GR-12 S With no reader the message shows delivered/sent, never 'Read by 0 of Y' in blue.
    GR-13 L Group receipts keep working for messages that carry an image.
    GR-14 S The reader facts are kept in the device's own store as well as in the backend and agree after sync.
    GR-15 U The product may present either a count or individual receipts for groups; both projections agree with the same stored facts.
    # SH Receipt sheet / Message Info
    SH-01 U Invoking the receipts gesture on one's own group message opens a sheet.
    SH-02 S The gesture on somebody else's message opens nothing.
    SH-03 S The gesture on a system message opens nothing.
    SH-04 S Every current recipient appears in exactly one of the two groups read / not-read.
    SH-05 S A reader is listed with the time of reading.
    SH-06 S A non-reader is listed in the Delivered / Not-read group without a time.
    SH-07 S The author is absent from both groups.
    SH-08 S Readers are ordered newest read first.
    SH-09 T While the sheet stays open and another member reads, that member moves from not-read to read without reopening.
    SH-10 S In a five-person group where two have read, the sheet shows exactly these two as read and the other two recipients as not read.
    SH-11 S When everyone has read, the not-read group is empty/absent.
    SH-12 S When nobody has read, the read group is empty and the sheet still opens.
    SH-13 L A member removed while the sheet is open disappears from it.
    SH-14 S A reader whose account was deleted is shown as 'Deleted User' instead of vanishing.
    SH-15 S Deleting a message does not erase its stored receipts.
    SH-16 U Section headings carry member counts equal to the number of rows.
    SH-17 U Readers carry a check icon and every row an avatar and display name.
    SH-18 U A Done control closes the sheet.
    SH-19 U Relative times read as now / N minutes ago / N hours ago / yesterday / N days ago relative to the viewing moment.
    SH-20 U An exact time is available on tapping the row (optional).
    SH-21 U In 1:1 the sheet is titled Message Info and shows Sent time, Delivered (check or Pending) and Read (time or Not yet).
    SH-22 U The same gesture on an own image attachment opens the receipts sheet.
    SH-23 U Profiles on the sheet load asynchronously; the sheet is usable before avatars arrive.
    # OF Receipts across offline / reconnect
    OF-01 S Reading while offline marks the messages read locally at once.
    OF-02 L An offline read is queued durably and sent when connectivity returns.
    OF-03 T After the reader's connectivity returns, the author sees read within 2 s.
    OF-04 L The author sees the offline reader move to read after the sync.
    OF-05 L Offline reading of several messages delivers a receipt for each of them.
    OF-06 L A queue that waited for an extended offline period still applies completely on reconnect.
    OF-07 S A failed receipt upload does not undo the reader's local read state.
    OF-08 L A receipt whose upload failed is not lost: it reaches the author eventually (see C-18).
    OF-09 L Reads that happened while the author was offline appear after the author reconnects or reopens the thread.
    OF-10 S An app restart between the offline read and the reconnect loses no queued receipt.
    OF-11 S Re-sending a queued receipt has the same effect as sending it once.
    OF-12 L Airplane-mode on/off around opening produces the same final state as opening online.
    # MO Ordering and never-downgrade
    MO-01 S Once a device has shown read for a message it never shows delivered/sent/sending for it again.
    MO-02 S A late 'delivered' arriving after 'read' is ignored.
    MO-03 S Status upgrades are checked with an explicit transition rule before applying.
    MO-04 S Repeating the current status is a no-op.
    MO-05 S An incoming backend update that tries to lower the status leaves the shown status untouched.
    MO-06 S The set of readers of a message only grows while membership is unchanged.
    MO-07 S Already-read messages are not re-marked, hence their read time does not change on later openings.
    MO-08 S Concurrent reads by different members both survive (no reader overwrites another).
    MO-09 S Message status order and receipt order may differ; the displayed state depends only on the set of facts received, not on arrival order.
    MO-10 L Rapidly sent messages all end up with receipts, none skipped.
    # BC Batching and write cost
    BC-01 C Marking n messages in one opening is one backend batch (n<=500).
    BC-02 C A batch contains one update per message: 3 ids give 3 updates and 1 commit.
    BC-03 C An empty id list issues no backend call.
    BC-04 S A batch is atomic: observers see all of its updates or none.
    BC-05 C No batch exceeds 500 operations; larger sets are split.
    BC-06 C Already-read messages cause zero writes.
    BC-07 C Receipt updates from one device are limited to at most one per second.
    BC-08 C Receipt listening is confined to the conversation being shown; leaving it stops the traffic.
    BC-09 C Participant changes are written as one batch.
    BC-10 C Adding n members causes exactly one system message.
    BC-11 C Filtering of already-present users for the picker does not require a backend call per user.
    # UN Unread counts and badges
    UN-01 S Each conversation keeps an unread number.
    UN-02 L A message arriving from someone else raises the unread number by one.
    UN-03 L Opening the conversation sets its unread number to zero.
    UN-04 U The conversation list shows the unread number as a badge.
    UN-05 S The app icon badge includes unread group messages.
    UN-06 S Own messages never count as unread for their author.
    UN-07 S The unread number equals the number of visible, foreign, not-yet-read messages at any quiescent point.
    UN-08 L A whole conversation can be marked read by one operation (besides per-message marking), with the same result as viewing everything.
    UN-09 S A sender learns who has read, but not recipients' private unread counters.
    UN-10 S Messages a removed member had not read stay in that member's local history.
    # FG Foreground and visibility
    FG-01 S Messages are marked only when the user really views the conversation.
    FG-02 L The conversation's appearance on screen triggers marking.
    FG-03 L Returning the app to the foreground with the conversation on screen triggers marking of what arrived meanwhile.
    FG-04 S Marking considers only unread messages.
    FG-05 S Only messages actually on screen are marked; scrolling a message into view is what marks it.
    FG-06 L A message that arrives while its conversation is on screen in the foreground becomes read without reopening (see C-38).
    FG-07 S While a conversation is on screen, its incoming messages raise no push banner.
    FG-08 S Leaving the conversation ends both suppression and marking.
    FG-09 S Marking is tied to the task of the visible view, so a view that is merely constructed marks nothing.
    # MA Membership: adding
    MA-01 L An admin can add one or several users to an existing group.
    MA-02 U The add control opens a picker listing users who are not yet members.
    MA-03 U The picker supports multi-selection with marks, an Add control disabled on empty selection, and Cancel which changes nothing.
    MA-04 L After Add the picker closes and the admin's member list shows the new members at once.
    MA-05 L All members' devices show the new member list without refresh.
    MA-06 S Adding somebody who is already a member has no effect and creates no duplicate.
    MA-07 X Adding an account that no longer exists is refused and the admin sees an error.
    MA-08 L New members get a join notification.
    MA-09 L Adding while offline is shown as pending and takes effect after reconnect.
    MA-10 L The pending mark clears once synced.
    MA-11 X The group never exceeds 256 members.
    MA-12 S updatedAt changes with each membership edit.
    # MR Membership: removing, leaving, admin succession, archive
    MR-01 L An admin can remove a member after confirming a destructive prompt.
    MR-02 L The removed member vanishes from all members' lists in real time.
    MR-03 L The removed user sees 'You were removed from <group>'.
    MR-04 S Removing an admin also removes the admin role.
    MR-05 S A removal that would leave one member first shows an archive warning and does nothing unless confirmed.
    MR-06 L If confirmed, the group becomes archived for the remaining member.
    MR-07 X Server-side, a live group never drops below two members.
    MR-08 S An admin may remove herself and thereby loses the role.
    MR-09 L If no admin remains, the longest-standing member becomes admin, decided by the server.
    MR-10 L Any user can leave a group.
    MR-11 S The removed member keeps the history received so far on the device, including unread items.
    MR-12 S After removal the ex-member receives no further group messages.
    MR-13 S Concurrent removals/additions by several admins all take effect (listed test dimension 'concurrent').
    MR-14 L Removing while offline is queued and applied after reconnect.
    MR-15 X A non-admin's attempt to add or remove is refused by the backend even if the client tries.
    MR-16 U Add/remove controls are visible to admins only.
    MR-17 S The creator of a group is its first admin.
    # SY System messages
    SY-01 L Adding one user yields '<admin> added <user>' to the group.
    SY-02 C Adding n>1 users in one action yields exactly one '<admin> added n participants'.
    SY-03 L Removing yields '<admin> removed <user>'.
    SY-04 L The added user sees a message saying they were added.
    SY-05 S System messages have no receipts: no sheet, no read count, no readBy entries.
    SY-06 X A message flagged as system must carry the sender id 'system'.
    SY-07 L A membership change made offline still produces its system message after reconnect.
    SY-08 S Text built from names is sanitised.
    SY-09 L Group creation produces a system message.
    SY-10 S The system message appears once on every device, also with retries.
    SY-11 S The join message is visible to the joiner even though older history is not.
    # JV Join-time visibility
    JV-01 S A new member sees only messages sent at or after the join, never earlier ones.
    JV-02 S Five messages sent before the add stay invisible; a message sent right after is visible.
    JV-03 S The filter is applied when fetching, not only when drawing.
    JV-04 S The join instant is remembered per member.
    JV-05 S Messages that a new member cannot see never require that member's receipt (derived; see C-25).
    JV-06 S A member re-added after removal does not see what was sent in between (derived).
    # TY Typing indicators
    TY-01 L When one or several members type, the others see names combined, e.g. two names in one line.
    TY-02 L Removing a member who is typing makes that indicator disappear for everyone.
    TY-03 S A removed member is never shown as typing again.
    TY-04 S The backend typing entry of a removed member is deleted.
    TY-05 L The cleanup happens without delaying the removal itself.
    TY-06 L An indicator disappears when typing stops, when the message is sent, or when the typist's device vanishes (implied; see C-49).
    # NO Notifications
    NO-01 L A new group message causes a push notification on members who are not viewing the conversation.
    NO-02 L Being added to a group causes a notification on the new member's device.
    NO-03 L Being removed causes a notification naming the group.
    NO-04 S The conversation currently viewed raises no banner on the viewing device.
    NO-05 S Notifications reach only current members.
    NO-06 L Offline devices receive their notifications when reachable; an already-read message raises none.
    # GI Group creation and info
    GI-01 L A user can create a group of at least two members.
    GI-02 U The info screen shows name, photo and member list.
    GI-03 L Admins can change group name and photo; everybody sees it in real time.
    GI-04 X Non-admins cannot change name, photo or member list.
    GI-05 L Group photo upload makes the new photo visible to all.
    GI-06 U The member list reloads after add/remove.
    GI-07 S Group fields (name, photo, admins, members) are synced from the editing device to the backend and to all others.
    GI-08 L All group operations propagate in real time.
    # AS Attachments: sending
    AS-01 U A '+' control opens the photo picker; denied permission is handled.
    AS-02 U The chosen photo is previewed with thumbnail and file size and can be removed before sending.
    AS-03 S Send is enabled when text or image is present.
    AS-04 U The preview clears at once on send.
    AS-05 L Upload progress runs 0→100 % on the sender's bubble.
    AS-06 L The recipient eventually gets the image after the upload completes.
    AS-07 S A photo-only message shows a '[Photo]' placeholder text.
    AS-08 S Text plus photo arrive as one message with both parts.
    AS-09 L Text reaches the recipient on the fast path before the image is uploaded.
    AS-10 L A failed upload shows retry with a specific reason.
    AS-11 L Losing the network in mid-upload ends in failed+retry, and retry completes the upload.
    AS-12 L A photo sent while offline is queued and uploads by itself on reconnect.
    AS-13 S The attachment record survives an app restart.
    AS-14 S Images above the limit are compressed to at most 2 MB (JPEG 0.8); a 5 MB picture ends below 2 MB.
    AS-15 S JPG and PNG are accepted.
    AS-16 X A corrupt file yields a specific error and sends nothing.
    AS-17 L A network timeout is retried with exponential backoff.
    AS-18 U Low storage yields a warning before upload.
    AS-19 S After upload the message record carries url, type and upload time, and the listener brings it to all devices.
    AS-20 L Retry re-uses the same message and attachment (no second message).
    # AD Attachments: display
    AD-01 U The image is drawn above the text in the bubble.
    AD-02 L A placeholder shows while the image loads, then the image.
    AD-03 L A failed load shows an error and a retry-download control that can succeed later.
    AD-04 S Without url, or offline, the locally cached file is shown.
    AD-05 U Tap opens a full-screen viewer; viewer zoom is limited to 1x–4x, double tap resets, swipe down or X closes.
    AD-06 U Size is limited to 75 % width and 300 pt height keeping proportions, also for very tall and very wide images.
    AD-07 S With several attachments only the first is shown.
    AD-08 U While uploading, an overlay shows the percentage.
    # AX Accessibility
    AX-01 U The accessible label of a read message contains 'Read'.
    AX-02 U The accessible label of an image says it is an image that can be opened full screen.
    AX-03 U Image size follows text-size preference.
    AX-04 U Image borders stay visible in high-contrast mode.
    # SE Security rules (rejections the backend must make)
    SE-01 X Only members of the conversation can read its receipts.
    SE-02 X A read time chosen by the client is not accepted; the backend's own time is stored.
    SE-03 X A removed user can neither add nor change receipts.
    SE-04 X Nobody can write a receipt in another user's name (derived from path ownership).
    SE-05 X Only admins change membership; enforced by the backend.
    SE-06 X Ids of new members must exist.
    SE-07 X A removed user cannot read new messages.
    SE-08 X Member count bounds 2..256 are validated by the backend.
    SE-09 X System flag and system sender id must agree.
    SE-10 X Members may write their own readBy child also in 1:1.
    SE-11 S Group photo storage is only writable under the group's own path.
    # PB Performance budgets
    PB-01 T Open → author sees read: at most 1000 ms.
    PB-02 T Reconnect → author sees read: at most 2000 ms on any profile that can carry it; on Wi-Fi and LTE at most 1000 ms (the project's headline scenario).
    PB-03 T Local marking is visible on the reader in under 100 ms even if the backend takes 2 s.
    PB-04 T Ten messages flip together within 1 s of one opening.
    PB-05 T The 1 s budget holds with 50+ messages in the conversation, without UI stall.
    PB-06 T Time from appearance to issuing the backend call is measured and bounded.
    PB-07 T At most one receipt update per second per device (must still satisfy the 1 s budget, see C-14).
    PB-08 U Long member lists are rendered lazily.
    PB-09 U User lists for adding and profiles for the sheet load without blocking.
    # RG Regression and compatibility
    RG-01 R Sending, editing and deleting messages and failed-message retry work unchanged with receipts active.
    RG-02 R Editing or deleting a message does not reset its receipts or status.
    RG-03 R Group receipts still work after 1:1 receipts are added.
    RG-04 R The long press in groups still shows the list.
    RG-05 R System messages still have no receipts.
    RG-06 R The integration path A sends / B opens / A sees read passes end to end.
    # PM Post-MVP features (deferred, but expressible)
    PM-01 L A user can mute a group for 1 h, 8 h, 1 day, 1 week or forever, and unmute it.
    PM-02 S No push is sent to a member whose mute is in force at send time; push resumes after expiry.
    PM-03 U Muted groups show a mute icon in the list.
    PM-04 S Mute is per user and stored server side, hence effective on all of that user's devices.
    PM-05 U Several messages of one group collapse into one notification saying '<n> new messages in <group>'.
    PM-06 L Replying from the notification sends into the right conversation.
    PM-07 L 'Mark as read' from the notification marks as read without opening the app and the author sees it.
    PM-08 S Clearing/reading on one device clears the notification on all devices of that user.
    PM-09 L Group invitations need the invitee's consent before joining.
    PM-10 X In admins-only mode non-admin messages are refused.
    PM-11 U A group description is shown in group info.
    PM-12 L Messages can be pinned and all members see the pin.
    PM-13 U Groups can be found by name.
    PM-14 U Groups can be tagged/categorised.
    PM-15 L Groups can be archived and unarchived.
    PM-16 X Roles admin / moderator / member limit what each may do.
    PM-17 U A shared-media tab lists images/videos with type filter, download-all.
    PM-18 X Only admins may delete media from the conversation.
    PM-19 U Admin-only analytics: messages per day, most active members, peak hours, growth.
    PM-20 S Users can disable read receipts (privacy switch, optional).
    PM-21 U Several attachments per message in a carousel.
    """
}
