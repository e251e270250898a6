import type { Texts } from './texts.ts';

export const de: Texts = {
  signIn: {
    subject: (code, product, time) =>
      `${code} ist dein Code für die Anmeldung bei ${product}, ${time}`,
    heading: 'Dein Code für die Anmeldung',
    good: (minutes, time) =>
      `Gilt ${minutes} ${minutes === 1 ? 'Minute' : 'Minuten'}, bis ${time}`,
    instead: 'Falls der kurze nicht funktioniert, gib diesen ein:',
    askedFor: (date, time) => `Angefordert am ${date} um ${time}`,
    where: (host) =>
      `Gib den Code nur bei ${host} ein und sag ihn niemandem: Wir fragen nie danach.`,
    notYou:
      'Das warst nicht du? Dann ist nichts zu tun: Ohne einen Code aus dieser Mail kann sich niemand anmelden.',
  },
  move: {
    titles: {
      code: 'Ein Code, um deine Adresse zu ändern',
      change: 'Dein Konto soll eine andere Adresse bekommen',
      changed: 'Die Adresse deines Kontos hat sich geändert',
      ended: 'Die Änderung deiner Adresse wurde abgebrochen',
    },
    leave:
      'Mit diesem Code kann dein Konto zu einer anderen E-Mail-Adresse wechseln. Er gilt 30 Minuten und nur zusammen mit dem Code an die neue Adresse:',
    arrive:
      'Mit diesem Code bekommt dein Konto diese Adresse. Er gilt 30 Minuten und nur zusammen mit dem Code an die bisherige Adresse:',
    prove: (days, host) =>
      `Ein Admin möchte deinem Konto diese Adresse geben, weil das alte Postfach verloren ist. Dieser Code bestätigt, dass du dieses Postfach liest. Er gilt ${days} Tage. Gib ihn bei ${host} ein, unter „Ich habe einen Code für eine neue Adresse“.`,
    opened: 'Jemand hat einem Admin gesagt, dass dieses Postfach verloren ist.',
    waitsOld: (day) =>
      `Ab dem ${day} kannst du dich mit dieser Adresse nicht mehr anmelden.`,
    waitsNew: (day) =>
      `Dein Konto bekommt diese Adresse am ${day}. Bis dahin kannst du dich damit nicht anmelden.`,
    doneOld: 'Mit dieser Adresse kannst du dich nicht mehr anmelden.',
    doneNew: (host) =>
      `Dein Konto hat jetzt diese Adresse. Melde dich damit bei ${host} an.`,
    endedOld: (host) => `Dein Konto hat diese Adresse. Melde dich damit bei ${host} an.`,
    endedNew:
      'Das Konto hat diese Adresse nicht. Wenn es sie haben soll, wende dich an einen Admin.',
    stop: (host, day) =>
      `Wenn du das nicht willst, kannst du es ${day === null ? '' : `bis zum ${day} `}mit diesem Code beenden. Gib ihn bei ${host} ein, unter „Ich habe meine Adresse nicht geändert“.`,
    askAdmin:
      'Wenn du das nicht willst, wende dich an einen Admin. Nur Admins können es beenden.',
    notYou: 'Wenn du das nicht angefordert hast, gib den Code niemandem.',
    endSessions: (host) => `Melde dich bei ${host} an und beende alle anderen Sitzungen.`,
  },
  actCode: {
    subject: (code, product) => `${code} ist dein Bestätigungscode für ${product}`,
    heading: 'Dein Bestätigungscode',
    acts: {
      give_role:
        'Jemand soll eine Rolle bekommen, oder ein Admin soll ausgesperrt werden.',
      create_key: 'Ein Dienstschlüssel soll erstellt werden.',
      change_webhook: 'Ein Webhook soll erstellt oder geändert werden.',
      erase_me: 'Dein Konto und deine Karten sollen für immer gelöscht werden.',
      erase_user: 'Ein Konto soll gelöscht werden.',
      take_list: 'Die Liste der Mitglieder soll heruntergeladen werden.',
      invite: 'Mehr als 100 Menschen sollen an einem Tag eingeladen werden.',
      change_cards: 'Sehr viele Karten sollen geändert werden.',
    },
    what: (host) =>
      `Deine Sitzung bei ${host} hat das angefordert. Der Code gilt einmal, 10 Minuten lang und für nichts anderes.`,
    notYou: (host) =>
      `Das warst nicht du? Dann benutzt jemand anders deine Sitzung. Melde dich bei ${host} an, beende alle anderen Sitzungen und sag denen Bescheid, die den Dienst betreiben. Gib nie jemandem einen Code: Wir fragen nie danach.`,
  },
  invitation: {
    title: (isReminder) => (isReminder ? 'Deine Einladung gilt noch' : 'Deine Einladung'),
    who: (inviter) =>
      `${inviter ?? 'Ein Admin'} lädt dich ein und hat uns diese Adresse gegeben.`,
    what: 'Mitglieder haben dort eine Karte: einen Namen, ein paar Worte und Links, die sie selbst schreiben. Über dich wird nichts veröffentlicht, wenn du es nicht selbst tust.',
    how: 'Um beizutreten, öffne diese Seite und gib diese Adresse ein. Ein Code kommt per Mail. Du brauchst kein Passwort, und in dieser Mail steht nichts Geheimes:',
    source: (day) =>
      `Wir speichern diese Adresse, wer sie eingeladen hat und wann, nur damit du beitreten kannst und davon erfährst. Die Adresse wird am ${day} gelöscht, wenn du nicht beitrittst.`,
    rights:
      'Du kannst eine Kopie, eine Berichtigung oder die Löschung verlangen, widersprechen und dich bei einer Datenschutzbehörde beschweren.',
    never:
      'Du bist nicht gemeint oder willst das nicht? Fordere auf derselben Seite einen Code an und wähle „Nicht ich, nie wieder“. Dann vergessen wir diese Adresse und laden sie nicht mehr ein.',
    rest: (isLast) =>
      isLast
        ? 'Wir erinnern dich nicht noch einmal.'
        : 'Wenn du nichts tust, erinnern wir dich einmal.',
  },
  decision: {
    titleHidden: 'Eine oder mehrere deiner Karten sind ausgeblendet',
    titleSuspended: 'Dein Konto ist gesperrt',
    titleAnswered: 'Du hast eine Antwort',
    titles: {
      card_shown: 'Andere können deine Karte sehen',
      data_saved: 'Deine Daten wurden als Datei gespeichert',
      report_received: 'Deine Meldung ist angekommen',
      role_lowered: 'Deine Rolle hat sich geändert',
    },
    hidden: (cards, count, reason) =>
      cards === 1
        ? `Eine deiner Karten ist für andere ausgeblendet: ${reason}.`
        : `${count} deiner Karten sind für andere ausgeblendet: ${reason}.`,
    suspended: (reason) => `Dein Konto ist gesperrt: ${reason}.`,
    reasons: {
      spam: 'unerwünschte Werbung',
      impersonation: 'Auftreten unter fremdem Namen',
      harassment: 'Belästigung',
      illegal_content: 'Inhalt, der gegen das Gesetz verstoßen könnte',
      personal_data: 'persönliche Daten anderer',
      other: 'ein anderer Verstoß gegen die Regeln',
    },
    appeal: (host) =>
      `Hältst du das für einen Irrtum? Dann melde dich bei ${host} mit dieser Adresse an. Dort steht, warum.`,
    answers: {
      card_upheld: 'Wir haben eine deiner Karten neu geprüft. Sie bleibt ausgeblendet.',
      card_restored:
        'Wir haben eine deiner Karten neu geprüft. Andere können sie wieder sehen.',
      card_shown:
        'Wir haben uns eine deiner Karten angesehen. Andere können sie jetzt sehen.',
      account_upheld: 'Wir haben neu geprüft. Dein Konto bleibt gesperrt.',
      account_restored: 'Wir haben neu geprüft. Dein Konto ist nicht mehr gesperrt.',
      report_received:
        'Deine Meldung zu einer Karte ist angekommen, und ein Mensch sieht sie sich an. Du bekommst noch eine Mail mit der Entscheidung.',
      report_hidden:
        'Du hast eine Karte gemeldet. Wir haben sie geprüft, und sie ist jetzt für andere ausgeblendet.',
      report_approved:
        'Du hast eine Karte gemeldet. Wir haben sie geprüft, und sie bleibt, wie sie ist.',
      report_gone:
        'Du hast eine Karte gemeldet. Sie wurde gelöscht, also sieht sie niemand mehr.',
      data_saved:
        'Mit einem Code aus diesem Postfach wurden alle Daten deines gesperrten Kontos als Datei gespeichert, auf der Seite mit dem Grund der Sperre. Warst du das nicht? Dann liest noch jemand deine Mails: Sag uns Bescheid.',
      role_lowered:
        'Du hast jetzt eine niedrigere Rolle oder gar keine mehr. Kommt das für dich unerwartet? Dann frag einen Admin.',
    },
    notMe: (host) =>
      `Warst du das nicht? Fordere bei ${host} einen Code an und wähle „Nicht ich, nie wieder“. Dann vergessen wir diese Adresse und schreiben ihr nicht mehr.`,
    readAnswer: (host) => `Melde dich bei ${host} an, um mehr zu lesen.`,
  },
};
