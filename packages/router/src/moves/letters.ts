import { isoInstant, type Move } from '@namecard/db';
import type { Letter } from '@namecard/email';

/** A mail about a move. `name` is unique within the move. `at` is in ISO 8601. */
export type Due = {
  name: string;
  letter: Letter;
  to: 'old' | 'new' | 'admins';
  at: string;
};

const dayMilliseconds = 86_400_000;

const daysAfter = (at: string, days: number) =>
  new Date(Date.parse(at) + days * dayMilliseconds).toISOString();

/** A wait is told at once, and again on these days. */
const daysOfWait = [0, 3, 6];

function ofAsked(move: Move, at: string): Due[] {
  if (move.isCase) {
    return [
      { name: 'case', letter: 'prove', to: 'new', at },
      { name: 'opened', letter: 'opened', to: 'old', at },
      { name: 'opened to admins', letter: 'opened', to: 'admins', at },
    ];
  }
  return [
    ...(move.mailsOld
      ? [{ name: 'leave', letter: 'leave', to: 'old', at } as const]
      : []),
    ...(move.mailsNew
      ? [{ name: 'arrive', letter: 'arrive', to: 'new', at } as const]
      : []),
  ];
}

function ofWaiting(provenAt: string): Due[] {
  const at = isoInstant(provenAt);
  return [
    ...daysOfWait.flatMap((days): Due[] => [
      { name: `waits ${days}`, letter: 'waits', to: 'old', at: daysAfter(at, days) },
      { name: `waits new ${days}`, letter: 'waits', to: 'new', at: daysAfter(at, days) },
    ]),
    { name: 'waits to admins', letter: 'waits', to: 'admins', at },
  ];
}

function ofDone(move: Move, doneAt: string): Due[] {
  const at = isoInstant(doneAt);
  const isForAdmins = move.isCase || move.restingRole !== null;
  return [
    { name: 'done', letter: 'done', to: 'old', at },
    { name: 'done new', letter: 'done', to: 'new', at },
    ...(isForAdmins
      ? [{ name: 'done to admins', letter: 'done', to: 'admins', at } as const]
      : []),
  ];
}

/** Somebody who never had a notice hears nothing of its end. */
function ofEnded(move: Move, closedAt: string): Due[] {
  const at = isoInstant(closedAt);
  if (move.endState === 'replaced' || (!move.isCase && move.doneAt === null)) {
    return [];
  }
  return [
    { name: 'ended', letter: 'ended', to: 'old', at },
    { name: 'ended new', letter: 'ended', to: 'new', at },
    { name: 'ended to admins', letter: 'ended', to: 'admins', at },
  ];
}

/** The mails of a move in its present state, those to come included. */
export function lettersOf(move: Move): Due[] {
  if (move.closedAt !== null) {
    return ofEnded(move, move.closedAt);
  }
  if (move.doneAt !== null) {
    return ofDone(move, move.doneAt);
  }
  return move.provenAt === null
    ? ofAsked(move, isoInstant(move.askedAt))
    : ofWaiting(move.provenAt);
}
