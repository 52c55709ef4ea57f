internal import Devices

extension ChatText {
  /// The table in Arabic. A form without a number says it in a word.
  static func arabic(_ phrase: Phrase, _ form: PluralCategory) -> String {
    switch phrase {
    case .sending: "جارٍ الإرسال"
    case .sent: "أُرسلت"
    case .delivered: "تم التسليم"
    case .read: "تمت القراءة"
    case .failed: "فشل الإرسال، الإجراءات متاحة"
    case .you: "أنت"
    case .youObject: "أنت"
    case .readByCount: "قرأها {read} من {all}"
    case .receiptsTitle: "إشعارات القراءة"
    case .infoTitle: "معلومات الرسالة"
    case .pickerTitle: "إضافة مشاركين"
    case .readHeading: "تمت القراءة ({count})"
    case .deliveredHeading: "تم التسليم ({count})"
    case .pendingHeading: "قيد الانتظار ({count})"
    case .done: "تم"
    case .add: "إضافة"
    case .cancel: "إلغاء"
    case .pending: "قيد الانتظار"
    case .notYet: "ليس بعد"
    case .now: "الآن"
    case .minutesAgo:
      switch form {
      case .zero, .one: "قبل دقيقة واحدة"
      case .two: "قبل دقيقتين"
      case .few: "قبل {count} دقائق"
      default: "قبل {count} دقيقة"
      }
    case .hoursAgo:
      switch form {
      case .zero, .one: "قبل ساعة واحدة"
      case .two: "قبل ساعتين"
      case .few: "قبل {count} ساعات"
      default: "قبل {count} ساعة"
      }
    case .yesterday: "أمس"
    case .daysAgo:
      switch form {
      case .zero, .one: "قبل يوم واحد"
      case .two: "قبل يومين"
      case .few: "قبل {count} أيام"
      case .many: "قبل {count} يومًا"
      case .other: "قبل {count} يوم"
      }
    case .online: "متصل"
    case .lastSeen: "آخر ظهور {time}"
    case .deletedUser: "مستخدم محذوف"
    case .unknownUser: "مستخدم غير معروف"
    case .unknownUsers:
      switch form {
      case .zero, .one: "مستخدم غير معروف"
      case .two: "مستخدمان غير معروفين"
      case .few: "{count} مستخدمين غير معروفين"
      case .many: "{count} مستخدمًا غير معروف"
      case .other: "{count} مستخدم غير معروف"
      }
    case .photo: "[صورة]"
    case .deletedMessage: "حُذفت هذه الرسالة"
    case .pictureDamaged: "الصورة تالفة ولا يمكن إرسالها"
    case .uploadDisconnected: "لم تُرسل: انقطع الاتصال"
    case .uploadTimedOut: "لم تُرسل: لم يُجب الخادم"
    case .uploadRefused: "لم تُرسل: رفض الخادم الصورة"
    case .downloadTimedOut: "تعذّر التحميل: لم يُجب الخادم"
    case .downloadUnavailable: "تعذّر التحميل: الصورة غير موجودة"
    case .mediaDeleted: "حُذفت الوسائط"
    case .deleteMedia: "حذف الوسائط"
    case .mediaNotDeleted: "تعذّر حذف الوسائط"
    case .video: "[فيديو]"
    case .spokenVideo: "فيديو، انقر مرتين للتشغيل"
    case .spokenVideoPlaceholder: "فيديو، لم يُحمّل"
    case .videoDamaged: "الفيديو تالف ولا يمكن إرساله"
    case .videoTooLarge: "حجم الفيديو {size}. يمكن إرسال {limit} على الأكثر"
    case .videoRefused: "لم يُرسل: رفض الخادم الفيديو"
    case .videoUnavailable: "تعذّر التحميل: الفيديو غير موجود"
    case .pageNumber: "{page} من {all}"
    case .tooManyPictures:
      switch form {
      case .zero, .one: "يمكن إرسال صورة واحدة أو مقطع فيديو واحد فقط دفعة واحدة"
      default: "يمكن إرسال {count} صور ومقاطع فيديو على الأكثر دفعة واحدة"
      }
    case .tooManyPixels:
      "لا يمكن إرسال صورة أو فيديو يزيد عرضه أو ارتفاعه على {limit} بكسل"
    case .mediaTitle: "الوسائط"
    case .allMedia: "الكل"
    case .photosOnly: "الصور"
    case .videosOnly: "الفيديو"
    case .noMedia: "لم يُشارك شيء بعد"
    case .downloadAll: "تنزيل الكل ({count})"
    case .mediaHere: "على هذا الهاتف"
    case .mediaElsewhere: "ليس على هذا الهاتف"
    case .mediaLoading: "جارٍ التحميل…"
    case .mediaToCome: "لم يُرسل بعد"
    case .uploadedShare: "{percent}٪"
    case .megabytes: "{count} م.ب"
    case .kilobytes: "{count} ك.ب"
    case .photosTitle: "الصور"
    case .photosPrompt: "يطلب «Chat» الوصول إلى صورك لإرسال ما تختاره منها"
    case .allowPhotos: "السماح بالوصول الكامل"
    case .limitPhotos: "تقييد الوصول…"
    case .denyPhotos: "عدم السماح"
    case .photosDenied: "لا يُسمح لـ Chat برؤية صورك. يمكنك السماح بذلك في الإعدادات"
    case .openSettings: "فتح الإعدادات"
    case .storageLow: "المساحة شبه ممتلئة: المتبقي {free}، والإرسال يحتاج إلى {size}"
    case .spokenPhoto: "صورة، انقر مرتين للفتح بملء الشاشة"
    case .spokenPlaceholder: "صورة، لم تُحمّل"
    case .closePicture: "✕"
    case .addedOne: "أضاف {actor} {users}"
    case .addedSeveral:
      switch form {
      case .zero, .one: "أضاف {actor} مشاركًا واحدًا"
      case .two: "أضاف {actor} مشاركَين"
      case .few: "أضاف {actor} {count} مشاركين"
      case .many: "أضاف {actor} {count} مشاركًا"
      case .other: "أضاف {actor} {count} مشارك"
      }
    case .removedOne: "أزال {actor} {users}"
    case .removedSeveral:
      switch form {
      case .zero, .one: "أزال {actor} مشاركًا واحدًا"
      case .two: "أزال {actor} مشاركَين"
      case .few: "أزال {actor} {count} مشاركين"
      case .many: "أزال {actor} {count} مشاركًا"
      case .other: "أزال {actor} {count} مشارك"
      }
    case .left: "غادر {actor}"
    case .created: "أنشأ {actor} المجموعة"
    case .youAddedOne: "أضفتَ {users}"
    case .youAddedSeveral:
      switch form {
      case .zero, .one: "أضفتَ مشاركًا واحدًا"
      case .two: "أضفتَ مشاركَين"
      case .few: "أضفتَ {count} مشاركين"
      case .many: "أضفتَ {count} مشاركًا"
      case .other: "أضفتَ {count} مشارك"
      }
    case .youRemovedOne: "أزلتَ {users}"
    case .youRemovedSeveral:
      switch form {
      case .zero, .one: "أزلتَ مشاركًا واحدًا"
      case .two: "أزلتَ مشاركَين"
      case .few: "أزلتَ {count} مشاركين"
      case .many: "أزلتَ {count} مشاركًا"
      case .other: "أزلتَ {count} مشارك"
      }
    case .youLeft: "غادرتَ"
    case .youCreated: "أنشأتَ المجموعة"
    case .addedYou: "أضافك {actor}"
    case .removedYou: "تمت إزالتك من {group}"
    case .newMessages:
      switch form {
      case .zero: "لا رسائل جديدة في {group}"
      case .one: "رسالة جديدة واحدة في {group}"
      case .two: "رسالتان جديدتان في {group}"
      case .few: "{count} رسائل جديدة في {group}"
      case .many: "{count} رسالة جديدة في {group}"
      case .other: "{count} رسالة جديدة في {group}"
      }
    case .typingOne: "{first} يكتب…"
    case .typingTwo: "{first} و{second} يكتبان…"
    case .typingMany:
      switch form {
      case .zero, .one: "{first} و{second} وشخص آخر يكتبون…"
      case .two: "{first} و{second} وشخصان آخران يكتبون…"
      case .few: "{first} و{second} و{count} أشخاص آخرين يكتبون…"
      case .many: "{first} و{second} و{count} شخصًا آخر يكتبون…"
      case .other: "{first} و{second} و{count} شخص آخر يكتبون…"
      }
    case .typingUnknown:
      switch form {
      case .zero, .one: "شخص واحد يكتب…"
      case .two: "شخصان يكتبان…"
      case .few: "{count} أشخاص يكتبون…"
      case .many: "{count} شخصًا يكتبون…"
      case .other: "{count} شخص يكتبون…"
      }
    case .spokenProgress: "جارٍ الرفع، {share}"
    case .actionsAvailable: "الإجراءات متاحة"
    case .spokenUnread: "غير مقروءة: {count}"
    case .spokenMuted: "مكتومة"
    case .spokenArchived: "للقراءة فقط"
    case .spokenInArchive: "في الأرشيف"
    case .spokenPinned: "مثبتة"
    case .conversationsTitle: "المحادثات"
    case .searchField: "بحث"
    case .back: "رجوع"
    case .toNewest: "أحدث رسالة"
    case .composer: "رسالة"
    case .send: "إرسال"
    case .addPicture: "إضافة صورة"
    case .attachment: "صورة للإرسال"
    case .removeAttachment: "إزالة الصورة"
    case .videoToSend: "فيديو للإرسال"
    case .removeVideo: "إزالة الفيديو"
    case .groupPhoto: "صورة المجموعة"
    case .giveRole: "تغيير الدور"
    case .spokenClose: "إغلاق"
    case .alertOK: "حسنًا"
    case .retry: "إعادة المحاولة"
    case .reload: "إعادة التحميل"
    case .edit: "تعديل"
    case .deleteMessage: "حذف"
    case .photoWord: "صورة"
    case .videoWord: "فيديو"
    case .yes: "نعم"
    case .exactTimeHint: "انقر مرتين لمعرفة الوقت الدقيق"
    case .fullScreenHint: "انقر مرتين للفتح بملء الشاشة"
    case .playHint: "انقر مرتين للتشغيل"
    case .photoSent: "أُرسلت الصورة"
    case .videoSent: "أُرسل الفيديو"
    case .spokenArrivals:
      switch form {
      case .zero: "لا رسائل جديدة"
      case .one: "رسالة جديدة واحدة"
      case .two: "رسالتان جديدتان"
      case .few: "{count} رسائل جديدة"
      default: "{count} رسالة جديدة"
      }
    case .separator: "، "
    case .groupUnchanged: "تعذّر تغيير المجموعة"
    case .diskFull: "مساحة التخزين ممتلئة. لن يُحفظ أي جديد حتى تتوفر مساحة"
    case .notKept: "تعذّر حفظ تغييراتك حتى الآن"
    case .membersHeading: "المشاركون ({count})"
    case .admin: "مشرف"
    case .joined: "انضم {actor}"
    case .youJoined: "انضممت"
    case .invitation: "{actor} يدعوك إلى {group}"
    case .accept: "قبول"
    case .decline: "رفض"
    case .invited: "مدعو"
    case .withdraw: "سحب"
    case .moderator: "مشرف مساعد"
    case .onlyAdminsWrite: "يمكن للمشرفين فقط إرسال الرسائل"
    case .groupOver: "هذه المجموعة مؤرشفة"
    case .membershipOver: "لم تعد عضوًا"
    case .statistics: "الإحصائيات"
    case .messagesOfDay:
      switch form {
      case .zero: "لا رسائل"
      case .one: "رسالة واحدة"
      case .two: "رسالتان"
      case .few: "{count} رسائل"
      default: "{count} رسالة"
      }
    case .membersOfDay:
      switch form {
      case .zero: "لا مشاركين"
      case .one: "مشارك واحد"
      case .two: "مشاركان"
      case .few: "{count} مشاركين"
      default: "{count} مشاركًا"
      }
    case .uploading: "جارٍ الرفع…"
    case .remove: "إزالة"
    case .leave: "مغادرة"
    case .archive: "أرشفة"
    case .askRemove: "إزالة {users} من {group}؟"
    case .askLeave: "مغادرة {group}؟"
    case .askArchive: "تحتاج المجموعة إلى عضوين. أرشفة {group}؟"
    case .membersUnchanged: "تعذّر تغيير المشاركين"
    case .startRefused: "تعذّر بدء المحادثة"
    case .sizeRefused: "تضم المحادثة من ٢ إلى ٢٥٦ مشاركًا"
    }
  }
}
