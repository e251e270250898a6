import { type KeyScope, type Role, statements } from '@namecard/db';
import { sql } from 'kysely';
import { newToken } from '../access/token.ts';
import { finishErasures } from '../users/erasure/job.ts';
import { actCodeOf, enteringCodes } from './act-codes.ts';
import { codesOf } from './codes.ts';
import type { Caller, TestService } from './use-service.ts';

export type Person = { id: string; email: string; token: string; api: Caller };

let strangers = 0;

/** An address that no other call has returned. */
export function newAddress(): string {
  strangers += 1;
  return `stranger-${strangers}@example.com`;
}

/** Signs in with the short code of a mail. Enters the codes of acts that go far. */
export async function signIn(
  service: TestService,
  email = newAddress(),
): Promise<Person> {
  const nobody = service.as();
  await nobody.auth.sendCode({ email });
  const { short } = await codesOf(service, email);
  const { data } = await nobody.auth.verifyCode({ email, otp: short });
  return personOf(service, { id: data.user.id, email, token: data.token });
}

const personOf = (service: TestService, person: Omit<Person, 'api'>): Person => ({
  ...person,
  api: enteringCodes(service, service.as(person.token)),
});

/**
 * Calls of a person that race, each with its own code. A session may ask for five codes
 * an hour, so each call has its own.
 */
export async function codedCalls<Result>(
  service: TestService,
  { email }: Person,
  count: number,
  call: (api: Caller, code?: string) => Promise<Result>,
): Promise<(() => Promise<Result>)[]> {
  const coded: (() => Promise<Result>)[] = [];
  while (coded.length < count) {
    const api = service.as((await signIn(service, email)).token);
    await call(api).catch(() => {});
    const code = await actCodeOf(service);
    coded.push(() => call(api, code));
  }
  return coded;
}

/** Signs in with an account that is a day old. */
export async function signInOlder(service: TestService): Promise<Person> {
  const person = await signIn(service);
  await sql`
    update users set created_at = created_at - interval '1 day' where id = ${person.id}
  `.execute(statements(service.orm.em.fork()));
  return person;
}

let networks = 0;

/** An address in a network that no other call has returned. */
export function newIp(): string {
  networks += 1;
  return `10.${networks >> 8}.${networks & 255}.1`;
}

/**
 * The account and the session that a code would have begun. Tests make thousands of
 * people whose sign-in they don't test, and a code would take most of the time.
 */
async function insertPerson(service: TestService, role: Role): Promise<Person> {
  const { random } = service.deps;
  const { token, tokenHash } = newToken({ random }, 'nc');
  const [id, email] = [random.id(), newAddress()];
  await sql`
    with person as (
      insert into users (id, email, email_key, role) values (${id}, ${email}, ${email}, ${role})
      returning id
    )
    insert into sessions (id, user_id, token_hash, browser, system)
    select ${random.id()}, id, ${tokenHash}, '', '' from person
  `.execute(statements(service.orm.em.fork()));
  return personOf(service, { id, email, token });
}

/** Somebody who never got a mail. */
export const somebody = (service: TestService) => insertPerson(service, 'user');
export const moderator = (service: TestService) => insertPerson(service, 'moderator');
export const admin = (service: TestService) => insertPerson(service, 'admin');

export async function program(
  service: TestService,
  maker: Person,
  ...scopes: KeyScope[]
): Promise<{ id: string; token: string; api: Caller }> {
  const { data } = await maker.api.moderation.keys.create({ name: 'A program', scopes });
  return { id: data.key.id, token: data.token, api: service.as(data.token) };
}

/** Suspended after they had signed in. */
export async function suspended(service: TestService): Promise<Person> {
  const person = await signIn(service);
  await suspend(service, person);
  return person;
}

export async function suspend(service: TestService, { id }: Person): Promise<void> {
  await statements(service.orm.em.fork())
    .updateTable('users')
    .set({ suspendedAt: sql`current_instant()` })
    .where('id', '=', id)
    .execute();
}

/** Asks for the code to erase oneself. Returns the call that takes it. */
export async function leaving(
  service: TestService,
  person: Pick<Person, 'id' | 'token'>,
): Promise<() => Promise<{ data: null }>> {
  const { users } = service.as(person.token);
  await users.askRemoval();
  const otp = await actCodeOf(service, person);
  return () => users.removeMe({ otp });
}

/** Erases oneself, with the mailed code. */
export const leave = async (
  service: TestService,
  person: Pick<Person, 'id' | 'token'>,
): Promise<{ data: null }> => (await leaving(service, person))();

/** Ends waiting erasures, as the service does in the background. */
export const finishErasing = async ({ orm, deps }: TestService): Promise<void> =>
  finishErasures({ orm, telemetry: deps.telemetry });
