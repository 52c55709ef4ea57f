internal import Devices

extension ChatText {
  /// The table in German.
  static func german(_ phrase: Phrase, _ form: PluralCategory) -> String {
    switch phrase {
    case .sending: "Wird gesendet"
    case .sent: "Gesendet"
    case .delivered: "Zugestellt"
    case .read: "Gelesen"
    case .failed: "Fehlgeschlagen, Aktionen verfügbar"
    case .you: "Du"
    case .youObject: "dich"
    case .readByCount: "Gelesen von {read} von {all}"
    case .receiptsTitle: "Lesebestätigungen"
    case .infoTitle: "Nachrichteninfo"
    case .pickerTitle: "Teilnehmer hinzufügen"
    case .readHeading: "Gelesen ({count})"
    case .deliveredHeading: "Zugestellt ({count})"
    case .pendingHeading: "Ausstehend ({count})"
    case .done: "Fertig"
    case .add: "Hinzufügen"
    case .cancel: "Abbrechen"
    case .pending: "Ausstehend"
    case .notYet: "Noch nicht"
    case .now: "jetzt"
    case .minutesAgo:
      switch form {
      case .one: "vor {count} Minute"
      default: "vor {count} Minuten"
      }
    case .hoursAgo:
      switch form {
      case .one: "vor {count} Stunde"
      default: "vor {count} Stunden"
      }
    case .yesterday: "gestern"
    case .daysAgo:
      switch form {
      case .one: "vor {count} Tag"
      default: "vor {count} Tagen"
      }
    case .online: "online"
    case .lastSeen: "zuletzt online {time}"
    case .deletedUser: "Gelöschter Benutzer"
    case .unknownUser: "Unbekannter Benutzer"
    case .unknownUsers:
      switch form {
      case .one: "{count} unbekannter Benutzer"
      default: "{count} unbekannte Benutzer"
      }
    case .photo: "[Foto]"
    case .deletedMessage: "Diese Nachricht wurde gelöscht"
    case .pictureDamaged: "Das Foto ist beschädigt und kann nicht gesendet werden"
    case .uploadDisconnected: "Nicht gesendet: Die Verbindung wurde unterbrochen"
    case .uploadTimedOut: "Nicht gesendet: Der Server hat nicht geantwortet"
    case .uploadRefused: "Nicht gesendet: Der Server hat das Foto abgelehnt"
    case .downloadTimedOut: "Nicht geladen: Der Server hat nicht geantwortet"
    case .downloadUnavailable: "Nicht geladen: Das Foto ist nicht vorhanden"
    case .mediaDeleted: "Medien gelöscht"
    case .deleteMedia: "Medien löschen"
    case .mediaNotDeleted: "Die Medien konnten nicht gelöscht werden"
    case .video: "[Video]"
    case .spokenVideo: "Video, zum Abspielen doppeltippen"
    case .spokenVideoPlaceholder: "Video, nicht geladen"
    case .videoDamaged: "Das Video ist beschädigt und kann nicht gesendet werden"
    case .videoTooLarge: "Das Video hat {size}. Höchstens {limit} können gesendet werden"
    case .videoRefused: "Nicht gesendet: Der Server hat das Video abgelehnt"
    case .videoUnavailable: "Nicht geladen: Das Video ist nicht vorhanden"
    case .pageNumber: "{page} von {all}"
    case .tooManyPictures:
      switch form {
      case .one: "Nur ein Foto oder Video kann auf einmal gesendet werden"
      default: "Höchstens {count} Fotos und Videos können auf einmal gesendet werden"
      }
    case .tooManyPixels:
      "Ein Foto oder Video mit mehr als {limit} Pixeln in Breite oder Höhe kann nicht gesendet werden"
    case .mediaTitle: "Medien"
    case .allMedia: "Alle"
    case .photosOnly: "Fotos"
    case .videosOnly: "Videos"
    case .noMedia: "Noch nichts geteilt"
    case .downloadAll: "Alle laden ({count})"
    case .mediaHere: "Auf diesem Telefon"
    case .mediaElsewhere: "Nicht auf diesem Telefon"
    case .mediaLoading: "Wird geladen…"
    case .mediaToCome: "Noch nicht gesendet"
    case .uploadedShare: "{percent} %"
    case .megabytes: "{count} MB"
    case .kilobytes: "{count} KB"
    case .photosTitle: "Fotos"
    case .photosPrompt: "„Chat“ möchte auf deine Fotos zugreifen, um gewählte zu senden"
    case .allowPhotos: "Vollen Zugriff erlauben"
    case .limitPhotos: "Zugriff beschränken…"
    case .denyPhotos: "Nicht erlauben"
    case .photosDenied: "Chat darf deine Fotos nicht sehen. Erlaube es in den Einstellungen"
    case .openSettings: "Einstellungen öffnen"
    case .storageLow: "Der Speicher ist fast voll: {free} sind frei, das Senden braucht {size}"
    case .spokenPhoto: "Foto, zum Öffnen im Vollbild doppeltippen"
    case .spokenPlaceholder: "Foto, nicht geladen"
    case .closePicture: "✕"
    case .addedOne: "{actor} hat {users} hinzugefügt"
    case .addedSeveral: "{actor} hat {count} Teilnehmer hinzugefügt"
    case .removedOne: "{actor} hat {users} entfernt"
    case .removedSeveral: "{actor} hat {count} Teilnehmer entfernt"
    case .left: "{actor} hat die Gruppe verlassen"
    case .created: "{actor} hat die Gruppe erstellt"
    case .youAddedOne: "{actor} hast {users} hinzugefügt"
    case .youAddedSeveral: "{actor} hast {count} Teilnehmer hinzugefügt"
    case .youRemovedOne: "{actor} hast {users} entfernt"
    case .youRemovedSeveral: "{actor} hast {count} Teilnehmer entfernt"
    case .youLeft: "{actor} hast die Gruppe verlassen"
    case .youCreated: "{actor} hast die Gruppe erstellt"
    case .addedYou: "{actor} hat dich hinzugefügt"
    case .removedYou: "Du wurdest aus {group} entfernt"
    case .newMessages:
      switch form {
      case .one: "{count} neue Nachricht in {group}"
      default: "{count} neue Nachrichten in {group}"
      }
    case .typingOne: "{first} schreibt…"
    case .typingTwo: "{first} und {second} schreiben…"
    case .typingMany:
      switch form {
      case .one: "{first}, {second} und {count} weitere Person schreiben…"
      default: "{first}, {second} und {count} weitere Personen schreiben…"
      }
    case .typingUnknown:
      switch form {
      case .one: "{count} Person schreibt…"
      default: "{count} Personen schreiben…"
      }
    case .spokenProgress: "wird hochgeladen, {share}"
    case .actionsAvailable: "Aktionen verfügbar"
    case .spokenUnread: "{count} ungelesen"
    case .spokenMuted: "stummgeschaltet"
    case .spokenArchived: "nur lesen"
    case .spokenInArchive: "im Archiv"
    case .spokenPinned: "Angeheftet"
    case .conversationsTitle: "Unterhaltungen"
    case .searchField: "Suchen"
    case .back: "Zurück"
    case .toNewest: "Neueste Nachricht"
    case .composer: "Nachricht"
    case .send: "Senden"
    case .addPicture: "Foto hinzufügen"
    case .attachment: "Foto zum Senden"
    case .removeAttachment: "Foto entfernen"
    case .videoToSend: "Video zum Senden"
    case .removeVideo: "Video entfernen"
    case .groupPhoto: "Gruppenfoto"
    case .giveRole: "Rolle ändern"
    case .spokenClose: "Schließen"
    case .alertOK: "OK"
    case .retry: "Erneut versuchen"
    case .reload: "Erneut laden"
    case .edit: "Bearbeiten"
    case .deleteMessage: "Löschen"
    case .photoWord: "Foto"
    case .videoWord: "Video"
    case .yes: "Ja"
    case .exactTimeHint: "Für die genaue Zeit doppeltippen"
    case .fullScreenHint: "Zum Öffnen im Vollbild doppeltippen"
    case .playHint: "Zum Abspielen doppeltippen"
    case .photoSent: "Foto gesendet"
    case .videoSent: "Video gesendet"
    case .spokenArrivals:
      switch form {
      case .one: "{count} neue Nachricht"
      default: "{count} neue Nachrichten"
      }
    case .separator: ", "
    case .groupUnchanged: "Die Gruppe konnte nicht geändert werden"
    case .diskFull: "Der Speicher ist voll. Neues wird erst gesichert, wenn wieder Platz ist"
    case .notKept: "Deine Änderungen konnten noch nicht gesichert werden"
    case .membersHeading: "Teilnehmer ({count})"
    case .admin: "Admin"
    case .joined: "{actor} ist beigetreten"
    case .youJoined: "{actor} bist beigetreten"
    case .invitation: "{actor} lädt dich zu {group} ein"
    case .accept: "Annehmen"
    case .decline: "Ablehnen"
    case .invited: "Eingeladen"
    case .withdraw: "Zurückziehen"
    case .moderator: "Moderator"
    case .onlyAdminsWrite: "Nur Admins können Nachrichten senden"
    case .groupOver: "Diese Gruppe ist archiviert"
    case .membershipOver: "Du bist kein Mitglied mehr"
    case .statistics: "Statistik"
    case .messagesOfDay:
      switch form {
      case .one: "{count} Nachricht"
      default: "{count} Nachrichten"
      }
    case .membersOfDay:
      "{count} Teilnehmer"
    case .uploading: "Wird hochgeladen…"
    case .remove: "Entfernen"
    case .leave: "Verlassen"
    case .archive: "Archivieren"
    case .askRemove: "{users} aus {group} entfernen?"
    case .askLeave: "{group} verlassen?"
    case .askArchive: "Eine Gruppe braucht zwei Mitglieder. {group} archivieren?"
    case .membersUnchanged: "Die Mitglieder konnten nicht geändert werden"
    case .startRefused: "Die Unterhaltung konnte nicht begonnen werden"
    case .sizeRefused: "Eine Unterhaltung hat 2 bis 256 Mitglieder"
    }
  }
}
