import { fetchJson } from '@namecard/testing';
import { z } from 'zod';
import type { Figure } from '../figures.ts';
import { type Book, kinds } from './load.ts';

/** A time in which something happened to the database, in milliseconds as `Date.now()` says. */
export type Period = { began: number; ended: number };

const seconds = (milliseconds: number) => milliseconds / 1_000;

/** The longest time in the period for which some kind of call did not work. */
function longestGap({ answers }: Book, { began, ended }: Period): Period {
  const gaps = kinds.flatMap((kind) => {
    const worked = answers.filter(
      ({ kind: asked, status, at }) =>
        asked === kind && status === 200 && at > began && at < ended,
    );
    const times = [began, ...worked.map(({ at }) => at), ended];
    return times
      .slice(1)
      .map((at, index) => ({ began: times[index] ?? began, ended: at }));
  });
  const lengthOf = (gap: Period) => gap.ended - gap.began;
  return gaps.reduce((longest, gap) =>
    lengthOf(gap) > lengthOf(longest) ? gap : longest,
  );
}

/** How long the last of the mails took that were promised around the period, from when everything worked again. */
function longestWait(book: Book, period: Period, recoveredAt: number): number {
  const waits = book.mails
    .filter(
      ({ promisedAt, cameAt }) => cameAt > period.began && promisedAt < period.ended,
    )
    .map(({ promisedAt, cameAt }) => cameAt - Math.max(promisedAt, recoveredAt));
  return Math.max(...waits);
}

/** @param most seconds for which some kind of call may not work */
export function figuresOf(book: Book, period: Period, most: number): Figure[] {
  const within = book.answers.filter(({ at }) => at > period.began && at < period.ended);
  const count = (isMeant: (status: number) => boolean) =>
    within.filter(({ status }) => isMeant(status)).length;
  const gap = longestGap(book, period);
  return [
    {
      name: 'longest time for which a call did not work',
      value: seconds(gap.ended - gap.began),
      unit: 's',
      atMost: most,
    },
    { name: 'answered 200', value: count((status) => status === 200), atLeast: 100 },
    { name: 'answered 503', value: count((status) => status === 503) },
    {
      name: 'answered anything else, or nothing',
      value: count((status) => status !== 200 && status !== 503),
      atMost: 0,
    },
    {
      name: 'longest wait for a mail from then on',
      value: seconds(longestWait(book, period, gap.ended)),
      unit: 's',
      atMost: 15,
    },
  ];
}

const Mine = z.object({
  data: z.object({
    profiles: z.array(z.object({ username: z.string(), about: z.string().nullable() })),
  }),
});

/** What was acknowledged and is not there. */
export async function lostFigures({ sessions }: Book, origin: string): Promise<Figure[]> {
  const lost = { sessions: 0, cards: 0, edits: 0 };
  let cards = 0;
  for (const [token, made] of sessions) {
    const { status, body } = await fetchJson(`${origin}/api/v1/users/me/profiles`, {
      token,
    });
    const there = status === 200 ? Mine.parse(body).data.profiles : [];
    const abouts = new Map(there.map(({ username, about }) => [username, about]));
    lost.sessions += status === 200 ? 0 : 1;
    cards += made.size;
    for (const [username, about] of made) {
      lost.cards += abouts.has(username) ? 0 : 1;
      lost.edits += about !== null && abouts.get(username) !== about ? 1 : 0;
    }
  }
  return [
    { name: `sign-ins lost, of ${sessions.size}`, value: lost.sessions, atMost: 0 },
    { name: `creates lost, of ${cards}`, value: lost.cards, atMost: 0 },
    { name: 'edits lost', value: lost.edits, atMost: 0 },
  ];
}
