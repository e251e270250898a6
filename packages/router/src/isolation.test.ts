import { randomUUID } from 'node:crypto';
import { statements } from '@namecard/db';
import { raceTogether } from '@namecard/db/testing';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { sweep } from './jobs/sweep.ts';
import { makeCards, nameOf, spend, toggle } from './testing/cards.ts';
import { askForCodes } from './testing/codes.ts';
import { deliverAll, deliverAny, emptyOutbox } from './testing/mail.ts';
import { endingsOf } from './testing/outcome.ts';
import {
  admin,
  codedCalls,
  moderator,
  newAddress,
  type Person,
  signIn,
  leave,
} from './testing/people.ts';
import { mailsTo } from './testing/rows.ts';
import { useService } from './testing/use-service.ts';

const level = 'serializable';
const service = useService({}, level);
const database = () => statements(service().orm.em.fork());

let person: Person;
let staff: Person;
let root: Person;

beforeAll(async () => {
  person = await signIn(service());
  staff = await moderator(service());
  root = await admin(service());
});

describe(`of 30 racers, on a database whose transactions are ${level},`, () => {
  it('all get the answer of a mail, with the codes of one challenge', async () => {
    const email = newAddress();
    const unbraked = service().with({ settings: { mailsPerHour: 0 } });
    const results = await raceTogether(30, async () =>
      unbraked.as().auth.sendCode({ email }),
    );
    expect(endingsOf(results)).toEqual({ done: 30 });
    const mails = await mailsTo(service(), email);
    expect(mails).toHaveLength(3);
    expect(new Set(mails.map(({ challengeId }) => challengeId)).size).toBe(1);
  });

  it('each releases a held mail, or finds that another does, during a new request', async () => {
    await emptyOutbox(service());
    const addresses = Array.from({ length: 5 }, () => newAddress());
    const ask = async (email = '') => service().as().auth.sendCode({ email });
    await Promise.all(addresses.map(ask));
    const results = await raceTogether(30, async (index) =>
      index % 2 === 0 ? deliverAny(service()) : ask(addresses[index % 5]),
    );
    expect(endingsOf(results)).toEqual({ done: 30 });
    await deliverAll(service());
    const mails = await Promise.all(
      addresses.map(async (email) => mailsTo(service(), email)),
    );
    expect(mails.flat().every(({ state }) => state === 'sent')).toBe(true);
    expect(mails.every(({ length }) => length >= 1 && length <= 3)).toBe(true);
  });

  it.each(['short', 'long'] as const)('one signs in with a %s code', async (kind) => {
    const email = newAddress();
    const codes = await askForCodes(service(), email);
    const results = await raceTogether(30, async () =>
      service().as().auth.verifyCode({ email, otp: codes[kind] }),
    );
    expect(endingsOf(results)).toEqual({ done: 1, 'UNAUTHORIZED CODE_INVALID': 29 });
  });

  it('one creates a profile of a name', async () => {
    const create = async (racer: number) =>
      person.api.profiles.create({ username: 'raced', referral: `${racer}` });
    const results = await raceTogether(30, create);
    expect(endingsOf(results)).toEqual({ done: 1, 'CONFLICT USERNAME_TAKEN': 29 });
  });

  it('each creates a profile of their own, and all are counted', async () => {
    const results = await raceTogether(30, async (index) =>
      person.api.profiles.create({ username: `racer-${index}`, referral: 'raced' }),
    );
    expect(endingsOf(results)).toEqual({ done: 30 });
    const { count: kept } = (await staff.api.profiles.list({})).data;
    expect(kept.all).toBe(31);
  });

  it('each creates the same profile, which is created once and answered to all', async () => {
    const results = await raceTogether(30, async () =>
      person.api.profiles.create({ username: 'kept', referral: '' }),
    );
    expect(endingsOf(results)).toEqual({ done: 30 });
  });

  it('all change their own user and their own profile, and no change is lost', async () => {
    const networks = ['x', 'telegram', 'website', 'discord'] as const;
    const results = await raceTogether(30, async (index) => {
      const network = networks[index % 4] ?? 'x';
      return index % 2 === 0
        ? person.api.users.updateMe({ worldId: String(index) })
        : person.api.profiles.updateSocials({
            username: 'raced',
            socials: { [network]: `https://${network}.example.com` },
          });
    });
    expect(endingsOf(results)).toEqual({ done: 30 });
    const { data } = await person.api.profiles.read({ username: 'raced' });
    expect(Object.keys(data.profile.socials).toSorted()).toEqual(['discord', 'telegram']);
  });
});

