/// The proofs of the requirements: what `.ci/breakages --record` saw.
enum ChatProofs {
  static let rows = """
    AD-01 | pictures are drawn below the text | pictureAfterItsText
    AD-02 | pictures of others are not fetched | pictureAfterItsText
    AD-03 | a picture that was not fetched cannot be asked for | pictureNotLoaded
    AD-04 | any picture makes room | picturesMakeRoom
    AD-04 | authors keep no file of their own | pictureFromTheTunnel
    AD-04 | pictures never make room | picturesMakeRoom
    AD-04 | pictures to send make room | picturesMakeRoom
    AD-05 | pictures are zoomed without end | pictureOnFullScreen
    AD-06 | pictures are as high as they like | textSizes
    AD-06 | pictures grow beyond their limits | textSizes
    AD-07 | the last of several pictures is shown | severalPictures
    AD-08 | the progress of a picture is not told | pictureAfterItsText
    AS-01 | a reinstallation keeps the photo library | photosLimited
    AS-01 | nobody asks for the photo library | photosDenied
    AS-01 | nothing is said of a denial | photosDenied
    AS-01 | photos are shown without leave | photosDenied
    AS-01 | the photo library changes under a running app | photosDenied
    AS-01 | the photo library is of one process | photosDenied
    AS-02 | a chosen picture is not shown | composedPicture
    AS-02 | sizes have a point in every language | sizesInLanguages
    AS-03 | a picture alone cannot be sent | composedPicture
    AS-04 | the preview stays after sending | composedPicture
    AS-05 | the progress of a picture is not told | pictureAfterItsText
    AS-06 | pictures of others are not fetched | pictureAfterItsText
    AS-07 | notifications have no word for a photo | photoAlone
    AS-08 | the words go where a picture comes | pictureAfterItsText
    AS-09 | a message is heard of with its picture | pictureAfterItsText
    AS-10 | every failure is told as the same | uploadTimesOut
    AS-11 | a lost network is waited out | lostInMidUpload
    AS-12 | no upload begins once the message is there | pictureFromTheTunnel
    AS-13 | pictures to upload in memory only | pictureFromTheTunnel
    AS-14 | pictures are not compressed | composedPicture
    AS-15 | storage takes JPEG alone | composedPicture
    AS-16 | damaged pictures are sent | corruptPicture
    AS-17 | time-outs are followed by a second | uploadTimesOut
    AS-18 | a warning forbids to send | lowStorage
    AS-18 | files take no room | lowStorage
    AS-18 | nobody is warned of a full phone | lowStorage
    AS-18 | the room is looked at once | lowStorage
    AS-19 | a record is completed again | forgedPictures
    AS-19 | nobody resumes the app for its uploads | uploadInPocket/system
    AS-19 | pictures in any name | forgedPictures
    AS-19 | the record of a picture is never completed | pictureAfterItsText
    AS-20 | a retry sends another message | lostInMidUpload
    AX-01 | a read is not said aloud | pictureOnFullScreen
    AX-02 | nothing is said of a picture | pictureOnFullScreen
    AX-03 | a launch forgets the look | textSizes
    AX-03 | a suspended app keeps its look | textSizes
    AX-03 | bubbles stay as they were drawn | textSizes
    AX-03 | pictures grow beyond their limits | textSizes
    AX-03 | pictures ignore the size of text | textSizes
    AX-04 | a launch forgets the look | increasedContrast
    AX-04 | borders stay faint on dark screens | increasedContrast
    AX-04 | borders stay faint on light screens | increasedContrast
    BC-01 | one write a message | wholeBatchesAgain
    BC-02 | one write a message | threeOfFive
    BC-03 | an opening with nothing to mark writes | reopening
    BC-04 | three receipts of one piece of news | oneBatch
    BC-05 | batches of a thousand | splitBatches
    BC-06 | what was read is told again with each opening | reopening
    BC-07 | half a second between flushes | rapidMessages
    BC-07 | the pacer forgets its window over a kill | pauseAcrossALaunch/answered
    BC-08 | deliveries followed after leaving | nothingFollowedAfterLeaving
    BC-08 | receipts followed after leaving | closedThread
    BC-09 | one write a member | addedLater
    BC-10 | a function that was cut off does not run again | interruptedFunction
    BC-10 | two messages a change | interruptedFunction
    BC-11 | accounts asked for one by one | picker
    DS-01 | delivered taken for read | failedAndRetried
    DS-02 | queued shown as sent | sentOffline
    DS-02 | waiting drawn as sent | sentOffline
    DS-03 | sent drawn as waiting | plainConversation
    DS-04 | delivered drawn with one check | plainConversation
    DS-05 | read drawn grey | plainConversation
    DS-06 | delivered drawn blue | plainConversation
    DS-06 | delivered taken for read | plainConversation
    DS-07 | marks on others' messages in groups | groupCount
    DS-08 | a failed message cannot be given up | failedAndRetried
    DS-08 | failed drawn grey | failedAndRetried
    DS-08 | failed shown as sent | failedAndRetried
    DS-09 | a new id after each relaunch | firstWordsUnanswered
    DS-09 | a retry sends nothing | failedAndRetried
    DS-10 | queued shown as sent | sentOffline
    DS-10 | waiting drawn as sent | sentOffline
    DS-11 | daylight saving time never begins | springForward
    DS-11 | digits are those of English | languages
    DS-11 | own bubbles without a time | springForward
    DS-11 | the app is not told of another zone | journey
    DS-11 | the time jumps with the answer | timeOfDay
    DS-11 | time of day by the wall clock | timeOfDay
    DS-11 | times are told by the offset of winter | springForward
    DS-12 | blanks are sent | composer
    DS-12 | empty messages are sent | composer
    DS-12 | the composer is not cleared | composer
    DS-13 | the time of a status is that of sending | statusTimes
    DS-13 | times of status by the phone's clock | sentWithTheStart
    DS-14 | delivered with the first phone | fanOut
    DS-15 | a clock that is set leaves the connection alone | clockSetWhileOnline
    DS-15 | presence known without a connection | presence
    DS-15 | the word of a launch that is over stays | ghostOfTheQueue
    DS-15 | there before the backend knows the end | ghost
    FG-01 | a prepared thread marks | preparedThread
    FG-01 | marked behind a sheet | pictureOnFullScreen
    FG-01 | marked in the background | backgroundReadsNothing
    FG-02 | an opening marks nothing before something arrives | preparedThread
    FG-03 | coming back to the thread marks nothing | backgroundReadsNothing
    FG-04 | what was read is told again with each opening | reopening
    FG-05 | marked behind a sheet | behindSheet
    FG-05 | marked below the window | scrolledUp
    FG-05 | what scrolling would reveal is marked | fromThreadToThread
    FG-06 | marked on opening only | arrivalWhileOpen
    FG-07 | banners for the chat on the screen | bannerSuppression
    FG-07 | banners for who joins after the message | addedAfterMessage
    FG-07 | counts what came after leaving | leavesBetweenReadings
    FG-07 | tokens of phones that are gone are kept | goneToken
    FG-08 | marked after closing too | lockedPhone
    FG-09 | a prepared thread marks | preparedThread
    GI-01 | groups cannot be founded | forgedGroups
    GI-02 | the photo is not shown | groupInformation
    GI-03 | a new name is not told | groupInformation
    GI-04 | members name the group | forgedInformation
    GI-05 | a photo is shown before it is stored | uploadedPhoto
    GI-05 | others download no photo | uploadedPhoto
    GI-05 | uploads begin anew | uploadedPhoto
    GI-05 | uploads end with the app | uploadedPhoto
    GI-06 | members as they were at first | confirmedRemoval
    GI-07 | a new photo is not told | groupInformation
    GI-08 | members as they were at first | groupInformation
    GR-01 | one reader replaces another | readersOfTheirOwnTimes
    GR-01 | read times cut to the minute | readersOfTheirOwnTimes
    GR-02 | digits are those of English | languages
    GR-02 | every phone is laid out from left to right | languages
    GR-02 | no count in groups | groupCount
    GR-02 | the app keeps its first language | languageChanged
    GR-03 | author counted as a recipient | groupCount
    GR-03 | late joiners counted | joinedUnheard
    GR-04 | one reader replaces another | groupCount
    GR-05 | the count lags one behind from five on | groupOfTen
    GR-05 | the count leaps from four to all | groupOfTen
    GR-06 | blue only when all have read | groupCount
    GR-07 | nothing is marked in groups | groupCount
    GR-08 | only the newest is marked | oneOpeningMarksAll
    GR-09 | author counted as a recipient | groupCount
    GR-09 | own messages are marked | groupCount
    GR-10 | one reader replaces another | readersOfTheirOwnTimes
    GR-10 | read times cut to the minute | readersOfTheirOwnTimes
    GR-11 | reads of others in memory only | groupCount
    GR-12 | count shown without a reader | groupCount
    GR-13 | images without receipts | groupImage
    GR-14 | reads of others in memory only | readersOfTheirOwnTimes
    GR-14 | receipts for others' messages are dropped | readersOfTheirOwnTimes
    GR-15 | the sheet forgets all readers but one | sheetOfFive
    JV-01 | joiners are shown what they store | joinTime
    JV-02 | joiners are shown what they store | joinTime
    JV-03 | joiners are shown what they store | joinTime
    JV-04 | nobody's joining is remembered | joinTime
    JV-05 | late joiners counted | addedLater
    JV-06 | joiners are shown what they store | rejoinedOffline
    MA-01 | of several one is added | addedTwice
    MA-02 | the picker offers members | addedTwice
    MA-03 | Cancel adds who was picked | addedTwice
    MA-04 | the picker stays | addedTwice
    MA-05 | members as they were at first | announcements
    MA-06 | whoever is a member is added again | addedTwice
    MA-07 | accounts that are gone can be added | refusedMember
    MA-08 | nobody is notified of being added | membershipNotices
    MA-09 | an added member waits unseen | pendingMember
    MA-10 | the mark of waiting stays | pendingMember
    MA-11 | groups have as many seats as one likes | forgedSize
    MA-11 | seats of who has gone stay taken | fullGroup
    MA-12 | the time of a change stays | confirmedRemoval
    MO-01 | a late delivery takes read down | lateDelivery
    MO-01 | a receipt that is taken back is honoured | takenBack
    MO-02 | a late delivery takes read down | lateDelivery
    MO-03 | no transition is forbidden | lostSendAcknowledgement
    MO-03 | refused although shown is failed | lostSendAcknowledgement
    MO-04 | receipt times overwritten | repeatedStatus
    MO-05 | a delivery that is taken back is honoured | takenBack
    MO-05 | a receipt that is taken back is honoured | takenBack
    MO-06 | a deletion takes the receipts along | editedAndDeleted
    MO-07 | receipt times overwritten | lostAcknowledgement/reset
    MO-08 | one reader replaces another | simultaneousReaders
    MO-09 | a thread is ordered by the hands of the clock | fallBack
    MO-09 | ids follow a clock that is set back | writtenInARow/clock
    MO-09 | thread ordered by the wall clock | sentOffline
    MO-10 | three receipts of one piece of news | deletedMeanwhile
    MR-01 | a removal needs no word | confirmedRemoval
    MR-02 | members as they were at first | announcements
    MR-03 | nobody is notified of being removed | membershipNotices
    MR-04 | roles outlive the membership | adminLeaves
    MR-05 | the last other member goes unasked | archivedGroup
    MR-06 | a group of one lives on | archivedGroup
    MR-07 | one stays alone | forgedEnds
    MR-08 | a role that came in between makes a change fail | roleOnTheWay
    MR-08 | roles outlive the membership | successorLeaves
    MR-09 | a function that was cut off does not run again | cutSuccession
    MR-09 | functions' transactions write over what came in between | successorLeaves
    MR-09 | the smallest id succeeds | succession
    MR-10 | admins alone leave | anyoneLeaves
    MR-11 | the history goes with the membership | removedMember
    MR-12 | ex-members read on | removedMember
    MR-13 | a change refused before its group is heard of is given up | changedBeforeStartIsAnswered
    MR-13 | a role that came in between makes a change fail | roleOnTheWay
    MR-13 | an overtaken change is given up | oneSeatForTwo
    MR-13 | seats are not looked for again | oneSeatForTwo
    MR-14 | changes made offline are forgotten | changedOffline
    MR-15 | members change members | forgedGroups
    MR-15 | who is no admin changes members | forgedGroups
    MR-16 | everybody has the controls of admins | confirmedRemoval
    MR-17 | the creator is no admin | announcements
    NO-01 | Android phones are not throttled | busyChat
    NO-01 | a trial has banners | permissions
    NO-01 | groups are not notified | groupNotices
    NO-01 | iPhones are throttled as Android phones are | busyChat
    NO-01 | nobody needs a permission to notify | permissions
    NO-02 | nobody is notified of being added | membershipNotices
    NO-03 | the notification names nobody | membershipNotices
    NO-03 | whoever goes is notified | membershipNotices
    NO-04 | banners for the chat on the screen | bannerSuppression
    NO-05 | who was removed is notified of messages | membershipNotices
    NO-06 | APNs keeps all that waits | oneWaits
    NO-06 | who has read is notified | groupNotices
    OF-01 | read once the backend has answered | twelveHoursOffline/wifi
    OF-02 | a full disk is not tried again | fullDiskUnattended
    OF-02 | nobody is told of a full disk | fullDisk
    OF-02 | outbox in memory only | oneWayPartition
    OF-02 | what the disk did not take is forgotten | fullDisk
    OF-02 | writes not sent again on reconnect | stalledHandshake
    OF-03 | nobody asks for a token before it is refused | twelveHoursOffline/lte
    OF-03 | nothing is told from the pocket | inThePocket
    OF-03 | one conversation a flush | twelveHoursOffline/wifi
    OF-04 | receipts are never handed over | oneWayPartition
    OF-05 | only the newest is marked | overlappingReads
    OF-05 | refused batches given up whole | overlappingReads
    OF-06 | writes not sent again on reconnect | longPartition
    OF-07 | a refused receipt is unread again | refusedForGood
    OF-08 | a refused batch is repeated whole | deletedMeanwhile
    OF-08 | what was seen is not taken up after a relaunch | killedBeforeFlush
    OF-09 | listens not restored on reconnect | silentListener
    OF-10 | outbox not taken up after a relaunch | killedWhileReading/after-1
    OF-10 | what the disk did not take is shown all the same | fullDisk
    OF-11 | receipt times overwritten | overlappingReads
    OF-11 | refused batches given up whole | overlappingReads
    OF-12 | writes not sent again on reconnect | airplaneAroundOpening
    PB-01 | trailing edge only | openToSeen/wifi
    PB-02 | one conversation a flush | twelveHoursOffline/wifi
    PB-02 | trailing edge only | twelveHoursOffline/lte
    PB-03 | read once the backend has answered | slowDisk/visible
    PB-04 | one write a message | severalMessages
    PB-05 | a commit for every message | slowDisk/visible
    PB-06 | trailing edge only | openToSeen/wifi
    PB-07 | a window of 1.6 s | windowToTheMillisecond
    PB-07 | half a second between flushes | rapidMessages
    PB-08 | all rows drawn at once | picker
    PB-08 | the picker draws everybody at once | picker
    PB-09 | rows only for accounts that there are | deletedAccount
    PM-01 | a muting never ends | mutedGroup
    PM-01 | a week has six days | mutedGroup
    PM-01 | mutes end by the hands of the clock | springForward
    PM-01 | the first muting counts | mutedGroup
    PM-02 | a muting never ends | mutedGroup
    PM-02 | muted members are notified | mutedGroup
    PM-03 | muted chats look as others | mutedGroup
    PM-03 | the mark of a muted chat stays | mutedGroup
    PM-04 | a muting begins when its phone says | forgedSettings
    PM-04 | anybody turns another's settings | forgedSettings
    PM-04 | muted members are notified | mutedGroup
    PM-04 | settings of other phones are ignored | mutedGroup
    PM-04 | settings stay on their phone | mutedGroup
    PM-05 | each message of a group has its notification | collapsedNotifications
    PM-05 | nobody counts in notifications | collapsedNotifications
    PM-05 | notifications count what was read | collapsedNotifications
    PM-06 | marking opens the app | repliedFromNotification
    PM-06 | no app is launched for a reply | repliedFromNotification
    PM-06 | replies go to the first chat | repliedFromNotification
    PM-06 | replies to unknown chats are lost | repliedFromNotification
    PM-07 | a notification names the message that it came for | markedFromNotification
    PM-07 | no app is launched for a reply | markedFromNotification
    PM-07 | the last one is marked from notifications | markedFromNotification
    PM-07 | what is here is marked from notifications | markedFromNotification
    PM-08 | a launch leaves what was swiped away | clearedEverywhere
    PM-08 | a swipe is of one phone | clearedEverywhere
    PM-08 | an app that its person closed is launched for data | closedByHand
    PM-08 | an app that the system ended is not launched for data | closedByHand
    PM-08 | anybody clears another's notifications | forgedClearing
    PM-08 | background pushes are never too many | wakesAnHour
    PM-08 | data wakes no suspended app | clearedEverywhere
    PM-08 | no phone is told of what was read | clearedEverywhere
    PM-08 | what the system held is forgotten | wakesAnHour
    PM-09 | a guest who lost a seat gives up | invitedGuest
    PM-09 | a no is kept to oneself | invitedGuest
    PM-09 | a yes is kept to oneself | invitedGuest
    PM-09 | an addition leaves the invitation | invitedGuest
    PM-09 | an invitation outlives the membership | forgedInvitations
    PM-09 | an invitation that ended while the app was closed stays | invitationEndsWhileClosed
    PM-09 | anybody declines | forgedInvitations
    PM-09 | anybody joins uninvited | forgedInvitations
    PM-09 | guests are members at once | invitedGuest
    PM-09 | guests read the messages | invitedGuest
    PM-09 | invitations are not shown | invitedGuest
    PM-09 | invitations in memory only | invitedGuest
    PM-09 | members invite | forgedInvitations
    PM-09 | the yes leaves the invitation | invitedGuest
    PM-09 | who has joined was added | invitedGuest
    PM-10 | anybody has only admins write | forgedModeration
    PM-10 | members write where only admins may | onlyAdminsWrite
    PM-10 | only admins write for ever | onlyAdminsWrite
    PM-10 | the rules let members write where only admins may | onlyAdminsWrite
    PM-11 | a description is never taken back | describedGroup
    PM-11 | descriptions stay on their phone | describedGroup
    PM-11 | long descriptions are sent whole | describedGroup
    PM-11 | the information has no description | describedGroup
    PM-12 | a pin is never taken off | pinnedMessages
    PM-12 | deleted messages stay pinned | pinnedMessages
    PM-12 | every member pins | pinnedMessages
    PM-12 | pins stay on their phone | pinnedMessages
    PM-12 | the oldest pin comes first | pinnedMessages
    PM-13 | capitals are told apart | foundByName
    PM-13 | only beginnings are found | foundByName
    PM-13 | what is not found is not counted | foundByName
    PM-14 | a tag is never taken off | taggedGroups
    PM-14 | tags are not searched for | taggedGroups
    PM-14 | tags of any length | taggedGroups
    PM-14 | tags stay on their phone | taggedGroups
    PM-15 | settings of other phones are ignored | movedToTheArchive
    PM-15 | the archive is no place | movedToTheArchive
    PM-15 | what is in the archive stays there | movedToTheArchive
    PM-16 | a new admin has no mark | roles
    PM-16 | a removal that another role overtakes is not looked at again | roles
    PM-16 | an admin is made less | roles
    PM-16 | moderators give roles | forgedModeration
    PM-16 | moderators remove anybody | roles
    PM-16 | moderators remove nobody | roles
    PM-16 | pins in another's name | forgedModeration
    PM-16 | the role outlives the membership | roles
    PM-16 | the rules let every member pin | forgedModeration
    PM-16 | the rules let moderators remove admins | forgedModeration
    PM-17 | download all fetches one | mediaTab
    PM-17 | media are not filtered | mediaTab
    PM-17 | media from before joining are listed | groupMedia
    PM-17 | media that failed are not fetched again | mediaTab
    PM-17 | the media tab begins with the oldest | mediaTab
    PM-17 | videos look like photos | mediaTab
    PM-17 | videos of any size are sent | videoMessage
    PM-18 | admins delete unseen media | forgedMediaDeletion
    PM-18 | an edit forgets who deleted media | forgedMediaDeletion
    PM-18 | files of deleted media stay | mediaDeletedByAdmin
    PM-18 | media are deleted from what is over | forgedMediaDeletion
    PM-18 | media are deleted in no name | forgedMediaDeletion
    PM-18 | members delete media | forgedMediaDeletion
    PM-18 | no word for deleted media | mediaDeletedByAdmin
    PM-18 | nobody is told that media stay | mediaDeletedOnItsWay
    PM-18 | phones keep deleted media | mediaDeletedByAdmin
    PM-19 | a group has always been as large | statistics
    PM-19 | everybody sees the statistics | statistics
    PM-19 | the hour is that of the backend's zone | statistics
    PM-19 | the least active come first | statistics
    PM-19 | what the system tells counts as written | statistics
    PM-20 | private reads are told to all | privateReading
    PM-20 | who tells nothing is told | privateReading
    PM-21 | a carousel shows the first alone | carousel
    PM-21 | all pictures have one place | carousel
    PM-21 | one of several pictures is edited away | forgedCarousel
    PM-21 | one picture is tried again | carouselThatFails
    PM-21 | swipes turn no page | carousel
    PM-21 | ten pictures are chosen | carousel
    PM-21 | the full screen shows the first | carousel
    RG-01 | a deleted message stays on the disk | integrationPath
    RG-01 | a retry sends nothing | removedOffline
    RG-01 | edits are never told | changedBack
    RG-02 | editing resets the status | editedAndDeleted
    RG-02 | files of deleted media stay | tombstoneOfAnotherClient
    RG-02 | pictures of deleted messages stay | tombstoneOfAnotherClient
    RG-02 | tombstones lose their status | editedAndDeleted
    RG-03 | nothing is marked in groups | groupCount
    RG-04 | a long press opens nothing | sheetOfFive
    RG-05 | sheet on tombstones and the system's words | noSheet
    RG-05 | the system's words count as unread | addedLater
    RG-06 | receipts are never handed over | plainConversation
    RR-01 | receipts are never handed over | twoPhones
    RR-02 | trailing edge only | openToSeen/wifi
    RR-03 | receipts draw nothing by themselves | anyOrder
    RR-04 | receipts are never handed over | lostAcknowledgement/reset
    RR-05 | own messages are marked | emptyConversation
    RR-06 | own messages are marked | authorsPhones
    RR-07 | only the newest is marked | severalMessages
    RR-08 | an alert in an empty chat | emptyConversation
    RR-09 | an opening with nothing to mark writes | reopening
    RR-09 | what was read is told again with each opening | reopening
    RR-10 | what was seen in memory only | languageChanged
    RR-11 | every status drawn as two blue checks | plainConversation
    RR-12 | listens not restored on reconnect | silentListener
    RR-13 | a tap on the check marks opens nothing | infoFromCheckMarks
    RR-14 | own messages are marked | oneOpeningMarksAll
    RR-15 | the phone's guess of a reading stays | threeOfFive
    RR-16 | count shown in 1:1 | bothKinds
    RR-16 | group list in 1:1 | integrationPath
    SE-01 | strangers see receipts | removedOutsider
    SE-02 | readers choose the time of reading | forgedReceipts
    SE-03 | who was removed reads on | removedOutsider
    SE-04 | receipts in another's name | forgedReceipts
    SE-05 | members change members | forgedGroups
    SE-06 | accounts need not be | forgedGroups
    SE-07 | ex-members read on | removedOutsider
    SE-08 | groups have as many seats as one likes | forgedSize
    SE-08 | one founds a group alone | forgedSize
    SE-08 | one sits on another's seat | forgedSize
    SE-09 | members write announcements | forgedAnnouncements
    SE-09 | members write as the system | forgedAnnouncements
    SE-10 | pairs have no receipts | removedOutsider
    SE-11 | a group shows what an admin likes | forgedPhotos
    SE-11 | files stand open | forgedPhotos
    SE-11 | photos in any name | forgedPhotos
    SH-01 | a long press opens nothing | sheetOfFive
    SH-02 | Message Info of others' messages | messageInfo
    SH-02 | sheet on others' messages | noSheet
    SH-03 | sheet on tombstones and the system's words | noSheet
    SH-04 | readers stay among the delivered | sheetOfFive
    SH-04 | the sheet forgets all readers but one | sheetOfFive
    SH-05 | readers without a time | sheetOfFive
    SH-06 | delivered rows with a time and a check | fanOut
    SH-06 | pending rows with a time and a check | fanOut
    SH-07 | author counted as a recipient | sheetOfFive
    SH-08 | oldest reader first | sheetOfFive
    SH-09 | sheet built from a copy | sheetIsLive
    SH-10 | the sheet forgets all readers but one | sheetOfFive
    SH-11 | readers stay among the delivered | sheetIsLive
    SH-12 | no sheet before somebody has read | sheetIsLive
    SH-13 | removed members on the sheet | removedFromSheet
    SH-14 | rows only for accounts that there are | deletedAccount
    SH-15 | a deletion takes the receipts along | editedAndDeleted
    SH-16 | headings count everybody | sheetOfFive
    SH-17 | no avatars of those who have not read | fanOut
    SH-17 | readers without a check | sheetOfFive
    SH-18 | no Done in Message Info | messageInfo
    SH-18 | no Done on the list of readers | sheetOfFive
    SH-19 | counts have the forms of English | languages
    SH-19 | the app is not told of another zone | journey
    SH-19 | times on a sheet stand still | journey
    SH-19 | yesterday begins at midnight | relativeTimes
    SH-20 | exact time from the first | exactTime
    SH-21 | Message Info without the time of sending | messageInfo
    SH-21 | group list in 1:1 | messageInfo
    SH-22 | no sheet for an image | groupImage
    SH-23 | rows only for accounts that there are | deletedAccount
    SY-01 | one addition is told by a number | announcements
    SY-01 | the app keeps its first language | languageChanged
    SY-01 | what the viewer did is told in the third person | languageChanged
    SY-02 | counts have the forms of English | languages
    SY-02 | several additions are told as one | languages
    SY-03 | removals are told as additions | announcements
    SY-04 | announcements say the same to all | announcements
    SY-05 | announcements have a status | announcements
    SY-06 | members write announcements | forgedAnnouncements
    SY-06 | members write as the system | forgedAnnouncements
    SY-07 | changes made offline are forgotten | changedOffline
    SY-08 | names stand as they were given | strangeNames
    SY-08 | names stand as they were given in notifications | strangeNames
    SY-09 | a creation is told of pairs only | createdGroup
    SY-10 | two messages a change | changedOffline
    SY-11 | joiners miss that they joined | joinTime
    TY-01 | the line names one only | languages
    TY-02 | those who were removed type on | typistRemoved
    TY-03 | anybody sees who types | forgedTyping
    TY-03 | ex-members may type | forgedTyping
    TY-04 | the entry of who was removed stays | removedInTunnel
    TY-05 | the admin's app clears the typing of who is removed | typistRemoved
    TY-05 | those who were removed type on | typistRemoved
    TY-06 | a pause ends nothing | typingLives
    TY-06 | nobody takes back what a phone has left | typistVanishes
    TY-06 | one place for all connections | typingOverReconnection
    TY-06 | the backend is asked once for all connections | typistVanishes
    TY-06 | typing does not end behind a sheet | typingEnds
    TY-06 | typing does not end behind the picker | typingEnds
    TY-06 | typing does not end with the message | typingEnds
    TY-06 | typing does not end with the text | typingEnds
    TY-06 | typing does not end with the thread | typingEnds
    TY-06 | typing goes on in the background | typingEnds
    TY-06 | what a connection has left stays | typedTwice
    TY-06 | what is sent again late is taken | typistVanishes
    TY-06 | whoever was heard of once types for ever | typistVanishes
    UN-01 | an unread number of at most one | unreadNumbers
    UN-02 | an arrival counts twice | plainConversation
    UN-03 | own reads on other phones ignored | twoPhones
    UN-03 | unread numbers only rise | twoPhones
    UN-04 | no number on the list | plainConversation
    UN-05 | groups not in the badge | badgeOfNewcomer
    UN-05 | groups not on the icon | badgeOfNewcomer
    UN-05 | the badge counts conversations | badgeOfNewcomer
    UN-06 | own messages count as unread | ownPhonesStaySilent
    UN-06 | the icon counts one's own messages | iconOfPutAwayApp
    UN-07 | unread numbers not derived after a relaunch | rejoinedOffline
    UN-07 | unread numbers only rise | rejoinedOffline
    UN-08 | marking the whole marks a viewport | markedWhole
    UN-09 | unread numbers are stored for all to see | unreadIsPrivate
    UN-10 | a left group comes back with an answer | leftWhileAChangeWaits
    UN-10 | history goes with the membership | removedMember
    """
}
