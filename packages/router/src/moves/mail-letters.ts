import { isoInstant, Move, type Orm, User } from '@namecard/db';
import { type Delivery, type Mailer, type Message, moveMail } from '@namecard/email';
import { z } from 'zod';
import { caseDays } from '../access/challenges.sql.ts';
import { deriveMoveCode, type MovePurpose } from '../access/codes.ts';
import type { Hashes } from '../access/hashes.ts';
import type { KeyRing } from '../access/keys.ts';
import type { Settings } from '../context.ts';
import { adminsToMail } from '../mail/admins.ts';
import { keepMail } from '../mail/keep-mail.sql.ts';
import { isHeld } from '../mail/provider-hold.sql.ts';
import { suppressedAmong } from '../mail/recipients.sql.ts';
import { deliveredLetters } from './delivered-letters.sql.ts';
import { type Due, lettersOf } from './letters.ts';

export type LetterDeps = {
  orm: Orm;
  keys: KeyRing;
  hashes: Hashes;
  mailer: Pick<Mailer, 'deliver'>;
  random: { id(): string };
  settings: Pick<Settings, 'adminEmails' | 'issuer' | 'product'>;
};

const Names = z.array(z.string()).default([]);

/** What a job keeps: names of the mails that left, and that failed at this try. */
export const Progress = z
  .object({ sent: Names, failed: Names })
  .catch({ sent: [], failed: [] });

type Recipient = { name: string; to: string; isAdmin: boolean };

const codeOf: Partial<Record<Due['letter'], MovePurpose>> = {
  leave: 'leave',
  arrive: 'arrive',
  prove: 'arrive',
};

/** The old address's notices have the code that ends the move, unless only an admin can. */
function purposeOf(
  move: Move,
  { letter, to }: Pick<Due, 'letter' | 'to'>,
): MovePurpose | undefined {
  const ends = to === 'old' && ['opened', 'waits', 'done'].includes(letter);
  return ends && !move.isContested ? 'undo' : codeOf[letter];
}

/** The mail as it is sent, and as the development mailbox shows it. */
function letterMessage(
  { keys, settings }: Pick<LetterDeps, 'keys' | 'settings'>,
  move: Move,
  due: Pick<Due, 'letter' | 'to'>,
  { to, language }: { to: string; language: User['language'] },
): Message {
  const { product, issuer } = settings;
  const purpose = purposeOf(move, due);
  const key = keys.find(move.keyId);
  const address = purpose === 'arrive' ? move.toKey : move.fromKey;
  const until = due.letter === 'done' ? move.undoUntil : move.dueAt;
  return {
    to,
    ...moveMail({
      letter: due.letter,
      to: due.to,
      code: purpose && key && deriveMoveCode(key, purpose, move.id, address),
      until: until === null ? undefined : isoInstant(until),
      codeDays: caseDays,
      product,
      language: due.to === 'admins' ? 'en' : (language ?? product.language),
      origin: issuer,
      userId: move.userId,
      isWaitingForYes: move.needsYes,
    }),
  };
}

/**
 * Names are unique within the move. A code is mailed again if it is derived with another
 * key. Admins are named by hashes.
 */
async function recipientsOf(
  { orm, hashes, settings }: LetterDeps,
  move: Move,
  due: Due,
): Promise<Recipient[]> {
  const { letter, to, at } = due;
  const key = purposeOf(move, due) ? ` ${move.keyId}` : '';
  const name = `${letter} ${to} ${at}${key}`;
  if (to === 'admins') {
    const admins = await adminsToMail(orm.em, settings);
    return admins.map((email) => ({
      name: `${name} ${hashes.of('mails', email.toLowerCase())}`,
      to: email,
      isAdmin: true,
    }));
  }
  return [{ name, to: to === 'old' ? move.fromEmail : move.toEmail, isAdmin: false }];
}

const keptOf = (delivery: Delivery) =>
  delivery.outcome === 'sent' || delivery.outcome === 'refused' ? delivery : undefined;

