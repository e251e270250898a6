import { statements } from '@namecard/db';
import { raceTogether } from '@namecard/db/testing';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { errorOf, outcome } from '../../testing/outcome.ts';
import {
  admin,
  finishErasing,
  moderator,
  type Person,
  program,
  signIn,
  leave,
} from '../../testing/people.ts';
import { rowsOf } from '../../testing/rows.ts';
import { type Caller, useService } from '../../testing/use-service.ts';

const service = useService({ settings: { publicProfiles: true } });
const refused = 'FORBIDDEN OWN_REPORT';
let owner: Person;
let ann: Person;
let bob: Person;
let boss: Person;
let username: string;
let names = 0;

beforeEach(async () => {
  // Otherwise the moderators and items of the last test would count.
  await sql`delete from users`.execute(statements(service().orm.em.fork()));
  owner = await signIn(service());
  [ann, bob] = [await moderator(service()), await moderator(service())];
  boss = await admin(service());
  username = `card-${(names += 1)}`;
  await owner.api.profiles.create({ username, referral: '' });
});

const report = ({ api }: { api: Caller }) =>
  api.profiles.report({ username, reason: 'spam', text: 'They sell things' });

const hide = ({ api }: { api: Caller }) =>
  outcome(api.moderation.profiles.hide({ username, reason: 'spam' }));

const inspect = async () =>
  (await bob.api.moderation.profiles.inspect({ username })).data.profile;

async function hideMany({ api }: Person): Promise<string> {
  const { id, revision } = await inspect();
  const profiles = [{ id, revision }];
  const { data } = await api.moderation.profiles.hideMany({ profiles, reason: 'spam' });
  const [row] = data.results;
  return row?.outcome === 'rejected' ? row.error.reason : 'done';
}

const newestAction = async ({ api }: Person) =>
  (await api.audit.list({ username, limit: 1 })).data.events[0]?.action ?? '';

describe('what a moderator reported', () => {
  it('can’t be hidden by them in any way', async () => {
    await report(ann);
    expect(await hide(ann)).toBe(refused);
    expect(await hideMany(ann)).toBe('OWN_REPORT');
    const all = { ownerId: owner.id, reason: 'spam' } as const;
    expect(await outcome(ann.api.moderation.profiles.hideAllOf(all))).toBe(refused);
    expect(await hide(bob)).toBe('done');
  });

  it('can’t be hidden by a service key that they made', async () => {
    const key = await program(service(), boss, 'moderation');
    await report(boss);
    expect(await hide(key)).toBe(refused);
    expect(await hide(ann)).toBe('done');
  });

  it('can be restored by them, and hidden again by undoing that', async () => {
    await hide(bob);
    await ann.api.moderation.profiles.restore({ username });
    await report(ann);
    expect(await hide(ann)).toBe(refused);
    const action = await newestAction(ann);
    const { data } = await ann.api.moderation.undo({ action });
    expect(data.results).toMatchObject([{ outcome: 'done' }]);
  });

  it('can’t be hidden by undoing another’s restoring', async () => {
    await hide(ann);
    await bob.api.moderation.profiles.restore({ username });
    await report(ann);
    const action = await newestAction(ann);
    const { data } = await ann.api.moderation.undo({ action });
    expect(data.results).toMatchObject([{ error: { reason: 'OWN_REPORT' } }]);
    expect((await inspect()).hidden).toBe(false);
  });

  it('can’t be approved by them, for any open item', async () => {
    await report(boss);
    const { data } = await boss.api.moderation.desk.next({ lane: 'new' });
    const { id = '', profile } = data.items[0] ?? {};
    const revision = profile?.revision ?? 0;
    const approve = boss.api.moderation.desk.close({ id, revision, decision: 'approve' });
    expect(await outcome(approve)).toBe(refused);
    expect(
      (await errorOf(boss.api.moderation.profiles.hide({ username, reason: 'spam' })))
        .message,
    ).toBe('You reported it: somebody else decides.');
  });

  it('can be hidden by them after somebody decided about the report', async () => {
    await report(ann);
    await hide(bob);
    await bob.api.moderation.profiles.restore({ username });
    expect(await hide(ann)).toBe('done');
  });

  it('leaves them the rest of the desk after its owner has deleted it', async () => {
    await report(ann);
    await owner.api.profiles.remove({ username });
    await owner.api.profiles.create({ username: `${username}-next`, referral: '' });
    const { items } = (await ann.api.moderation.desk.next({})).data;
    expect(items.map(({ profile }) => profile?.username)).toEqual([`${username}-next`]);
  });

  it('is never hidden by them, even if thirty calls race', async () => {
    await raceTogether(30, async (index) => (index % 2 === 0 ? report(ann) : hide(ann)));
    const rows = await rowsOf(service(), 'reports');
    const reports = rows.filter((row) => row.includes(ann.id));
    const isHidden = (await inspect()).hidden;
    // A card that was hidden first can't be reported.
    expect([reports.length, isHidden]).toEqual(isHidden ? [0, true] : [1, false]);
  });
});

