import { fetchJson } from '@namecard/testing';
import { z } from 'zod';
import { untilServed } from './ask.ts';
import { none, type Figure } from './figures.ts';
import { isWell, type Answered, type Book, type Person } from './load.ts';
import type { Service } from './start-service.ts';

/** A period, in milliseconds of `Date.now()`. */
export type Period = { began: number; ended: number };

type Allowed = {
  /** The largest fraction of 503 answers; no limit by default. */
  unavailable?: number;
  /** Whether connections may end without an answer, as with a killed instance. */
  mayBreak?: boolean;
};

/** Counts answers, and those that must never occur. */
export function answerFigures(
  answers: readonly Answered[],
  { unavailable = 1, mayBreak = false }: Allowed = {},
): Figure[] {
  const failed = answers.filter((answer) => !isWell(answer));
  const with503 = failed.filter(({ status }) => status === 503);
  const others = failed.filter(
    ({ status }) => status !== 503 && !(mayBreak && status === 0),
  );
  const names = [...new Set(others.map(({ kind, status }) => `${kind} ${status}`))];
  return [
    {
      name: 'calls that did what they should',
      value: answers.length - failed.length,
      atLeast: 1,
    },
    {
      name: '% answered 503',
      value: (with503.length / answers.length) * 100,
      atMost: unavailable * 100,
    },
    none('503 without Retry-After', with503.filter((one) => !one.hasRetryAfter).length),
    ...(mayBreak
      ? [{ name: 'not answered', value: failed.length - with503.length - others.length }]
      : []),
    none(`wrong answers ${names.join(', ')}`.trim(), others.length),
  ];
}

/** The longest time in the period without a success of some kind of call. */
export function longestGap(
  answers: readonly Answered[],
  { began, ended }: Period,
): Period {
  const gaps = [...new Set(answers.map(({ kind }) => kind))].flatMap((kind) => {
    const worked = answers.filter(
      (one) => one.kind === kind && isWell(one) && one.at > began && one.at < ended,
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

const Profile = z.object({
  data: z.object({ profile: z.object({ about: z.string().nullable() }) }),
});
const Me = z.object({
  data: z.object({ user: z.object({ worldId: z.string().nullable() }) }),
});

type Lost = { sessions: number; profiles: number; edits: number; changes: number };

async function look(origin: string, person: Person, lost: Lost): Promise<void> {
  const { token, profiles, written, tried } = person;
  // So many at once are more than the service lets wait.
  const api = (path: string) =>
    untilServed(() => fetchJson(`${origin}/api/v1${path}`, { token }));
  const me = await api('/users/me');
  if (me.status !== 200) {
    lost.sessions += 1;
    return;
  }
  const number = Number(Me.parse(me.body).data.user.worldId);
  if (number < written || number > tried) lost.changes += 1;
  for (const [username, about] of profiles) {
    const answer = await api(`/profiles/${username}`);
    if (answer.status !== 200) {
      lost.profiles += 1;
      continue;
    }
    const is = Profile.parse(answer.body).data.profile.about;
    if (about !== undefined && is !== about) lost.edits += 1;
  }
}

/** People that look at once: the door ends connections beyond 2,000. */
const atOnce = 500;

/** Whether everything acknowledged still exists. */
export async function lostFigures(
  { people, mails }: Book,
  { origin, postmark }: Service,
): Promise<Figure[]> {
  const lost: Lost = { sessions: 0, profiles: 0, edits: 0, changes: 0 };
  for (let begun = 0; begun < people.length; begun += atOnce) {
    const some = people.slice(begun, begun + atOnce);
    await Promise.all(some.map((person) => look(origin, person, lost)));
  }
  const profiles = people.reduce((sum, one) => sum + one.profiles.size, 0);
  const changes = people.reduce((sum, { written }) => sum + written, 0);
  const came = Map.groupBy(postmark.mails(), ({ to }) => to);
  const copies = mails.map(({ email }) => came.get(email)?.length ?? 0);
  return [
    none(`sessions lost, of ${people.length}`, lost.sessions),
    none(`profiles lost, of ${profiles}`, lost.profiles),
    none('edits of profiles lost', lost.edits),
    none(`users whose changes are lost, of ${changes} changes`, lost.changes),
    none(`mails lost, of ${mails.length}`, copies.filter((count) => count === 0).length),
    { name: 'copies of one mail, most', value: Math.max(0, ...copies) },
  ];
}
