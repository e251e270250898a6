import { randomInt } from 'node:crypto';
import { statements } from '@namecard/db';
import { sql } from 'kysely';
import { sendCode, verifyCode, type Answer } from './fixture/ask.ts';
import { readCodes, wrongCodes } from './fixture/codes.ts';
import type { Report } from './fixture/findings.ts';
import { freshEmail } from './fixture/people.ts';
import { byTurns, type Fixture } from './fixture/fixture.ts';

/** Kinds of addresses that nobody may be able to tell apart. */
const kinds = ['known', 'unknown', 'suspended', 'suppressed'] as const;

/** Those that are guessed at: all have a live code but those that nobody asked for. */
const guessedKinds = [...kinds, 'unasked'] as const;

type Kind = (typeof guessedKinds)[number];

type Sample = { kind: Kind; email: string; answer: Answer };

/** Samples that are thrown away: the first statements of a connection are slower. */
const warmUps = 20;

/** An address of that kind that nobody has asked for yet; known ones have an account. */
async function makeAddress({ database }: Fixture, kind: Kind): Promise<string> {
  const email = freshEmail(kind);
  if (kind === 'known' || kind === 'suspended') {
    await sql`
      insert into users (id, email, email_key, suspended_at)
      values (gen_random_uuid(), ${email}, ${email}, case when ${kind} = 'suspended' then now() end)
    `.execute(statements(database.orm.em.fork()));
  }
  return email;
}

/** In an order of chance: each kind follows each other as often, and so bears what the one before leaves to do. */
const shuffled = (given: readonly Kind[]): Kind[] =>
  given
    .map((kind) => ({ kind, place: randomInt(2 ** 32) }))
    .toSorted((one, other) => one.place - other.place)
    .map(({ kind }) => kind);

async function takeSamples(
  fixture: Fixture,
  given: readonly Kind[],
  rounds: number,
  send: (origin: string, email: string) => Promise<Answer>,
  emails: Map<Kind, string[]>,
): Promise<Sample[]> {
  const samples: Sample[] = [];
  for (let round = 0; round < rounds; round += 1) {
    for (const kind of shuffled(given)) {
      const email = emails.get(kind)?.[round] ?? '';
      const answer = await send(byTurns(fixture.origins, round), email);
      samples.push({ kind, email, answer });
    }
  }
  return samples;
}

/** All that a client sees but the time: status, headers, body. Date and request id differ from answer to answer. */
function seen({ answer: { status, headers, text } }: Sample): string {
  const { date: _date, 'x-request-id': _id, ...same } = headers;
  return JSON.stringify([status, same, text]);
}

function median(numbers: number[]): number {
  const sorted = numbers.toSorted((one, other) => one - other);
  return (
    ((sorted[(sorted.length - 1) >> 1] ?? NaN) + (sorted[sorted.length >> 1] ?? NaN)) / 2
  );
}

/** The median time of each kind and how far they lie apart. Reported, never checked. */
function timesOf(what: string, samples: Sample[]): string {
  const medians = [...Map.groupBy(samples, ({ kind }) => kind)].map(([kind, ofKind]) => ({
    kind,
    time: median(ofKind.map(({ answer }) => answer.milliseconds)),
  }));
  const times = medians.map(({ time }) => time);
  const [least, most] = [Math.min(...times), Math.max(...times)];
  const each = medians.map(({ kind, time }) => `${kind} ${time.toFixed(2)}`).join(', ');
  return `${what}: medians in ms: ${each}; largest difference ${(most - least).toFixed(2)} ms (wanted: under 10), ratio ${(most / least).toFixed(2)}`;
}

function checkLikeness(what: string, expected: number, samples: Sample[]): Report {
  const given = [...new Set(samples.map(({ kind }) => kind))];
  const looks = new Set(samples.map(seen));
  const statuses = new Set(samples.map(({ answer }) => answer.status));
  return [
    {
      promise: `${what} answers addresses that are ${given.join(', ')} alike in status, body and headers`,
      kept: looks.size === 1 && statuses.has(expected),
      figures: `different answers ${looks.size} over ${samples.length} interleaved samples, status ${[...statuses].join()}`,
    },
    { figures: timesOf(what, samples.slice(warmUps * given.length)) },
  ];
}

/**
 * Asks for a code for addresses of each kind, and guesses wrong at some of them, to see whether an answer tells them apart.
 * @param guesses rounds of guessing; four of five are compared
 */
export async function compareAnswers(
  fixture: Fixture,
  { asks, guesses }: { asks: number; guesses: number },
): Promise<Report> {
  const rounds = asks + warmUps;
  const emails = new Map<Kind, string[]>();
  for (const kind of guessedKinds) {
    emails.set(
      kind,
      await Promise.all(Array.from({ length: rounds }, () => makeAddress(fixture, kind))),
    );
  }
  const sent = await takeSamples(fixture, kinds, rounds, sendCode, emails);
  const guess = (origin: string, email: string) => {
    const [mail] = fixture.inbox.to(email);
    const [wrong = ''] = wrongCodes(1, mail && readCodes(mail).short);
    return verifyCode(origin, email, wrong);
  };
  const guessed = await takeSamples(
    fixture,
    guessedKinds,
    guesses + warmUps,
    guess,
    emails,
  );
  return [
    ...checkLikeness('send-code', 200, sent),
    ...checkLikeness('verify-code', 401, guessed),
  ];
}