/** The id of the card's only report, as the admin reads it. */
async function reportId(): Promise<string> {
  const { data } = await boss.api.moderation.desk.list({ lane: 'reported' });
  const id = data.items[0]?.id ?? '';
  const { reports } = (await boss.api.moderation.desk.inspect({ id })).data;
  return reports[0]?.id ?? '';
}

const reporterOf = async (id: string, { api }: Person = boss) =>
  (await api.moderation.desk.reporter({ report: id })).data.reporter;

describe('the reporter', () => {
  it('is shown to admins, which the history records', async () => {
    const { id, email, api } = await signIn(service());
    await report({ api });
    expect(await reporterOf(await reportId())).toEqual({ id, email });
    const { data } = await boss.api.audit.list({ username, limit: 1 });
    expect(data.events).toMatchObject([
      { type: 'reporter.read', actor: { id: boss.id }, subject: { username } },
    ]);
  });

  it('is missing without an account', async () => {
    await report({ api: service().as() });
    expect(await reporterOf(await reportId())).toBeNull();
  });

  it('without an account is what they typed, and others read only that they did', async () => {
    const typed = { name: 'Quentin', email: 'quentin@example.com' };
    await service()
      .as()
      .profiles.report({ username, reason: 'spam', ...typed });
    const id = await reportId();
    const { data } = await boss.api.moderation.desk.reporter({ report: id });
    expect(data).toEqual({ reporter: null, typed });
    const { items } = (await bob.api.moderation.desk.list({ lane: 'reported' })).data;
    const read = await bob.api.moderation.desk.inspect({ id: items[0]?.id ?? '' });
    expect(read.data.reports).toMatchObject([{ id, isSigned: true }]);
    expect(JSON.stringify(read)).not.toMatch(/quentin/i);
  });

  it('is not shown for a closed, own or unknown report', async () => {
    const missing = 'NOT_FOUND ITEM_NOT_FOUND';
    await report({ api: service().as() });
    const id = await reportId();
    await report(boss);
    expect(await outcome(reporterOf(id))).toBe(missing);
    const other = await admin(service());
    expect(await outcome(reporterOf(id, other))).toBe('done');
    await hide(bob);
    expect(await outcome(reporterOf(id, other))).toBe(missing);
    expect(await outcome(reporterOf(owner.id, other))).toBe(missing);
  });

  it('is not shown to moderators, who don’t see either that somebody asked', async () => {
    username = `own-${names}`;
    await ann.api.profiles.create({ username, referral: '' });
    await report({ api: service().as() });
    const id = await reportId();
    await reporterOf(id);
    expect(await outcome(reporterOf(id, ann))).toBe('FORBIDDEN ROLE_MISSING');
    expect((await ann.api.audit.list({ username })).data.events).toEqual([]);
  });

  it('is in no export of the owner, and is deleted with the owner', async () => {
    await report({ api: service().as() });
    await reporterOf(await reportId());
    const { data } = await owner.api.users.exportMe();
    expect(JSON.stringify(data)).not.toContain('reporter');
    await leave(service(), owner);
    await finishErasing(service());
    expect((await rowsOf(service(), 'audit_events')).join()).not.toContain(username);
  });

  it('does not stop the undo of earlier acts', async () => {
    await hide(bob);
    await bob.api.moderation.profiles.restore({ username });
    const action = await newestAction(bob);
    await report({ api: service().as() });
    await reporterOf(await reportId());
    const { data } = await bob.api.moderation.undo({ action });
    expect(data.results).toMatchObject([{ outcome: 'done' }]);
  });
});
