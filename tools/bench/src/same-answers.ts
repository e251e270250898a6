import { createHash } from 'node:crypto';
import { statements } from '@namecard/db';
import { sql } from 'kysely';
import { z } from 'zod';
import type { HttpRequest } from './caller.ts';
import { asPerson, type Side } from './sides.ts';
import { mailedCodes, signInRequest, type Work } from './works.ts';

/** Values that differ in each call. */
const instants = /\d{4}-\d\d-\d\dT[\d:.]+Z/g;
const identifiers = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
const tokens = /nc_[\w-]{43}/g;

/** Headers that differ in each answer. Only their presence counts. */
const ownValues = new Set(['date', 'x-request-id', 'etag', 'content-length']);

async function ask(origin: string, { method, path, headers, body }: HttpRequest) {
  const response = await fetch(`${origin}${path}`, {
    method,
    // The same encoding as the load.
    headers: { ...headers, 'accept-encoding': 'identity' },
    ...(body !== undefined && { body }),
  });
  return { response, text: await response.text() };
}

const Refusal = z.object({ code: z.string(), reason: z.string() });

/**
 * Status, headers and body without different values. For a refusal, only the
 * parts for programs.
 */
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

/** The first and the last request of each work. */
async function answersOf(
  { origin, people }: Side,
  works: readonly Work[],
): Promise<Told[]> {
  const told: Told[] = [];
  const [first = { token: '', username: '' }] = people;
  const last = people.at(-1) ?? first;
  for (const { name, requestOf } of works) {
    if (!requestOf) continue;
    const requests = [requestOf(first, 0), requestOf(last, people.length - 1)];
    for (const request of requests) {
      told.push({ what: name, answer: await answerOf(origin, request) });
    }
  }
  return told;
}

const SignedIn = z.object({ data: z.object({ token: z.string() }) });

/**
 * Checks promises: a code works once, a write can be read, nobody edits another
 * person's profile. Hiding, signing out and suspending apply to the next request.
 */
async function guaranteesOf(side: Side): Promise<Told[]> {
  const { origin, orm, people } = side;
  const told: Told[] = [];
  const tell = async (what: string, request: HttpRequest) => {
    told.push({ what, answer: await answerOf(origin, request) });
  };
  const [other = { username: '', token: '' }] = people;
  const email = 'new-to-all@example.org';
  const execute = async (statement: ReturnType<typeof sql>) =>
    statement.execute(statements(orm.em.fork()));
  await ask(origin, signInRequest(side, { email }));
  const [credentials = { email }] = await mailedCodes(side, [email]);
  const giveCode = signInRequest(side, credentials);
  const { text } = await ask(origin, giveCode);
  const { token } = SignedIn.parse(JSON.parse(text)).data;
  const as = (method: string, path: string, body?: unknown): HttpRequest => ({
    method,
    path: `/api/v1/${path}`,
    headers: {
      ...asPerson(token),
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  await tell('a code that was used', giveCode);
  await tell('an unknown token', {
    ...as('GET', 'users/me'),
    headers: asPerson(`nc_${'x'.repeat(43)}`),
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
  await execute(sql`update profiles set hidden = true where username_key = 'new-to-all'`);
  await tell('a page without a hidden profile', page);
  const hash = createHash('sha256').update(token).digest();
  await execute(sql`update sessions set ended_at = now() where token_hash = ${hash}`);
  await tell('a session that ended', as('GET', 'users/me'));
  await execute(sql`update sessions set ended_at = null where token_hash = ${hash}`);
  await tell('a session', as('GET', 'users/me'));
  await execute(sql`update users set suspended_at = now() where email = ${email}`);
  await tell('a user who is suspended', as('GET', 'users/me'));
  await tell('a page for them', page);
  return told;
}

/** Fails unless all sides answer alike. Otherwise a comparison means nothing. */
export async function requireSameAnswers(
  sides: readonly Side[],
  works: readonly Work[],
): Promise<void> {
  const all = sides.map(async (side) => ({
    name: side.name,
    told: [...(await answersOf(side, works)), ...(await guaranteesOf(side))],
  }));
  const [ours, ...others] = await Promise.all(all);
  for (const { name, told } of others) {
    for (const [index, { what, answer }] of told.entries()) {
      const our = ours?.told[index]?.answer;
      if (our !== answer) {
        const texts = `${our}\n\n${answer}`;
        throw new Error(`${ours?.name} and ${name} differ in ${what}:\n${texts}`);
      }
    }
  }
}