const repeatable = useService({}, 'repeatable read');

describe('of ten racers, on a database whose transactions are repeatable read,', () => {
  it('those of a moderator change no more cards than the limit', async () => {
    const owner = await signIn(repeatable());
    const moderating = await moderator(repeatable());
    const ids = await makeCards(repeatable(), owner.id, 10);
    await toggle(repeatable(), await admin(repeatable()), 'hideMany', ids);
    await spend(repeatable(), moderating, 995);
    const { restore } = moderating.api.moderation.profiles;
    const results = await raceTogether(10, async (index) =>
      restore({ username: nameOf(ids[index] ?? '') }),
    );
    expect(endingsOf(results)).toEqual({ done: 5, 'FORBIDDEN WAITS_FOR_ADMIN': 5 });
  });

  it('those of an admin without a code invite no more people than the limit', async () => {
    const { token } = await admin(repeatable());
    const { invite } = repeatable().as(token).moderation.invitations;
    const crowd = () => Array.from({ length: 30 }, () => ({ email: newAddress() }));
    const results = await raceTogether(10, async () =>
      invite({ action: randomUUID(), lines: crowd() }),
    );
    expect(endingsOf(results)['done']).toBe(3);
  });

  it('five ask for a code that erases them', async () => {
    const { api } = await signIn(repeatable());
    const results = await raceTogether(10, async () => api.users.askRemoval());
    expect(endingsOf(results)).toEqual({ done: 5, 'TOO_MANY_REQUESTS RATE_LIMITED': 5 });
  });

  it('those of an admin make no more webhooks than the limit', async () => {
    await sql`
      insert into webhook_endpoints (id, url, kinds, key_id, secret, cursor)
      select gen_random_uuid(), '', '{}', '', '', 0 from generate_series(1, 17)
    `.execute(statements(repeatable().orm.em.fork()));
    const kinds = ['user.erased' as const];
    const boss = await admin(repeatable());
    const coded = await codedCalls(repeatable(), boss, 10, ({ webhooks }, code) =>
      webhooks.create({ url: 'https://hooks.example.com/', kinds, code }),
    );
    const results = await raceTogether(10, async (index) => coded[index]?.());
    expect(endingsOf(results)).toEqual({ done: 3, 'FORBIDDEN WEBHOOK_LIMIT': 7 });
  });
});

/** Makes each change of a row record the level of its transaction. */
const record = sql`
  create table levels (level text, changed text, primary key (level, changed));
  create function record_level() returns trigger language plpgsql as $$ begin
    insert into levels values (current_setting('transaction_isolation'), tg_table_name) on conflict do nothing;
    return null;
  end $$;
  do $$ declare changed text; begin
    for changed in select tablename from pg_tables where schemaname = 'public' and tablename <> 'levels' loop
      execute format('create trigger record_level after insert or update or delete on %I
        for each statement execute function record_level()', changed);
    end loop;
  end $$
`;

describe('a transaction that writes', () => {
  it('runs at the database’s default level', async () => {
    await record.execute(database());
    const other = await signIn(service());
    const { api } = other;
    await api.users.updateMe({ username: 'levelled' });
    await other.api.profiles.create({ username: 'level', referral: '' });
    await api.profiles.updateSocials({ username: 'level', about: 'Here.' });
    await staff.api.moderation.profiles.hide({ username: 'level', reason: 'spam' });
    await root.api.moderation.users.suspend({ id: other.id, reason: 'spam' });
    await sweep({ orm: service().orm, settings: service().deps.settings });
    const again = await signIn(service());
    await again.api.auth.signOut();
    await leave(service(), await signIn(service()));
    const { rows } = await sql<{
      level: string;
      changed: string;
    }>`select * from levels`.execute(database());
    expect(new Set(rows.map((row) => row.level))).toEqual(new Set([level]));
    expect(rows.map(({ changed }) => changed)).toEqual(
      expect.arrayContaining(['users', 'profiles', 'sessions', 'challenges', 'outbox']),
    );
  });
});
