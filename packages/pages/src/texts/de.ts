import type { ReportReason } from '../api.ts';
import { formatsOf, waitOf } from './format.ts';
import type { Texts } from './texts.ts';

const { away, day, list, place, town } = formatsOf('de');

function wait(seconds: number): string {
  const { unit, count } = waitOf(seconds);
  if (unit === 'minute') return count === 1 ? 'einer Minute' : `${count} Minuten`;
  return count === 1 ? 'einer Stunde' : `${count} Stunden`;
}

const reasons: Record<ReportReason, string> = {
  danger: 'Jemandem könnte etwas zustoßen',
  spam: 'Werbung oder Spam',
  impersonation: 'Gibt sich als jemand anderes aus',
  harassment: 'Belästigt jemanden',
  illegal_content: 'Könnte gegen das Gesetz verstoßen',
  personal_data: 'Zeigt persönliche Daten anderer',
  other: 'Etwas anderes',
};

export const de: Texts = {
  front: {
    text: 'Dein Name, deine Links, eine Karte.',
    seenByAll:
      'Deine Karte können alle sehen, die ihre Adresse haben, es sei denn, du zeigst sie nur Mitgliedern. Deine E-Mail-Adresse steht nie darauf.',
    seenByMembers:
      'Nur Mitglieder können deine Karte sehen. Deine E-Mail-Adresse steht nie darauf.',
    example: {
      name: 'Ann Müller, Anwältin',
      text: 'Vor allem Mietrecht. Ich spiele Caro-Kann, aber schlecht.',
    },
    lookUp: 'Eine Karte nach Benutzernamen suchen',
    admin: 'Verwaltung',
  },
  signIn: {
    title: 'Anmelden',
    text: 'Wir schicken dir einen Code. Ein Passwort brauchst du nicht.',
    newHere: 'Neu hier? Damit legst du ein Konto an.',
    lost: 'Du bist nicht mehr angemeldet.',
    addressLost:
      'Diese Seite kennt deine Adresse nicht mehr. Vielleicht ist sie älter als eine Stunde. Oder dein Browser blockiert Cookies: Erlaube sie für diese Seite. Fordere dann einen neuen Code an.',
    noCookies:
      'Dein Browser blockiert Cookies, deshalb wurde keine Mail verschickt. Zum Anmelden sind Cookies nötig. Erlaube sie für diese Seite und versuch es noch einmal.',
    codeUntried:
      'Der Code wurde nicht geprüft, weil dein Browser keine Cookies geschickt hat. Wenn er sie blockiert, erlaube sie für diese Seite. Schick den Code dann noch einmal ab. Ist diese Seite älter als eine Stunde, fordere eine neue Mail an.',
    kept: 'Nach dem Anmelden steht deine Eingabe wieder im Formular.',
    fresh: 'Dafür darf deine Anmeldung höchstens eine Stunde zurückliegen.',
    email: 'E-Mail-Adresse',
    send: 'Code schicken',
    codeTitle: 'Gib deinen Code ein',
    sentTo: (address) => `Wir haben einen Code an ${address} geschickt.`,
    notOpen:
      'Nur bestimmte Adressen können hier ein Konto haben, etwa eingeladene. Andere bekommen keine Mail.',
    code: 'Code',
    codeHint:
      'Jeder der beiden Codes aus der Mail genügt: Der kurze gilt 10 Minuten, der lange eine Stunde, ab der ersten Mail mit diesem Code.',
    tryLong: 'Nimm den langen Code aus derselben Mail oder lass dir eine neue schicken.',
    again: 'Noch eine Mail schicken',
    otherAddress: 'Andere Adresse verwenden',
    back: 'Das hier hattest du eingegeben. Es ist noch nichts abgeschickt.',
    mailbox:
      'Im Entwicklungsbetrieb werden keine Mails verschickt. Die Adresse des Test-Postfachs wurde beim Start ausgegeben und steht in dieser Datei:',
  },
  form: {
    save: 'Speichern',
    keep: 'Behalten',
    done: {
      saved: 'Gespeichert',
      asked: 'Deine Bitte ist abgeschickt',
      deleted: 'Karte gelöscht',
      ended: 'Sitzung beendet',
      others: 'Andere Sitzungen beendet',
      signedOut: 'Abgemeldet',
    },
  },
  appeal: {
    text: 'Warum sollen wir noch einmal prüfen?',
    hint: 'Das liest das Moderationsteam. Du kannst bei jeder Entscheidung einmal darum bitten.',
    send: 'Um eine neue Prüfung bitten',
    asked: (instant) => `Du hast am ${day(instant)} um eine neue Prüfung gebeten:`,
    waiting: 'Das Moderationsteam hat noch nicht geantwortet.',
    turnedDown: (instant) => `Antwort vom ${day(instant)}: abgelehnt.`,
  },
  suspended: {
    title: 'Dein Konto ist gesperrt',
    sent: 'Das Moderationsteam prüft noch einmal. Melde dich später an: Die Antwort steht dann beim Grund.',
    data: 'Wenn Konto und Karten gelöscht werden sollen, schreib denen, die diese Seite betreiben. Ein Admin erledigt das. Die Sperre deiner Adresse bleibt, bis sie geendet hätte, höchstens zwei Jahre.',
    expired:
      'Das geht nur einmal und 30 Minuten lang. Kopiere deinen Text, falls du einen geschrieben hast, und melde dich noch einmal an.',
  },
  cards: {
    title: 'Meine Karten',
    none: 'Du hast noch keine Karte.',
    noMore: 'Ältere Karten gibt es nicht.',
    edit: 'Bearbeiten',
    editOf: (name) => `${name} bearbeiten`,
    hiddenTitle: 'Diese Karte ist für andere ausgeblendet',
    waitingTitle: 'Diese Karte wird noch geprüft',
    waiting:
      'Das Moderationsteam sieht sich die erste Karte jedes neuen Mitglieds an. Bis dahin sieht sie sonst niemand. Danach bekommst du eine Mail.',
    reason: (reason) => `Grund: ${reasons[reason]}.`,
    noReason: 'Es ist kein Grund angegeben.',
    createTitle: 'Karte anlegen',
    username: 'Benutzername',
    usernameHint:
      'Buchstaben, Ziffern, Punkte, Binde- und Unterstriche. Er lässt sich nicht ändern.',
  },
  draft: {
    areYou: (name) => `Bist du ${name}?`,
    isYours: 'Ist das deine Karte?',
    text: 'Für dich wurde eine Karte vorbereitet. Nur du und die Admins können sie sehen.',
    yes: 'Ja, das bin ich',
    no: 'Nein, das bin ich nicht',
    prepared: (who) =>
      `${who === null ? 'Für dich vorbereitet' : `Vorbereitet von ${who}`}. Prüfe sie und speichere sie, um sie zu veröffentlichen.`,
  },
  card: {
    shown: 'So sehen andere die Karte',
    open: 'Öffentliche Seite öffnen',
    invite: 'Eigene Karte anlegen',
    line: 'Name und was du machst',
    lineHint: 'Zum Beispiel: Ann Müller, Anwältin.',
    about: 'Mehr über dich',
    place: 'Ort',
    linksTitle: 'Links',
    placeHint:
      'Dein Ort, zum Beispiel Wien, oder Koordinaten aus einer Landkarte. Andere sehen die nächstgelegene Stadt.',
    which: 'Welchen Ort meinst du?',
    several: 'Es gibt mehrere Orte mit diesem Namen.',
    removePlace: 'Ort entfernen',
    towns: 'Orte',
    town,
    website: 'Website',
    notOffered:
      'Links dieser Art werden nicht mehr angeboten, und andere sehen diesen nicht. Leere das Feld, um ihn zu entfernen.',
    linkHint: (named: readonly string[]) =>
      `Gib Adressen ein, zum Beispiel example.com/ann.${named.length === 0 ? '' : ` Bei ${list(named)} genügt dein Name dort.`}`,
    seenByAll: 'Das können alle sehen.',
    seenByMembers: 'Das können nur Mitglieder sehen.',
    readers: 'Wer diese Karte sehen kann',
    readersOf: {
      anybody: 'Alle, auch ohne Konto',
      members: 'Nur angemeldete Mitglieder',
    },
    position: (latitude, longitude) => place(latitude, longitude, ['N', 'S', 'O', 'W']),
    share: 'Teilen',
    address: 'Adresse',
    qr: (address) => `QR-Code für ${address}`,
    contact: 'Als Kontakt speichern (.vcf)',
    remove: 'Diese Karte löschen',
    removeTitle: (name) => `${name} löschen?`,
    removeText: 'Niemand kann sie zurückholen.',
  },
  move: {
    title: 'Adresse ändern',
    how: (address) =>
      `Wir schicken einen Code an ${address} und einen an die neue Adresse. Gib hier beide ein.`,
    newAddress: 'Neue E-Mail-Adresse',
    start: 'Beide Codes schicken',
    confirmTitle: 'Gib beide Codes ein',
    sent: 'Sie gelten 30 Minuten.',
    presentCode: 'Code von der bisherigen Adresse',
    newCode: 'Code von der neuen Adresse',
    codeHint:
      'Er steht in unserer Mail an diese Adresse und hat 13 Buchstaben und Ziffern.',
    again: 'Von vorn beginnen',
    prove: {
      title: 'Ich habe einen Code für eine neue Adresse',
      address: 'Die neue Adresse',
      button: 'Adresse bestätigen',
      doneTitle: 'Die Adresse ist bestätigt',
      done: (instant: string) =>
        `Dein Konto bekommt diese Adresse am ${day(instant)}. Bis dahin kannst du dich damit nicht anmelden.`,
    },
    undo: {
      title: 'Ich habe meine Adresse nicht geändert',
      address: 'Die frühere Adresse',
      button: 'Frühere Adresse behalten',
      doneTitle: 'Dein Konto behält die frühere Adresse',
      done: 'Alle Sitzungen sind beendet. Melde dich noch einmal an.',
    },
    never: {
      title: 'Nicht ich, nie wieder',
      text: 'Hat dich jemand eingeladen oder mit deiner Adresse eine Karte gemeldet, und du willst das nicht? Dann vergessen wir diese Adresse und schreiben ihr nicht mehr unaufgefordert. Es entsteht kein Konto.',
      address: 'Deine Adresse',
      button: 'Nie wieder schreiben',
      doneTitle: 'Wir haben diese Adresse vergessen',
      done: 'Diese Adresse wird nie wieder eingeladen und bekommt keine Mails zu Meldungen.',
    },
  },
  account: {
    title: 'Mein Konto',
    signedInAs: (address) => `Angemeldet als ${address}`,
    username: 'Dein Name als Mitglied (freiwillig)',
    usernameHint: 'Deine Karten haben eigene Namen.',
    identities: 'Verknüpfte Identitäten',
    identitiesHint: 'Deine Namen bei anderen Diensten. Niemand prüft sie.',
    identity: {
      walletAddress: 'Wallet-Adresse',
      farcasterId: 'Farcaster-ID',
      coinbaseWallet: 'Coinbase-Wallet',
      worldId: 'World ID',
    },
    language: 'Sprache',
    languageHint: 'Für diese Seiten und für Mails an dich',
    sessions: 'Wo du angemeldet bist',
    unknownDevice: 'Ein unbekanntes Gerät',
    thisOne: 'Dieser Browser',
    lastUsed: (instant) => `Zuletzt benutzt: ${away(instant)}`,
    end: 'Beenden',
    endOf: (device) => `Sitzung beenden: ${device}`,
    endOthers: 'Alle anderen Sitzungen beenden',
    signOut: 'Abmelden',
    reports: 'Deine Meldungen',
    reportedCard: 'Eine Karte, die ausgeblendet oder gelöscht ist',
    reportedAt: (instant) => `Gemeldet: ${away(instant)}`,
    reportStates: {
      received: 'Ein Mensch sieht sich die Karte an.',
      hidden: 'Die Karte ist für andere ausgeblendet.',
      approved: 'Die Karte bleibt, wie sie ist.',
      gone: 'Die Karte wurde gelöscht.',
      closed: 'Ohne Entscheidung geschlossen.',
    },
    data: 'Deine Daten',
    dataHint:
      'Was du uns gegeben hast und was über dich entschieden wurde, in einer Datei (JSON). Was andere über dich geschrieben haben, erfragst du bei einem Admin.',
    download: 'Daten herunterladen',
    erase: 'Konto löschen',
    eraseText: (address) =>
      `Niemand kann das Konto von ${address} und seine Karten zurückholen.`,
    eraseButton: 'Alles löschen',
    erasedTitle: 'Dein Konto ist gelöscht',
    erased:
      'Niemand sieht deine Karten mehr. Der Rest deiner Daten wird innerhalb von zwei Minuten gelöscht.',
  },
  members: {
    title: 'Mitglieder',
    search: 'In Namen und Texten suchen',
    searchButton: 'Suchen',
    none: 'Es gibt noch keine Karte.',
    nothingFound: (words) => `Keine Karte enthält alle diese Wörter: ${words}.`,
    newer: 'Neuere',
    older: 'Ältere',
    last: 'Ältere Karten findest du über die Suche.',
  },
  nowhere: {
    title: 'An dieser Adresse ist nichts',
    text: 'Vielleicht ist der Link veraltet oder falsch abgetippt.',
  },
  report: {
    anyTitle: 'Eine Karte melden',
    title: (name) => `${name} melden`,
    text: 'Das Moderationsteam sieht sich die Karte an. Wer sie angelegt hat, erfährt nie, wer sie gemeldet hat.',
    reason: 'Was stimmt nicht?',
    reasons,
    details: 'Einzelheiten (freiwillig)',
    name: 'Dein Name (freiwillig)',
    email: 'Deine E-Mail-Adresse (freiwillig)',
    emailHint:
      'Dann schreiben wir dir, was daraus wird. Nur Admins können die Adresse lesen. Nach der Entscheidung löschen wir sie aus der Meldung.',
    faith:
      'Mit dem Abschicken versicherst du nach bestem Wissen, dass deine Angaben stimmen.',
    send: 'Meldung abschicken',
    sentTitle: 'Deine Meldung ist abgeschickt',
    sent: 'Danke. Ein Mensch sieht sich jede gemeldete Karte an.',
  },
  problems: {
    title: 'Das hat nicht geklappt',
    error: 'Fehler',
    home: 'Zur Startseite',
    again: 'Noch einmal abschicken',
    notOurs:
      'Es wurde nichts geändert: Das Formular kam nicht von dieser Seite. Prüfe es und schick es noch einmal ab.',
    otherAddress:
      'Unter dieser Adresse lässt sich die Seite nicht benutzen. Es wurde nichts geändert.',
    openThere: 'Öffne sie unter der Adresse des Dienstes:',
    openByIp:
      'Öffne sie unter der IP-Adresse des Dienstes. Wer ihn betreibt, kann PUBLIC_URL auf diese Adresse setzen.',
    changedMeanwhile:
      'Das wurde inzwischen geändert, zum Beispiel in einem anderen Tab. Es wurde nichts gespeichert. Vergleiche deine Eingabe mit dem gespeicherten Stand und schick sie noch einmal ab.',
    otherMember:
      'Du bist jetzt mit einem anderen Konto angemeldet. Es wurde nichts geändert. Diese Seite zeigt das andere Konto.',
    tooLong: 'Das war zu lang und wurde nicht gespeichert. Geh zurück und kürze es.',
    marked: 'Prüfe die markierten Felder.',
    signedOut: 'Schick die Meldung noch einmal ab, dann wird sie ohne Konto verschickt.',
    tooMany: (seconds) => `Zu viele Versuche. Versuch es in ${wait(seconds)} wieder.`,
    failed: 'Bei uns ist etwas schiefgegangen. Versuch es später noch einmal.',
    refused:
      'Der Dienst hat das nicht angenommen. Geh zurück und versuch es noch einmal.',
    until: {
      ADDRESS_HELD: (instant) =>
        `Bis zum ${day(instant)} kann niemand ein neues Konto mit dieser Adresse anlegen, denn ein Konto hat sie abgegeben oder soll sie bekommen. Melde dich mit der anderen Adresse des Kontos an. Wenn du sie nicht geändert hast, mach das rückgängig: „Ich habe meine Adresse nicht geändert“, mit dem Code aus unserer Mail.`,
      MOVED_RECENTLY: (instant) =>
        `Die Adresse hat sich in den letzten sieben Tagen geändert. Ab dem ${day(instant)} kannst du sie wieder ändern.`,
      MOVE_OPEN: (instant) =>
        `Eine Änderung deiner Adresse lässt sich bis zum ${day(instant)} rückgängig machen. Danach kannst du das hier tun.`,
    },
    reasons: {
      ADDRESS_TAKEN: 'Ein anderes Konto hat diese Adresse. Nimm eine andere.',
      ADDRESS_UNCHANGED: 'Dein Konto hat diese Adresse schon.',
      ADDRESS_CONFIGURED:
        'Diese Adresse ist fest eingestellt. Ändern kann sie nur, wer den Dienst betreibt.',
      MOVE_WAITS:
        'Admins ändern gerade die Adresse dieses Kontos. Bitte erst einen Admin, das zu beenden.',
      APPEALED_ALREADY:
        'Du hast schon um eine neue Prüfung gebeten. Die Antwort findest du beim Grund.',
      CODE_INVALID: 'Der Code ist falsch, benutzt oder abgelaufen.',
      LAST_ADMIN:
        'Außer dir verwaltet niemand den Dienst. Gib erst jemand anderem diese Rolle.',
      MAIL_PROVIDER_REFUSED:
        'Die Mail mit dem Code ließ sich nicht senden. Versuch es gleich noch einmal.',
      NOT_HIDDEN: 'Diese Karte ist nicht mehr ausgeblendet.',
      NOT_SUSPENDED: 'Dieses Konto ist nicht mehr gesperrt. Melde dich noch einmal an.',
      PROFILE_LIMIT: 'Du hast so viele Karten, wie ein Konto haben darf.',
      PROFILE_NOT_FOUND: 'Diese Karte gibt es nicht.',
      REPORTS_FULL:
        'Andere haben heute zu viele Meldungen ohne Konto abgeschickt, deshalb ist deine nicht gespeichert. Melde dich an und schick sie noch einmal ab.',
      UNAVAILABLE:
        'Der Dienst kann gerade nicht antworten. Versuch es gleich noch einmal.',
      USERNAME_TAKEN: 'Dieser Benutzername ist vergeben. Nimm einen anderen.',
    },
    named: (example: string) =>
      `Gib zum Beispiel ${example} ein oder deine Adresse dort.`,
    fields: {
      about: 'Höchstens 2.000 Zeichen, keine unsichtbaren.',
      code: 'Gib einen Code aus der Mail ein.',
      email: 'Gib eine E-Mail-Adresse ein, zum Beispiel ann@example.com.',
      identity: 'Höchstens 128 Zeichen in einer Zeile, keine unsichtbaren.',
      link: 'Gib eine Adresse wie example.com/ann ein, höchstens 512 Zeichen, ohne Passwort.',
      discord:
        'Gib deinen Einladungslink an, zum Beispiel discord.gg/abc, oder deine Benutzernummer.',
      place:
        'Diesen Ort kennen wir nicht. Versuch es mit einer größeren Stadt in der Nähe, ihrem englischen Namen oder den Koordinaten einer Landkarte.',
      reason: 'Wähle einen Grund.',
      name: 'Höchstens 100 Zeichen in einer Zeile.',
      search: 'Höchstens 8 Wörter und 100 Zeichen.',
      text: 'Schreib ein paar Worte, höchstens 1.000 Zeichen.',
      username:
        '1 bis 64 Zeichen: Buchstaben von A bis Z, Ziffern, Punkte, Binde- und Unterstriche. Am Anfang und am Ende steht kein Punkt.',
    },
  },
};
