internal import Devices

extension ChatText {
  /// The table in Polish.
  ///
  /// What somebody did stands in the present tense, as the past one would say whether a man or a woman did it.
  static func polish(_ phrase: Phrase, _ form: PluralCategory) -> String {
    switch phrase {
    case .sending: "Wysyłanie"
    case .sent: "Wysłano"
    case .delivered: "Dostarczono"
    case .read: "Przeczytano"
    case .failed: "Nie wysłano, dostępne działania"
    case .you: "Ty"
    case .youObject: "Ciebie"
    case .readByCount: "Przeczytane przez {read} z {all}"
    case .receiptsTitle: "Potwierdzenia odczytu"
    case .infoTitle: "Informacje o wiadomości"
    case .pickerTitle: "Dodaj uczestników"
    case .readHeading: "Przeczytano ({count})"
    case .deliveredHeading: "Dostarczono ({count})"
    case .pendingHeading: "Oczekuje ({count})"
    case .done: "Gotowe"
    case .add: "Dodaj"
    case .cancel: "Anuluj"
    case .pending: "Oczekuje"
    case .notYet: "Jeszcze nie"
    case .now: "teraz"
    case .minutesAgo:
      switch form {
      case .one: "{count} minutę temu"
      case .many: "{count} minut temu"
      default: "{count} minuty temu"
      }
    case .hoursAgo:
      switch form {
      case .one: "{count} godzinę temu"
      case .many: "{count} godzin temu"
      default: "{count} godziny temu"
      }
    case .yesterday: "wczoraj"
    case .daysAgo:
      switch form {
      case .one: "{count} dzień temu"
      case .few, .many: "{count} dni temu"
      default: "{count} dnia temu"
      }
    case .online: "online"
    case .lastSeen: "ostatnio online {time}"
    case .deletedUser: "Usunięty użytkownik"
    case .unknownUser: "Nieznany użytkownik"
    case .unknownUsers:
      switch form {
      case .one: "{count} nieznany użytkownik"
      case .few: "{count} nieznani użytkownicy"
      default: "{count} nieznanych użytkowników"
      }
    case .photo: "[Zdjęcie]"
    case .deletedMessage: "Ta wiadomość została usunięta"
    case .pictureDamaged: "Zdjęcie jest uszkodzone i nie można go wysłać"
    case .uploadDisconnected: "Nie wysłano: utracono połączenie"
    case .uploadTimedOut: "Nie wysłano: serwer nie odpowiedział"
    case .uploadRefused: "Nie wysłano: serwer odrzucił zdjęcie"
    case .downloadTimedOut: "Nie wczytano: serwer nie odpowiedział"
    case .downloadUnavailable: "Nie wczytano: zdjęcia nie ma"
    case .mediaDeleted: "Multimedia usunięto"
    case .deleteMedia: "Usuń multimedia"
    case .mediaNotDeleted: "Nie udało się usunąć multimediów"
    case .video: "[Wideo]"
    case .spokenVideo: "Wideo, stuknij dwukrotnie, aby odtworzyć"
    case .spokenVideoPlaceholder: "Wideo, nie wczytano"
    case .videoDamaged: "Wideo jest uszkodzone i nie można go wysłać"
    case .videoTooLarge: "Wideo ma {size}. Można wysłać najwyżej {limit}"
    case .videoRefused: "Nie wysłano: serwer odrzucił wideo"
    case .videoUnavailable: "Nie wczytano: wideo nie ma"
    case .pageNumber: "{page} z {all}"
    case .tooManyPictures:
      switch form {
      case .one: "Na raz można wysłać tylko jedno zdjęcie lub wideo"
      default: "Na raz można wysłać najwyżej {count} zdjęć i filmów"
      }
    case .tooManyPixels:
      "Nie można wysłać zdjęcia ani wideo o szerokości lub wysokości ponad {limit} pikseli"
    case .mediaTitle: "Multimedia"
    case .allMedia: "Wszystko"
    case .photosOnly: "Zdjęcia"
    case .videosOnly: "Wideo"
    case .noMedia: "Jeszcze nic nie udostępniono"
    case .downloadAll: "Pobierz wszystko ({count})"
    case .mediaHere: "Na tym telefonie"
    case .mediaElsewhere: "Nie ma na tym telefonie"
    case .mediaLoading: "Wczytywanie…"
    case .mediaToCome: "Jeszcze nie wysłano"
    case .uploadedShare: "{percent}%"
    case .megabytes: "{count} MB"
    case .kilobytes: "{count} KB"
    case .photosTitle: "Zdjęcia"
    case .photosPrompt: "„Chat” prosi o dostęp do zdjęć, aby wysyłać te, które wybierzesz"
    case .allowPhotos: "Zezwól na pełny dostęp"
    case .limitPhotos: "Ogranicz dostęp…"
    case .denyPhotos: "Nie zezwalaj"
    case .photosDenied: "Chat nie ma dostępu do zdjęć. Możesz na niego zezwolić w Ustawieniach"
    case .noPhotos: "Brak zdjęć"
    case .selectMorePhotos: "Wybierz więcej zdjęć…"
    case .openSettings: "Otwórz Ustawienia"
    case .storageLow: "Pamięć jest prawie pełna: pozostało {free}, a wysłanie wymaga {size}"
    case .spokenPhoto: "Zdjęcie, stuknij dwukrotnie, aby otworzyć na pełnym ekranie"
    case .spokenPlaceholder: "Zdjęcie, nie wczytano"
    case .closePicture: "✕"
    case .addedOne: "{actor} dodaje: {users}"
    case .addedSeveral:
      switch form {
      case .one: "{actor} dodaje {count} uczestnika"
      case .few, .many: "{actor} dodaje {count} uczestników"
      default: "{actor} dodaje {count} uczestnika"
      }
    case .removedOne: "{actor} usuwa: {users}"
    case .removedSeveral:
      switch form {
      case .one: "{actor} usuwa {count} uczestnika"
      case .few, .many: "{actor} usuwa {count} uczestników"
      default: "{actor} usuwa {count} uczestnika"
      }
    case .left: "{actor} opuszcza grupę"
    case .created: "{actor} tworzy grupę"
    case .youAddedOne: "Dodajesz: {users}"
    case .youAddedSeveral:
      switch form {
      case .one: "Dodajesz {count} uczestnika"
      case .few, .many: "Dodajesz {count} uczestników"
      default: "Dodajesz {count} uczestnika"
      }
    case .youRemovedOne: "Usuwasz: {users}"
    case .youRemovedSeveral:
      switch form {
      case .one: "Usuwasz {count} uczestnika"
      case .few, .many: "Usuwasz {count} uczestników"
      default: "Usuwasz {count} uczestnika"
      }
    case .youLeft: "Opuszczasz grupę"
    case .youCreated: "Tworzysz grupę"
    case .addedYou: "{actor} dodaje Cię do grupy"
    case .removedYou: "Usunięto Cię z {group}"
    case .newMessages:
      switch form {
      case .one: "{count} nowa wiadomość w {group}"
      case .few: "{count} nowe wiadomości w {group}"
      case .many: "{count} nowych wiadomości w {group}"
      default: "{count} nowej wiadomości w {group}"
      }
    case .typingOne: "{first} pisze…"
    case .typingTwo: "{first} i {second} piszą…"
    case .typingMany:
      switch form {
      case .one: "{first}, {second} i {count} inna osoba piszą…"
      case .few: "{first}, {second} i {count} inne osoby piszą…"
      case .many: "{first}, {second} i {count} innych osób piszą…"
      default: "{first}, {second} i {count} innej osoby piszą…"
      }
    case .typingUnknown:
      switch form {
      case .one: "{count} osoba pisze…"
      case .few: "{count} osoby piszą…"
      case .many: "{count} osób pisze…"
      default: "{count} osoby pisze…"
      }
    case .spokenProgress: "przesyłanie, {share}"
    case .actionsAvailable: "dostępne działania"
    case .spokenUnread:
      switch form {
      case .one: "{count} nieprzeczytana"
      case .few: "{count} nieprzeczytane"
      case .many: "{count} nieprzeczytanych"
      default: "{count} nieprzeczytanej"
      }
    case .spokenMuted: "wyciszono"
    case .spokenArchived: "tylko do odczytu"
    case .spokenInArchive: "w archiwum"
    case .spokenPinned: "Przypięto"
    case .conversationsTitle: "Rozmowy"
    case .searchField: "Szukaj"
    case .back: "Wstecz"
    case .toNewest: "Najnowsza wiadomość"
    case .composer: "Wiadomość"
    case .send: "Wyślij"
    case .addPicture: "Dodaj zdjęcie"
    case .attachment: "Zdjęcie do wysłania"
    case .removeAttachment: "Usuń zdjęcie"
    case .videoToSend: "Wideo do wysłania"
    case .removeVideo: "Usuń wideo"
    case .groupPhoto: "Zdjęcie grupy"
    case .giveRole: "Zmień rolę"
    case .spokenClose: "Zamknij"
    case .alertOK: "OK"
    case .newConversation: "Nowa rozmowa"
    case .sendReceipts: "Wysyłaj potwierdzenia odczytu"
    case .switchOn: "włączone"
    case .switchOff: "wyłączone"
    case .markRead: "Oznacz jako przeczytane"
    case .mute: "Wycisz"
    case .unmute: "Wyłącz wyciszenie"
    case .unarchive: "Przywróć z archiwum"
    case .changeTag: "Zmień etykietę"
    case .pin: "Przypnij"
    case .unpin: "Odepnij"
    case .changeName: "Zmień nazwę"
    case .changePhoto: "Zmień zdjęcie"
    case .changeDescription: "Zmień opis"
    case .invite: "Zaproś"
    case .retry: "Spróbuj ponownie"
    case .reload: "Wczytaj ponownie"
    case .edit: "Edytuj"
    case .deleteMessage: "Usuń"
    case .photoWord: "Zdjęcie"
    case .videoWord: "Wideo"
    case .yes: "Tak"
    case .exactTimeHint: "Stuknij dwukrotnie, aby usłyszeć dokładny czas"
    case .fullScreenHint: "Stuknij dwukrotnie, aby otworzyć na pełnym ekranie"
    case .playHint: "Stuknij dwukrotnie, aby odtworzyć"
    case .infoHint: "Stuknij dwukrotnie, aby otworzyć informacje o grupie"
    case .mediaHint: "Stuknij dwukrotnie, aby zobaczyć zdjęcia i filmy"
    case .photoSent: "Wysłano zdjęcie"
    case .videoSent: "Wysłano wideo"
    case .spokenArrivals:
      switch form {
      case .one: "{count} nowa wiadomość"
      case .few: "{count} nowe wiadomości"
      case .many: "{count} nowych wiadomości"
      default: "{count} nowej wiadomości"
      }
    case .separator: ", "
    case .groupUnchanged: "Nie udało się zmienić grupy"
    case .chatUnchanged: "Nie udało się zmienić rozmowy"
    case .diskFull:
      "Pamięć telefonu jest pełna. Nic nowego nie zostanie zapisane, dopóki nie będzie miejsca"
    case .notKept: "Nie udało się jeszcze zapisać zmian"
    case .membersHeading: "Uczestnicy ({count})"
    case .admin: "Administrator"
    case .joined: "{actor} dołącza do grupy"
    case .youJoined: "Dołączasz do grupy"
    case .invitation: "{actor} zaprasza cię do {group}"
    case .accept: "Zaakceptuj"
    case .decline: "Odrzuć"
    case .invited: "Zaproszono"
    case .withdraw: "Wycofaj"
    case .moderator: "Moderator"
    case .onlyAdminsWrite: "Tylko administratorzy mogą wysyłać wiadomości"
    case .groupOver: "Ta grupa jest zarchiwizowana"
    case .membershipOver: "Nie należysz już do grupy"
    case .statistics: "Statystyki"
    case .messagesOfDay:
      switch form {
      case .one: "{count} wiadomość"
      default: "{count} wiadomości"
      }
    case .membersOfDay:
      switch form {
      case .one: "{count} uczestnik"
      case .few: "{count} uczestnicy"
      default: "{count} uczestników"
      }
    case .uploading: "Przesyłanie…"
    case .remove: "Usuń"
    case .leave: "Opuść"
    case .archive: "Archiwizuj"
    case .askRemove: "Usunąć {users} z {group}?"
    case .askLeave: "Opuścić {group}?"
    case .askArchive: "Grupa wymaga dwóch osób. Zarchiwizować {group}?"
    case .membersUnchanged: "Nie udało się zmienić uczestników"
    case .startRefused: "Nie udało się rozpocząć rozmowy"
    case .sizeRefused: "Rozmowa ma od 2 do 256 uczestników"
    }
  }
}
