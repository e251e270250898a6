/**
 * The fixed lines of a statement of reasons, as article 17 of the Digital Services Act
 * lists them. Pages, mails and the API share them.
 */
import { dateIn, type Language } from './language.ts';

export type Grounds = {
  /** Whether somebody had reported it. Nobody learns who. */
  afterReport: boolean;
  /** Whether a program with a service key decided. */
  byProgram: boolean;
};

type Lines = {
  /** A person, and a program. */
  deciders: readonly [string, string];
  decided: (who: string, afterReport: boolean) => string;
  lasts: string;
  ends: (day: string) => string;
  law: string;
  terms: string;
  again: string;
  courts: string;
};

const lines: Readonly<Record<Language, Lines>> = {
  en: {
    deciders: ['A person', 'A program'],
    decided: (who, afterReport) =>
      `${who} decided this ${afterReport ? 'after a report' : 'on our own initiative'}.`,
    lasts: 'It lasts until we undo it.',
    ends: (day) => `It lasts until ${day}.`,
    law: 'We hold that it may be against the law.',
    terms: 'It is against our terms.',
    again:
      'You can ask for another look as long as it stands, and for six months at least. It is free.',
    courts: 'The courts stay open to you.',
  },
  de: {
    deciders: ['ein Mensch', 'ein Programm'],
    decided: (who, afterReport) =>
      `Das hat ${who} ${afterReport ? 'nach einer Meldung entschieden' : 'entschieden, ohne dass es jemand gemeldet hat'}.`,
    lasts: 'Es gilt, bis wir es zurücknehmen.',
    ends: (day) => `Es gilt bis zum ${day}.`,
    law: 'Wir halten es für möglich, dass es gegen das Gesetz verstößt.',
    terms: 'Es verstößt gegen unsere Nutzungsbedingungen.',
    again:
      'Du kannst um eine neue Prüfung bitten, solange es gilt, mindestens aber sechs Monate lang. Das kostet nichts.',
    courts: 'Der Weg zu den Gerichten bleibt dir offen.',
  },
  fr: {
    deciders: ['Une personne', 'Un programme'],
    decided: (who, afterReport) =>
      `${who} l’a décidé ${afterReport ? 'après un signalement' : 'de notre propre initiative'}.`,
    lasts: 'Cette mesure reste en vigueur jusqu’à ce que nous l’annulions.',
    ends: (day) => `Cette mesure reste en vigueur jusqu’au ${day}.`,
    law: 'Nous estimons que cela peut être contraire à la loi.',
    terms: 'Cela est contraire à nos conditions d’utilisation.',
    again:
      'Vous pouvez demander un nouvel examen tant que la mesure est en vigueur, et pendant six mois au moins. C’est gratuit.',
    courts: 'Vous pouvez toujours saisir les tribunaux.',
  },
  es: {
    deciders: ['una persona', 'un programa'],
    decided: (who, afterReport) =>
      `Lo decidió ${who} ${afterReport ? 'tras una denuncia' : 'por nuestra propia iniciativa'}.`,
    lasts: 'La decisión se mantiene hasta que la anulemos.',
    ends: (day) => `La decisión se mantiene hasta el ${day}.`,
    law: 'Creemos que puede ser contrario a la ley.',
    terms: 'Es contrario a nuestras condiciones de uso.',
    again:
      'Puedes pedir una nueva revisión mientras se mantenga, y durante seis meses como mínimo. Es gratis.',
    courts: 'Siempre puedes acudir a los tribunales.',
  },
};

/** Who decided it, and whether after a report. */
export function whoDecided(language: Language, by: Grounds): string {
  const { deciders, decided } = lines[language];
  return decided(deciders[by.byProgram ? 1 : 0], by.afterReport);
}

/** @param until an instant; null for what ends only if it is undone */
export const howLong = (language: Language, until: string | null): string =>
  until === null ? lines[language].lasts : lines[language].ends(dateIn(language)(until));

export const againstWhat = (language: Language, reason: string): string =>
  reason === 'illegal_content' ? lines[language].law : lines[language].terms;

/** The part of the operator's terms about a reason; null if the terms have no page. */
export const ruleOf = (terms: string | undefined, reason: string): string | null =>
  terms === undefined ? null : `${terms}#${reason}`;

/** What people can do about it. */
export function whatToDo(language: Language): Pick<Lines, 'again' | 'courts'> {
  const { again, courts } = lines[language];
  return { again, courts };
}
