import { randomBytes, randomUUID } from 'node:crypto';
import { describedColumns, statements } from '@namecard/db';
import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { askForCodes } from '../../testing/codes.ts';
import { spend } from '../../testing/cards.ts';
import { outcome } from '../../testing/outcome.ts';
import {
  admin,
  finishErasing,
  moderator,
  newAddress,
  type Person,
  signIn,
  leave,
} from '../../testing/people.ts';
import { moveAccount } from '../../testing/moves.ts';
import { dump } from '../../testing/rows.ts';
import { expireMails } from '../../mail/mails.sql.ts';
import { sweep } from '../../jobs/sweep.ts';
import { useService } from '../../testing/use-service.ts';

const service = useService();
const db = () => statements(service().orm.em.fork());

/** 20 characters that nothing else in the database has. */
const marker = `m${randomBytes(15).toString('hex').slice(0, 19)}`;

const fixedList = 'one of a fixed list';
const keyedHash = 'a keyed hash of a network or name; its row goes with the sweep';
const keyName = 'names a key of the service';

/** Columns that can't hold anything that somebody wrote or was written of them, and why. */
const unmarked: Readonly<Record<string, string>> = {
  'users.role': fixedList,
  'users.language': fixedList,
  'sessions.kind': fixedList,
  'outbox.state': fixedList,
  'outbox.language': fixedList,
  'mail_turns.language': fixedList,
  'mail_turns.state': fixedList,
  'outbox.event': fixedList,
  'moderation_actions.type': fixedList,
  'moderation_actions.actor_kind': fixedList,
  'moderation_actions.reason': fixedList,
  'moderation_actions.state': fixedList,
  'audit_events.type': fixedList,
  'audit_events.reason': fixedList,
  'items.kind': fixedList,
  'items.outcome': fixedList,
  'reports.reason': fixedList,
  'reports.language': fixedList,
  'resting_usernames.kind': fixedList,
  'budgets.name': fixedList,
  'hourly_counts.counter': fixedList,
  'service_keys.scopes': fixedList,
  'service_keys.maker_kind': fixedList,
  'changes.kind': fixedList,
  'pending_changes.kind': fixedList,
  'resting_usernames.hash': keyedHash,
  'rate_limits.key': keyedHash,
  'network_guesses.network': keyedHash,
  'network_guesses.ips': keyedHash,
  'mail_turns.ip': keyedHash,
  'mail_turns.network': keyedHash,
  'mail_turns.allocation': keyedHash,
  'mail_turns.browser': fixedList,
  'mail_turns.system': fixedList,
  'invitations.language': fixedList,
  'never_again.hash': keyedHash,
  'reports.network': keyedHash,
  'reports.allocation': keyedHash,
  'reports.text': 'stays, without a name, as long as its item',
  'removed_cards.hash': keyedHash,
  'change_feeds.hash_check': keyedHash,
  'budgets.source': keyedHash,
  'addresses.guesses': 'instants',
  'network_guesses.guessed_at': 'instants',
  'challenges.key_id': keyName,
  'act_codes.key_id': keyName,
  'moves.key_id': keyName,
  'moves.resting_role': fixedList,
  'moves.ended_by': fixedList,
  'act_codes.act': fixedList,
  'act_codes.hash': 'a hash of ids or of the operator’s own words',
  'instances.name': 'the name of a machine',
  'instances.version': 'the service’s own word',
  'jobs.kind': 'the service’s own word',
  'jobs.key': 'the id of the user who is erased or mailed, until the erasure ends',
  'jobs.progress': 'instants, positions and keyed hashes of addresses',
  'waiting_acts.kind': fixedList,
  'waiting_acts.state': fixedList,
  'waiting_acts.acting_role': fixedList,
  'waiting_acts.left_out': 'ids of profiles or events, and constants',
  'waiting_acts.reason': fixedList,
  'waiting_acts.subjects': 'ids of profiles or events, until somebody decides',
  'waiting_acts.owner_ids': 'ids of owners, until they are erased or somebody decides',
  'webhook_endpoints.url': 'an address of the operator’s own programs',
  'webhook_endpoints.kinds': fixedList,
  'webhook_endpoints.state': fixedList,
  'webhook_endpoints.key_id': keyName,
  'webhook_deliveries.state': fixedList,
  'webhook_deliveries.outcome': 'a status, or one of a fixed list',
  'mikro_orm_migrations.name': 'the service’s own word',
  'mikro_orm_migrations.oldest': 'a version of the service',
};

