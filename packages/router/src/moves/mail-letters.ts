import { isoInstant, Move, readInstant, User } from '@namecard/db';
import { type Message, moveMail } from '@namecard/email';
import { caseDays } from '../access/challenges.sql.ts';
import { deriveMoveCode } from '../access/codes.ts';
import type { KeyRing } from '../access/keys.ts';
import type { Settings } from '../context.ts';
import type { Step } from '../jobs/claimed-jobs.ts';
import type { ClaimedJob } from '../jobs/jobs.sql.ts';
import { pauseAfter } from '../jobs/worker.ts';
import { type AdminMailDeps, tellAdmins } from '../mail/admins.ts';
import { keepMail } from '../mail/keep-mail.sql.ts';
import { endOf } from '../mail/provider-hold.sql.ts';
import { suppressedAmong } from '../mail/recipients.sql.ts';
import { deliveredLetters } from './delivered-letters.sql.ts';
import { type Due, letterKey, lettersOf, purposeOf } from './letters.ts';

export type LetterDeps = AdminMailDeps & {
  keys: KeyRing;
  random: { id(): string };
  settings: Pick<Settings, 'issuer' | 'product'>;
};

/** The mail as it is sent, and as the development mailbox shows it. */
function letterMessage(
  { keys, settings }: Pick<LetterDeps, 'keys' | 'settings'>,
  move: Move,
  due: Pick<Due, 'letter' | 'to'>,
  language: User['language'],
): Omit<Message, 'to'> {
  const { product, issuer } = settings;
  const purpose = purposeOf(move, due);
  const key = keys.find(move.keyId);
  const until = due.letter === 'done' ? move.undoUntil : move.dueAt;
  return moveMail({
    letter: due.letter,
    to: due.to,
    code: purpose && key && deriveMoveCode(key, purpose, move),
    until: until === null ? undefined : isoInstant(until),
    codeDays: caseDays,
    product,
    language: due.to === 'admins' ? 'en' : (language ?? product.language),
    origin: issuer,
    userId: move.userId,
    isWaitingForYes: move.needsYes,
  });
}

/** The delivered mails about moves, as the development mailbox shows them. */
export async function listLetters(deps: Pick<LetterDeps, 'orm' | 'keys' | 'settings'>) {
  const em = deps.orm.em.fork();
  const shown = [];
  for (const { id, moveId, letter, recipient, ...kept } of await deliveredLetters(em)) {
    const move = await em.findOne(Move, moveId);
    if (!move) continue;
    const to = recipient === move.fromKey ? 'old' : 'new';
    const message = letterMessage(deps, move, { letter, to }, kept.language);
    shown.push({ id, to: recipient, at: isoInstant(kept.requestedAt), ...message });
  }
  return shown;
}

/**
 * Least and most seconds until a mail is sent again that failed, or that the provider may
 * have taken without an answer.
 */
const pauses = { failed: [60, 3_600], unanswered: [900, 86_400] } as const;

/**
 * Sends a mail of a move, unless the move has gone on since. One that fails is tried until
 * it is not worth mailing any more. Returns undefined if nothing is left to do.
 */
export async function mailLetter(
  deps: LetterDeps,
  id: string,
  job: ClaimedJob,
): Promise<Step | undefined> {
  const em = deps.orm.em.fork();
  const move = await em.findOne(Move, id);
  const user = move && (await em.findOne(User, move.userId));
  const now = isoInstant(await readInstant(em));
  const due =
    move && lettersOf(move, now).find((one) => letterKey(move, one) === job.key);
  if (!user || !due || due.until <= now) {
    return undefined;
  }
  const mail = letterMessage(deps, move, due, user.language);
  const waited = (Date.parse(now) - Date.parse(due.at)) / 1_000;
  if (due.to === 'admins') {
    // The job may be a week older than the mail.
    return tellAdmins(deps, mail, { progress: job.progress, age: waited });
  }
  const end = await send(deps, { move, user, due, mail });
  if (end === 'over') {
    return undefined;
  }
  const [least, most] = pauses[end];
  return { progress: job.progress, seconds: pauseAfter(waited, least, most) };
}

type Sending = { move: Move; user: User; due: Due; mail: Omit<Message, 'to'> };

/**
 * `over`: the provider took or refused the mail. A code that this instance can't
 * derive is left to the others: a notice without it would say that only an admin can end
 * the move.
 */
async function send(
  { orm, keys, mailer, random }: LetterDeps,
  { move, user, due, mail }: Sending,
): Promise<'over' | keyof typeof pauses> {
  if (purposeOf(move, due) && !keys.find(move.keyId)) {
    return 'failed';
  }
  const to = due.to === 'old' ? move.fromEmail : move.toEmail;
  const recipient = to.toLowerCase();
  const isSuppressed = (await suppressedAmong(orm.em, [recipient])).has(recipient);
  const delivery = isSuppressed
    ? ({ outcome: 'refused', reason: 'suppressed' } as const)
    : await mailer.deliver({ ...mail, to });
  const end = await endOf(orm.em, delivery);
  if (end === 'failed' || end === 'unanswered') {
    return end;
  }
  const { id: userId, language } = user;
  const mailed = { id: random.id(), userId, recipient, language };
  const about = { moveId: move.id, letter: due.letter };
  await keepMail(orm.em, { ...mailed, ...about }, end);
  return 'over';
}