/** The delivered mails about moves, as the development mailbox shows them. */
export async function listLetters(deps: Pick<LetterDeps, 'orm' | 'keys' | 'settings'>) {
  const em = deps.orm.em.fork();
  const kept = await deliveredLetters(em);
  const moves = new Map(
    (await em.find(Move, { id: kept.map(({ moveId }) => moveId) })).map((move) => [
      move.id,
      move,
    ]),
  );
  return kept.flatMap(({ id, moveId, letter, recipient, language, requestedAt }) => {
    const move = moves.get(moveId);
    const to = recipient === move?.fromKey ? 'old' : 'new';
    return move
      ? [
          {
            id,
            ...letterMessage(deps, move, { letter, to }, { to: recipient, language }),
            at: isoInstant(requestedAt),
          },
        ]
      : [];
  });
}

type Step = z.infer<typeof Progress> & { seconds: number };

/** Least and most seconds until mails that failed are tried again. */
const [leastPause, mostPause] = [60, 3_600];

/** The longer a mail fails, the longer the pause. */
const pauseAfter = (seconds: number) =>
  Math.min(mostPause, Math.max(leastPause, Math.ceil(seconds / 2)));

/**
 * Sends the next mail of a move that is due. One that fails is tried again after all
 * others, so a mailbox that takes no mail keeps no notice from the rest. It is tried until
 * it is not worth mailing any more. Returns the names of those that left and that failed,
 * and the seconds until the next; undefined if none is left.
 */
export async function mailNextLetter(
  deps: LetterDeps,
  id: string,
  progress: unknown,
  now: string,
): Promise<Step | undefined> {
  const em = deps.orm.em.fork();
  const move = await em.findOne(Move, id);
  const user = move && (await em.findOne(User, move.userId));
  if (!move || !user) {
    return undefined;
  }
  const { sent, failed } = Progress.parse(progress);
  const open: { due: Due; recipient: Recipient; wait: number }[] = [];
  const at = isoInstant(now);
  for (const due of lettersOf(move, at)) {
    if (due.until <= at) continue;
    const wait = (Date.parse(due.at) - Date.parse(at)) / 1_000;
    for (const recipient of await recipientsOf(deps, move, due)) {
      if (!sent.includes(recipient.name)) open.push({ due, recipient, wait });
    }
  }
  const ready = open.filter(({ wait }) => wait <= 0);
  const isUntried = ({ recipient }: { recipient: Recipient }) =>
    !failed.includes(recipient.name);
  const next = ready.find(isUntried) ?? ready[0];
  if (!next) {
    const seconds = Math.ceil(Math.min(...open.map(({ wait }) => wait)));
    return open.length === 0 ? undefined : { sent, failed, seconds };
  }
  const { name } = next.recipient;
  if (await send(deps, { move, user, ...next })) {
    return { sent: [...sent, name], failed, seconds: 0 };
  }
  const isLast = !ready.some((one) => one !== next && isUntried(one));
  return isLast
    ? {
        sent,
        failed: [],
        seconds: pauseAfter(-Math.max(...ready.map(({ wait }) => wait))),
      }
    : { sent, failed: [...failed, name], seconds: 0 };
}

type Sending = { move: Move; user: User; due: Due; recipient: Recipient };

/**
 * Returns whether the provider took or refused the mail. A code that this instance can't
 * derive is left to the others: a notice without it would say that only an admin can end
 * the move.
 */
async function send(
  deps: LetterDeps,
  { move, user, due, recipient }: Sending,
): Promise<boolean> {
  const { orm, keys, mailer, random } = deps;
  if (purposeOf(move, due) && !keys.find(move.keyId)) {
    return false;
  }
  const { to, isAdmin } = recipient;
  const key = to.toLowerCase();
  const isSuppressed = (await suppressedAmong(orm.em, [key])).has(key);
  const message = letterMessage(deps, move, due, { to, language: user.language });
  const delivery = isSuppressed
    ? ({ outcome: 'refused', reason: 'suppressed' } as const)
    : keptOf(await mailer.deliver(message));
  if (delivery && (await isHeld(orm.em, delivery))) {
    return false;
  }
  if (delivery && !isAdmin) {
    const { language } = user;
    const about = { decisions: null, moveId: move.id, letter: due.letter };
    const mail = { id: random.id(), userId: user.id, recipient: key, language };
    await keepMail(orm.em, { ...mail, ...about }, delivery);
  }
  return delivery !== undefined;
}
