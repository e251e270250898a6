import { createHash } from 'node:crypto';
import { openOrm, statements } from '@namecard/db';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Subject } from './measure.ts';
import { jsonHeaders, requestsOf, workloads, type HttpRequest } from './requests.ts';
import { requestOfCall } from './sign-in-calls.ts';
import { mailedCodes } from './sign-in.ts';

/** What differs from one call to the next by its nature. */
const instants = /\d{4}-\d\d-\d\dT[\d:.]+Z/g;
const identifiers = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
const tokens = /nc_[\w-]{43}/g;

/** Headers whose values belong to one answer; that they are there is compared all the same. */
const ownValues = new Set(['date', 'x-request-id', 'etag', 'content-length']);

async function ask(origin: string, { method, path, headers, body }: HttpRequest) {
  const response = await fetch(`${origin}${path}`, {
    method,
    // As the load is: answers are not compressed for who does not ask for it.
    headers: { ...headers, 'accept-encoding': 'identity' },
    ...(body !== undefined && { body }),
  });
  return { response, text: await response.text() };
}

const Refusal = z.object({ code: z.string(), reason: z.string() });

/** Status, headers and body, but for what differs from call to call; of a refusal what a program reads, as each words it its own way. */
async function answerOf(origin: string, request: HttpRequest): Promise<string> {
  const { response, text } = await ask(origin, request);
  if (!response.ok) {
    const { code, reason } = Refusal.parse(JSON.parse(text));
    return `${response.status} ${code} ${reason}`;
  }
  const names = [...response.headers].map(([name, value]) =>
    ownValues.has(name) ? name : `${name}: ${value}`,
  );
  const alike = text
    .replaceAll(instants, 'an instant')
    .replaceAll(identifiers, 'an identifier')
    .replaceAll(tokens, 'a token');
  return [response.status, ...names.toSorted(), alike].join('\n');
}

type Told = { what: string; answer: string };

/** A first and a last request of each workload, which of pages are different ones. */
async function answersOf({ side, size, people }: Subject): Promise<Told[]> {
  const told: Told[] = [];
  for (const workload of workloads) {
    const requests = requestsOf('service', { workload, size, people });
    for (const [index, make] of [requests.at(0), requests.at(-1)].entries()) {
      const [origin = ''] = side.origins;
      const answer = make ? await answerOf(origin, make()) : '';
      told.push({
        what: `${workload}, ${index === 0 ? 'first' : 'last'} request`,
        answer,
      });
    }
  }
  return told;
}

const SignedIn = z.object({ data: z.object({ token: z.string() }) });

/**
 * What holds whichever instance is asked: a code signs in once, what was written is read, an edit of what is somebody else's is
 * refused, and a profile that was hidden, a session that ended and a user who was suspended are so for the next request.
 */
async function guaranteesOf({ side, databaseUrl, people }: Subject): Promise<Told[]> {
  const orm = await openOrm({ url: databaseUrl, poolSize: 1 });
  const told: Told[] = [];
  const tell = async (what: string, request: HttpRequest) => {
    for (const origin of side.origins) {
      told.push({ what, answer: await answerOf(origin, request) });
    }
  };
  const [origin = ''] = side.origins;
  const [other = { username: '', userId: '', token: '' }] = people;
  const email = 'new-to-all@example.org';
  const signIn = async () => {
    const [call = { email }] = await mailedCodes(orm, [email]);
    return requestOfCall(side.name, call)();
  };
  const execute = async (statement: ReturnType<typeof sql>) =>
    statement.execute(statements(orm.em.fork()));
  try {
    await ask(origin, requestOfCall(side.name, { email })());
    const giveCode = await signIn();
    const { text } = await ask(origin, giveCode);
    const { token } = SignedIn.parse(JSON.parse(text)).data;
    const as = (method: string, path: string, body?: unknown): HttpRequest => ({
      method,
      path: `/api/v1/${path}`,
      headers: { authorization: `Bearer ${token}`, ...(body ? jsonHeaders : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    await tell('a code that was used', giveCode);
    await tell('an unknown token', {
      ...as('GET', 'users/me'),
      headers: { authorization: `Bearer nc_${'x'.repeat(43)}` },
    });
    await ask(origin, as('PATCH', 'users/me', { worldId: 'written' }));
    await tell('what was written', as('GET', 'users/me'));
    const hers = { about: 'written by another' };
    await tell(
      'an edit of another’s',
      as('PATCH', `profiles/${other.username}/socials`, hers),
    );
    const taken = { username: other.username, referral: '' };
    await tell('a username that is taken', as('POST', 'profiles', taken));
    const page = as('GET', 'profiles?page=1&limit=20');
    await ask(origin, as('POST', 'profiles', { username: 'new-to-all', referral: '' }));
    await tell('a page with a new profile', page);
    await execute(
      sql`update profiles set hidden = true where username_key = 'new-to-all'`,
    );
    await tell('a page without a hidden profile', page);
    const hash = createHash('sha256').update(token).digest();
    await execute(sql`update sessions set ended_at = now() where token_hash = ${hash}`);
    await tell('a session that ended', as('GET', 'users/me'));
    await execute(sql`update sessions set ended_at = null where token_hash = ${hash}`);
    await tell('a session', as('GET', 'users/me'));
    await execute(sql`update users set suspended_at = now() where email = ${email}`);
    await tell('a user who is suspended', as('GET', 'users/me'));
    await tell('a page for them', page);
  } finally {
    await orm.close();
  }
  return told;
}

/** Fails unless all sides answer and guarantee the same: else a comparison would mean nothing. */
export async function requireSameAnswers(subjects: readonly Subject[]): Promise<void> {
  const [ours, ...others] = await Promise.all(
    subjects.map(async (subject) => ({
      name: subject.side.name,
      told: [...(await answersOf(subject)), ...(await guaranteesOf(subject))],
    })),
  );
  for (const { name, told } of others) {
    for (const [index, { what, answer }] of told.entries()) {
      const our = ours?.told[index]?.answer;
      if (our !== answer) {
        throw new Error(
          `${ours?.name} and ${name} differ in ${what}:\n${our}\n\n${answer}`,
        );
      }
    }
  }
}
