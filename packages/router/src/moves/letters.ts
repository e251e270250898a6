import { isoInstant, type Move, readInstant } from '@namecard/db';
import type { Letter } from '@namecard/email';
import { caseDays, moveMinutes, undoDays } from '../access/challenges.sql.ts';
import type { MovePurpose } from '../access/codes.ts';
import type { EntityManager } from '../transaction.ts';
import { queueJobs } from './moves.sql.ts';

/** A mail about a move. Instants are in ISO 8601. */
export type Due = {
  letter: Letter;
  to: 'old' | 'new' | 'admins';
  /** Days after the first of its kind. */
  day?: number;
  at: string;
  /** It is not worth mailing later. */
  until: string;
};

const dayMilliseconds = 86_400_000;

const daysAfter = (at: string, days: number) =>
  new Date(Date.parse(at) + days * dayMilliseconds).toISOString();

/**
 * Notices with a code are mailed at once, and again on these days: somebody at the mailbox
 * may have deleted the first.
 */
const daysOfNotices = [0, 3, 6];

/** Leaves out a day after which the next has come: one mail is enough. */
const repeated = (due: Due, now: string): Due[] =>
  daysOfNotices
    .map((day) => ({ ...due, day, at: daysAfter(due.at, day) }))
    .filter((_, index, all) => (all[index + 1]?.at ?? due.until) > now);

function ofAsked(move: Move): Due[] {
  const at = isoInstant(move.askedAt);
  if (move.isCase) {
    const until = daysAfter(at, caseDays);
    return [
      { letter: 'prove', to: 'new', at, until },
      { letter: 'opened', to: 'old', at, until },
      { letter: 'opened', to: 'admins', at, until },
    ];
  }
  const until = daysAfter(at, moveMinutes / 1_440);
  const leave: Due = { letter: 'leave', to: 'old', at, until };
  return move.mailsNew ? [leave, { letter: 'arrive', to: 'new', at, until }] : [leave];
}

/** Days in which a mailbox that takes no mail is tried, where nothing else ends it. */
const daysOfTries = 3;

function ofWaiting(provenAt: string, dueAt: string, now: string): Due[] {
  const [at, until] = [isoInstant(provenAt), isoInstant(dueAt)];
  const late = { at: daysAfter(until, 1 / 24), until: daysAfter(until, daysOfTries) };
  return [
    ...repeated({ letter: 'waits', to: 'old', at, until }, now),
    ...repeated({ letter: 'waits', to: 'new', at, until }, now),
    { letter: 'waits', to: 'admins', at, until },
    // It has not happened: the account is suspended, or an admin's yes is missing.
    { letter: 'waits', to: 'admins', day: 1, ...late },
  ];
}

function ofDone(move: Move, doneAt: string, now: string): Due[] {
  const at = isoInstant(doneAt);
  const until = daysAfter(at, undoDays);
  const mails: Due[] = [
    ...repeated({ letter: 'done', to: 'old', at, until }, now),
    { letter: 'done', to: 'new', at, until },
  ];
  const isForAdmins = move.isCase || move.restingRole !== null;
  return isForAdmins ? [...mails, { letter: 'done', to: 'admins', at, until }] : mails;
}

/** Somebody who never had a notice hears nothing of its end. */
function ofEnded(move: Move, closedAt: string): Due[] {
  if (move.doneAt === null && (!move.isCase || move.endedBy === null)) {
    return [];
  }
  const at = isoInstant(closedAt);
  const until = daysAfter(at, daysOfTries);
  return (['old', 'new', 'admins'] as const).map((to) => ({
    letter: 'ended',
    to,
    at,
    until,
  }));
}

/** The mails of a move in its present state, those to come included. */
export function lettersOf(move: Move, now: string): Due[] {
  const { closedAt, doneAt, provenAt, dueAt } = move;
  if (closedAt !== null) {
    return ofEnded(move, closedAt);
  }
  if (doneAt !== null) {
    return ofDone(move, doneAt, now);
  }
  return provenAt === null || dueAt === null
    ? ofAsked(move)
    : ofWaiting(provenAt, dueAt, now);
}

const codeOf: Partial<Record<Letter, MovePurpose>> = {
  leave: 'leave',
  arrive: 'arrive',
  prove: 'arrive',
};

/** The old address's notices have the code that ends the move, unless only an admin can. */
export function purposeOf(
  move: Move,
  { letter, to }: Pick<Due, 'letter' | 'to'>,
): MovePurpose | undefined {
  const ends = to === 'old' && ['opened', 'waits', 'done'].includes(letter);
  return ends && !move.isContested ? 'undo' : codeOf[letter];
}

/** The key of a mail's job. With another secret key, a code is another mail. */
export const letterKey = (move: Move, due: Due): string =>
  [
    move.id,
    due.letter,
    due.to,
    due.day ?? 0,
    ...(purposeOf(move, due) ? [move.keyId] : []),
  ].join(' ');

/** Queues the mails of the move's present state. Those of an earlier one end. */
export async function queueLetters(
  em: EntityManager,
  move: Move,
  isMeant: (due: Due) => unknown = () => true,
): Promise<void> {
  const letters = lettersOf(move, isoInstant(await readInstant(em))).filter(isMeant);
  await queueJobs(
    em,
    letters.map((due) => ({ key: letterKey(move, due), at: due.at })),
  );
}
