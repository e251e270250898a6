import { randomInt } from 'node:crypto';
import { openOrm, statements, type Orm } from '@namecard/db';
import { sql } from 'kysely';
import { percentile, type Answer } from '@namecard/testing';
import { sendCode, verifyCode } from './harness/ask.ts';
import { exactly, type Figure } from './harness/figures.ts';
import { freshEmail } from './harness/people.ts';
import type { Scenario } from './harness/scenario.ts';
import { byTurns, startService, type Service } from './harness/start-service.ts';

/** Two instances on one database, and a connection to it. */
type Fixture = { service: Service; orm: Orm };

/** Kinds of addresses that must look alike. */
const kinds = ['known', 'unknown', 'suspended', 'suppressed'] as const;

/** All but unasked addresses have a live code. */
const guessedKinds = [...kinds, 'unasked'] as const;

type Kind = (typeof guessedKinds)[number];

type Sample = { kind: Kind; answer: Answer; milliseconds: number };

/** Samples to drop: the first statements of a connection are slower. */
const warmUps = 20;

/** A new address of that kind. Known ones have an account. */
async function makeAddress({ orm }: Fixture, kind: Kind): Promise<string> {
  const email = freshEmail(kind);
  if (kind === 'known' || kind === 'suspended') {
    await sql`
      insert into users (id, email, email_key, suspended_at)
      values (gen_random_uuid(), ${email}, ${email}, case when ${kind} = 'suspended' then now() end)
    `.execute(statements(orm.em.fork()));
  }
  return email;
}

/** Random order, so that each kind follows each other equally often. */
function shuffled(given: readonly Kind[]): Kind[] {
  const places = new Map(given.map((kind) => [kind, randomInt(2 ** 32)]));
  return given.toSorted(
    (one, other) => (places.get(one) ?? 0) - (places.get(other) ?? 0),
  );
}

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
      const began = performance.now();
      const answer = await send(byTurns(fixture.service.origins, round), email);
      samples.push({ kind, answer, milliseconds: performance.now() - began });
    }
  }
  return samples;
}

/** Everything that a client sees except time, date and request id. */
function seen({ answer: { status, headers, body } }: Sample): string {
  const same = [...headers].filter(([name]) => !/^(date|x-request-id)$/.test(name));
  return JSON.stringify([status, same, body]);
}

/** Milliseconds that two medians may differ, and the fewest samples to judge. */
const [mostApart, fewestSamples] = [10, 100];

function timeFigures(what: string, samples: Sample[]): Figure[] {
  const medians = [...Map.groupBy(samples, ({ kind }) => kind)].map(([kind, ofKind]) => ({
    kind,
    value: percentile(
      ofKind.map(({ milliseconds }) => milliseconds),
      0.5,
    ),
  }));
  const times = medians.map(({ value }) => value);
  return [
    ...medians.map(({ kind, value }): Figure => ({
      name: `${what}, ${kind}, median`,
      value,
      unit: 'ms',
    })),
    {
      name: `${what}, medians apart`,
      value: Math.max(...times) - Math.min(...times),
      unit: 'ms',
      ...(samples.length / medians.length >= fewestSamples && { atMost: mostApart }),
    },
  ];
}

function likenessFigures(what: string, expected: number, samples: Sample[]): Figure[] {
  const given = new Set(samples.map(({ kind }) => kind));
  const looks = new Set(samples.map(seen));
  const well = samples.filter(({ answer }) => answer.status === expected).length;
  return [
    exactly(`${what}, different answers to all kinds`, looks.size, 1),
    exactly(`${what}, answered ${expected}`, well, samples.length),
    ...timeFigures(what, samples.slice(warmUps * given.size)),
  ];
}

/**
 * Asks for codes for all kinds of addresses and guesses wrong at all. Checks whether
 * answers differ.
 */
async function compareAnswers(fixture: Fixture, times: number): Promise<Figure[]> {
  const rounds = times + warmUps;
  const emails = new Map<Kind, string[]>();
  for (const kind of guessedKinds) {
    const making = Array.from({ length: rounds }, () => makeAddress(fixture, kind));
    emails.set(kind, await Promise.all(making));
  }
  const sent = await takeSamples(fixture, kinds, rounds, sendCode, emails);
  const guess = (origin: string, email: string) => {
    const mail = fixture.service.postmark.mails().find(({ to }) => to === email);
    const isRight = mail?.subject.startsWith('100000') ?? false;
    return verifyCode(origin, email, isRight ? '100007' : '100000');
  };
  const guessed = await takeSamples(fixture, guessedKinds, rounds, guess, emails);
  return [
    ...likenessFigures('send-code', 200, sent),
    ...likenessFigures('verify-code', 401, guessed),
  ];
}

export const likeness: Scenario = {
  name: 'sign-in',
  promise: 'known, unknown, suspended and suppressed addresses: same bytes, same time',
  run: async ({ databaseUrl, short }) => {
    await using service = await startService(databaseUrl, { instances: 2 });
    await using opened = new AsyncDisposableStack();
    const orm = await openOrm({ url: databaseUrl, poolSize: 2 });
    opened.defer(() => orm.close());
    return await compareAnswers({ service, orm }, short ? 20 : 300);
  },
};