/** What the address brings: it has the marker, and is the same in all of them. */
const ofAddress = new Set([
  'users.email',
  'users.email_key',
  'addresses.email',
  'challenges.email',
  'outbox.recipient',
  'invitations.email',
  'invitations.email_key',
  'mail_turns.address',
  'profiles.owner_email',
  'reports.name',
  'reports.email',
]);

type Column = { table: string; column: string; name: string; type: string };

async function readColumns(): Promise<Column[]> {
  const { rows } = await sql<Column>`
    select table_name as table, column_name as column, table_name || '.' || column_name as name, data_type as type
    from information_schema.columns
    where table_schema = 'public' and data_type in ('text', 'character varying', 'jsonb', 'json', 'ARRAY')
    order by 3
  `.execute(db());
  return rows;
}

const acted = (id: string) =>
  sql`action_id in (select id from moderation_actions where actor_id = ${id})`;

/** The origin of an action: it is only about the actor. */
const ofActor = new Set(['ip', 'browser', 'system']);

/** The rows that are somebody's, or speak of them in that column. */
const rowsOfPerson = ({ table, column }: Column, id: string) => {
  switch (table) {
    case 'users':
      return sql`id = ${id}`;
    case 'service_keys':
      return sql`maker_id = ${id}`;
    case 'profiles':
      return sql`owner_id = ${id}`;
    case 'notes':
      return sql`author_id = ${id} or user_id = ${id}`;
    case 'invitations':
      return sql`email_key = (select email_key from users where id = ${id})`;
    case 'outbox':
      return sql`recipient = (select email_key from users where id = ${id})`;
    case 'waiting_acts':
      return sql`asked_by = ${id} or ${id}::uuid = any(owner_ids)`;
    case 'moderation_actions':
      return ofActor.has(column)
        ? sql`actor_id = ${id} or (actor_kind = 'system' and id in (select action_id from audit_events where user_id = ${id}))`
        : sql`actor_id = ${id} or id in (select action_id from audit_events where user_id = ${id})`;
    default:
      return sql`user_id = ${id}`;
  }
};

async function mark(marked: Column, id: string): Promise<void> {
  const { table, column, type } = marked;
  const value =
    type === 'jsonb' ? sql`jsonb_build_object('x', ${marker}::text)` : sql`${marker}`;
  const name = sql.table(table);
  await sql`alter table ${name} disable trigger user`.execute(db());
  await sql`update ${name} set ${sql.id(column)} = ${value} where ${rowsOfPerson(marked, id)}`.execute(
    db(),
  );
  if (column === 'note' && table === 'audit_events') {
    await sql`update audit_events set note = ${marker} where ${acted(id)}`.execute(db());
  }
  await sql`alter table ${name} enable trigger user`.execute(db());
}

/** Leaves an event of the service itself, with the user's IP address. */
async function useTestLogin(email: string): Promise<void> {
  const login = { code: '8KQ2W7XN4RTZV', endsAt: '2999-01-01T00:00:00.000Z' };
  const testLogins = new Map([[email, login]]);
  const testing = service().with({ settings: { testLogins } });
  await testing.as().auth.verifyCode({ email, otp: login.code });
}

