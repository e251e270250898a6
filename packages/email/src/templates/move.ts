import { dateIn, type Language, type Product } from '@namecard/look';
import type { Message } from '../mailer.ts';
import { textsIn } from '../texts/texts-in.ts';
import type { Texts } from '../texts/texts.ts';
import { hostOf, mailOf } from './frame.ts';
import { groupLongCode } from './sign-in.ts';

/** `leave`, `arrive` and `prove` are codes. The others are notices. */
export type Letter = 'leave' | 'arrive' | 'prove' | 'opened' | 'waits' | 'done' | 'ended';

export type MoveMail = {
  letter: Letter;
  to: 'old' | 'new' | 'admins';
  /** 13 characters, ungrouped. A notice without a code names an admin in its place. */
  code: string | undefined;
  /** When the move happens or can no longer be taken back, in ISO 8601. */
  until: string | undefined;
  /** How many days the code of a case is valid. */
  codeDays: number;
  product: Product;
  language: Language;
  /** Where the service is, such as `https://cards.example.com`. */
  origin: string;
  userId: string;
  isWaitingForYes: boolean;
};

const titleOf: Record<Letter, keyof Texts['move']['titles']> = {
  leave: 'code',
  arrive: 'code',
  prove: 'code',
  opened: 'change',
  waits: 'change',
  done: 'changed',
  ended: 'ended',
};

/** The first paragraph says what the code does, or what happens. */
function saidOf(mail: MoveMail, { move }: Texts): string[] {
  const { letter, to, code } = mail;
  const host = hostOf(mail.origin);
  const day = mail.until === undefined ? null : dateIn(mail.language)(mail.until);
  const isOld = to === 'old';
  const ending = isOld ? [code ? move.stop(host, day) : move.askAdmin] : [];
  switch (letter) {
    case 'leave':
    case 'arrive':
      return [move[letter]];
    case 'prove':
      return [move.prove(mail.codeDays, host)];
    case 'opened':
      return [move.opened, ...ending];
    case 'waits':
      return [isOld ? move.waitsOld(day ?? '') : move.waitsNew(day ?? ''), ...ending];
    case 'done':
      return [isOld ? move.doneOld : move.doneNew(host), ...ending];
    case 'ended':
      return [isOld ? move.endedOld(host) : move.endedNew];
  }
}

/** What admins read. They are mailed in English. */
const adminsRead: Partial<Record<Letter, string>> = {
  opened:
    'An admin wants to change the address of an account, because its mailbox is lost.',
  waits: 'The new address of an account has been confirmed, and the change waits.',
  done: 'The address of an account has changed. A role that it had rests until an admin gives it again.',
  ended: 'A change of an account’s address was ended or taken back.',
};

function adminMail({ letter, origin, userId, product, isWaitingForYes }: MoveMail) {
  const what = adminsRead[letter] ?? '';
  const yes = isWaitingForYes ? ['It needs the yes of another admin.'] : [];
  const page = `${origin}/admin/users/${userId}`;
  const words = 'See who asked and why, and end it if it is wrong:';
  return mailOf({ product, title: 'An account’s address' }, [
    what,
    ...yes,
    { words, link: page },
  ]);
}

/** Never names the other address: it is the text of whoever asked. */
export function moveMail(mail: MoveMail): Omit<Message, 'to'> {
  const { letter, code, product, language } = mail;
  if (mail.to === 'admins') {
    return adminMail(mail);
  }
  const texts = textsIn(language);
  const title = texts.move.titles[titleOf[letter]];
  const said = saidOf(mail, texts);
  const shown = code === undefined ? [] : [{ code: groupLongCode(code) }];
  const { notYou, endSessions } = texts.move;
  const warnings: Partial<Record<Letter, string>> = {
    leave: `${notYou} ${endSessions(hostOf(mail.origin))}`,
    // The reader of the new address may have no account.
    arrive: notYou,
    prove: notYou,
  };
  const warning = warnings[letter];
  const last = warning === undefined ? [] : [warning];
  return mailOf({ product, language, title }, [...said, ...shown, ...last]);
}