/** An admin with rows of all kinds, as the actor and as the subject. */
async function livedThrough(): Promise<Person> {
  const ann = await signIn(service(), `${marker}@example.com`);
  await useTestLogin(ann.email);
  const [boss, bob] = [await admin(service()), await signIn(service())];
  await boss.api.moderation.users.changeRole({ id: ann.id, from: 'user', to: 'admin' });
  await ann.api.moderation.keys.create({ name: 'A program', scopes: ['users:read'] });
  await ann.api.profiles.create({ username: 'marked', referral: '' });
  await bob.api.profiles.create({ username: 'judged', referral: '' });
  await bob.api.profiles.report({ username: 'marked', reason: 'spam' });
  await ann.api.moderation.profiles.hide({ username: 'judged', reason: 'spam' });
  await boss.api.moderation.profiles.hide({ username: 'marked', reason: 'spam' });
  await ann.api.profiles.appeal({ username: 'marked', text: 'It is mine' });
  await bob.api.profiles.create({ username: 'reported', referral: '' });
  await ann.api.profiles.report({ username: 'reported', reason: 'spam' });
  const typed = { name: marker, email: ann.email };
  await service()
    .as()
    .profiles.report({ username: 'reported', reason: 'spam', ...typed });
  await sql`
    insert into notes (id, author_id, user_id, text)
    values (gen_random_uuid(), ${ann.id}, ${bob.id}, ''), (gen_random_uuid(), ${bob.id}, ${ann.id}, '')
  `.execute(db());
  await sql`
    insert into invitations (email_key, email, event_id, used_at)
    select email_key, email, gen_random_uuid(), current_instant() from users where id = ${ann.id}
  `.execute(db());
  await boss.api.moderation.users.export({ id: ann.id });
  const bea = await moderator(service());
  await spend(service(), bea, 1_000);
  await outcome(bea.api.moderation.profiles.restore({ username: 'marked' }));
  await sql`update users set role = 'moderator' where id = ${ann.id}`.execute(db());
  await spend(service(), ann, 1_000);
  await outcome(ann.api.moderation.profiles.restore({ username: 'judged' }));
  // Else the note stays: it tells the owner why the card is hidden.
  await boss.api.moderation.profiles.restore({ username: 'judged' });
  await service().clock.advance('6 minutes');
  await askForCodes(service(), ann.email);
  await ann.api.users.startMove({ email: newAddress() });
  return ann;
}

describe('a marker in each possible column of rows about a user', () => {
  let ann: Person;
  let columns: Column[];

  beforeAll(async () => {
    ann = await livedThrough();
    columns = (await readColumns()).filter(({ name }) => !(name in unmarked));
    for (const column of columns.filter(({ name }) => !ofAddress.has(name))) {
      await mark(column, ann.id);
    }
  });

  it('is in each column except those listed here', async () => {
    const missing: string[] = [];
    for (const { table, column, name } of columns) {
      const { rows } = await sql`
        select 1 from ${sql.table(table)} where ${sql.id(column)}::text like ${`%${marker}%`} limit 1
      `.execute(db());
      if (rows.length === 0) missing.push(name);
    }
    expect(columns.length).toBeGreaterThan(30);
    expect(missing).toEqual([]);
  });

  it('is gone after the erasure and its job', async () => {
    await leave(service(), ann);
    await finishErasing(service());
    const rows = (await dump(service())).split('\n');
    expect(rows.filter((row) => row.includes(marker) || row.includes(ann.id))).toEqual(
      [],
    );
  });
});

describe('an account that has moved', () => {
  /** How many mails, invitations and typed reports have this address. */
  const kept = async (email: string): Promise<number[]> => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int from outbox where recipient = ${email}
      union all select count(*)::int from invitations where email_key = ${email}
      union all select count(*)::int from reports where email = ${email}
    `.execute(db());
    return rows.map(({ count }) => count);
  };
  const invite = (email: string) =>
    sql`
    insert into invitations (email_key, email, event_id, invited_at)
    values (${email}, ${email}, gen_random_uuid(), current_instant())
  `.execute(db());

  it('takes what is kept with its former address along, in its export and its erasure', async () => {
    const email = newAddress();
    await invite(email);
    const [ann, bob] = [await signIn(service(), email), await signIn(service())];
    const username = randomUUID();
    await bob.api.profiles.create({ username, referral: '' });
    const typed = { name: 'Ann', email };
    await service()
      .as()
      .profiles.report({ username, reason: 'spam', ...typed });
    await service().clock.advance('1 minute');
    const to = await moveAccount(service(), ann);
    const { records } = (await ann.api.users.exportMe()).data;
    expect(records['invitations']).toMatchObject([{ email }]);
    expect(records['outbox']?.map(({ recipient }) => recipient)).toContain(email);
    expect(records['addresses']).toHaveLength(2);
    await service().clock.advance('15 days');
    await leave(service(), await signIn(service(), to.email));
    expect(await kept(email)).toEqual([0, 0, 0]);
  });

  it('leaves what others have there since: an invitation, or an account', async () => {
    const [ann, bob] = [await signIn(service()), await signIn(service())];
    const to = [await moveAccount(service(), ann), await moveAccount(service(), bob)];
    await service().clock.advance('15 days');
    await invite(ann.email);
    const next = await signIn(service(), bob.email);
    for (const { email } of to) {
      const again = await signIn(service(), email);
      const { records } = (await again.api.users.exportMe()).data;
      expect(records['invitations']).toEqual([]);
      await leave(service(), again);
    }
    expect((await kept(ann.email))[1]).toBe(1);
    expect((await kept(bob.email))[0]).toBeGreaterThan(0);
    expect((await next.api.users.me()).data.user.email).toBe(bob.email);
  });

  it('leaves what stands at an address that it only named', async () => {
    const [ann, email] = [await signIn(service()), newAddress()];
    await invite(email);
    await ann.api.users.startMove({ email });
    await leave(service(), ann);
    expect((await kept(email))[1]).toBe(1);
  });
});

describe('somebody who never had an account, but was written to', () => {
  const words = `w${marker.slice(1)}`;
  const email = `${words}@example.net`;
  let boss: Person;
  let owner: Person;

  /** The columns that hold the address or the name. */
  async function places(): Promise<string[]> {
    const found: string[] = [];
    for (const { table, column, name } of await readColumns()) {
      const { rows } = await sql`
        select 1 from ${sql.table(table)} where ${sql.id(column)}::text like ${`%${words}%`} limit 1
      `.execute(db());
      if (rows.length > 0) found.push(name);
    }
    return found;
  }

  beforeEach(async () => {
    [boss, owner] = [await admin(service()), await signIn(service())];
    await boss.api.moderation.invitations.invite({
      action: randomUUID(),
      lines: [{ email }],
    });
    await service().clock.advance('6 minutes');
    await askForCodes(service(), email);
    const username = randomUUID();
    await owner.api.profiles.create({ username, referral: '' });
    await service()
      .as()
      .profiles.report({ username, reason: 'spam', name: words, email });
  });

  it('is in no table once the address alone is erased, but where a member wants to move to it', async () => {
    const { users } = boss.api.moderation;
    await owner.api.users.startMove({ email });
    const { records } = (await users.exportAddress({ address: email.toUpperCase() }))
      .data;
    expect(JSON.stringify(records)).toContain(words);
    const told = Object.keys(records).filter((table) => records[table]?.length);
    const found = (await places()).map((place) => place.split('.')[0]);
    // Who asked for codes is no secret to themselves, but the hashes of networks are.
    expect(new Set([...told, 'mail_turns', 'moves'])).toEqual(new Set(found));
    await users.eraseAddress({ address: email.toUpperCase(), reason: 'requested' });
    expect(await places()).toEqual(['moves.to_email', 'moves.to_key']);
    await leave(service(), owner);
    const again = await users.eraseAddress({ address: email, reason: 'requested' });
    expect(again.data.action).toBeNull();
  });

  it('is only where the register of personal data says, and nowhere after its times', async () => {
    await owner.api.users.startMove({ email });
    const named = new Set(
      describedColumns.flatMap(({ table, property, personalData }) =>
        personalData?.isPersonal
          ? `${table}.${property.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`
          : [],
      ),
    );
    const before = await places();
    expect(before.length).toBeGreaterThan(7);
    expect(before.filter((place) => !named.has(place))).toEqual([]);
    const [card] = (await owner.api.profiles.mine({})).data.profiles;
    await owner.api.profiles.remove({ username: card?.username ?? '' });
    await service().clock.advance('181 days');
    await expireMails(service().orm.em);
    await sweep({ orm: service().orm, settings: service().deps.settings });
    expect(await places()).toEqual([]);
  });
});

describe('a person who signs in with the address before the job has ended', () => {
  it('gets a new account, and the job forgets nothing about it', async () => {
    const mod = await moderator(service());
    const bob = await signIn(service());
    await bob.api.profiles.create({ username: 'seen.twice', referral: '' });
    await mod.api.moderation.profiles.hide({
      username: 'seen.twice',
      reason: 'spam',
      note: 'first',
    });
    await leave(service(), mod);
    const again = await signIn(service(), mod.email);
    expect(again.id).not.toBe(mod.id);
    await finishErasing(service());
    expect((await again.api.users.me()).data.user).toMatchObject({
      id: again.id,
      email: mod.email,
    });
    expect((await again.api.profiles.mine({})).data.profiles).toEqual([]);
  });
});
