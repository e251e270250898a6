import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { outcome } from '../testing/outcome.ts';
import { admin, moderator, type Person, signIn } from '../testing/people.ts';
import { procedures, rawCall } from '../testing/raw-call.ts';
import { useService } from '../testing/use-service.ts';
import { doPiece } from './acts/do-piece.ts';

const service = useService();
const Item = z.object({ id: z.string(), profile: z.object({ revision: z.int() }) });
const Items = z.object({ data: z.object({ items: z.array(Item) }) });
const Act = z.object({ data: z.object({ id: z.string() }) });
const Note = z.object({
  data: z.object({ notes: z.array(z.object({ id: z.string() })) }),
});

/** Owns the cards, reports, appeals. */
let member: Person;
let reporter: Person;
let staff: Person;
let boss: Person;
const called = new Map<string, string>();

/** Calls as the moderator, and keeps what was answered. */
async function ask(path: string, input?: unknown): Promise<unknown> {
  const answer = await rawCall(service(), staff.token, path, input);
  called.set(path, `${called.get(path) ?? ''}${JSON.stringify(answer)}`);
  return answer;
}

const moderation = async (path: string, input?: unknown) =>
  ask(`moderation.${path}`, input);

/** The open items of a lane. */
const itemsOf = async (lane: string) =>
  Items.parse(await moderation('desk.list', { lane })).data.items;

const revisionOf = async (username: string) => {
  const { profile } = (await staff.api.moderation.profiles.inspect({ username })).data;
  return { id: profile.id, revision: profile.revision };
};

beforeAll(async () => {
  boss = await admin(service());
  [member, reporter] = [
    await signIn(service(), 'quentin.tarn@garden.example'),
    await signIn(service(), 'rita.moss@meadow.example'),
  ];
  staff = await moderator(service());
  for (let card = 1; card <= 7; card += 1) {
    await member.api.profiles.create({ username: `quiet-${card}`, referral: '' });
  }
});

/** Everything that a moderator may do, once. */
async function work(): Promise<void> {
  const about = { userId: member.id };
  await moderation('desk.counts');
  await moderation('desk.waves');
  await reporter.api.profiles.report({
    username: 'quiet-1',
    reason: 'spam',
    text: 'Look',
    name: 'Rita',
  });
  const [reported] = await itemsOf('reported');
  const id = reported?.id;
  await moderation('desk.inspect', { id });
  await moderation('desk.next', { lane: 'reported' });
  await moderation('desk.renew', { id });
  await moderation('desk.addNote', { ...about, text: 'Seen before' });
  const notes = Note.parse(await moderation('desk.notes', about)).data.notes;
  await moderation('profiles.hide', { username: 'quiet-1', reason: 'spam' });
  await boss.api.moderation.profiles.hide({ username: 'quiet-7', reason: 'spam' });
  await member.api.profiles.appeal({ username: 'quiet-7', text: 'Why?' });
  const [appealed] = await itemsOf('appealed');
  await moderation('desk.inspect', { id: appealed?.id });
  await moderation('desk.snooze', { id: appealed?.id, length: 'hour' });
  await moderation('profiles.restore', { username: 'quiet-1' });
  const [fresh] = await itemsOf('new');
  await moderation('desk.close', {
    id: fresh?.id,
    revision: fresh?.profile.revision,
    decision: 'pass_on',
  });
  await moderation('profiles.search', { text: 'quiet' });
  await moderation('profiles.countMatching', { text: 'quiet' });
  const { asOf } = (await staff.api.moderation.profiles.search({})).data;
  await moderation('profiles.updates', { asOf });
  await moderation('profiles.inspect', { username: 'quiet-2' });
  await moderation('profiles.town', { latitude: 52.5, longitude: 13.4 });
  const second = [await revisionOf('quiet-2')];
  await moderation('profiles.hideMany', { profiles: second, reason: 'spam' });
  await moderation('profiles.restoreMany', { profiles: [await revisionOf('quiet-2')] });
  await moderation('profiles.hideAllOf', { ownerId: member.id, reason: 'spam' });
  const events = (await staff.api.audit.list({})).data.events;
  await moderation('undoable', { by: staff.id, since: '2000-01-01T00:00:00.000Z' });
  await moderation('undo', { action: events[0]?.action });
  const profiles = { text: 'quiet-3' };
  const act = Act.parse(await moderation('acts.preview', { kind: 'hide', profiles }));
  await moderation('acts.start', { id: act.data.id, reason: 'spam' });
  await moderation('acts.stop', { id: act.data.id });
  while (await doPiece(service().deps, act.data.id));
  await moderation('acts.list');
  await moderation('acts.inspect', { id: act.data.id });
  await ask('audit.list', {});
  await ask('audit.listActions', {});
  await ask('audit.exportCsv', {});
  await moderation('desk.removeNote', { id: notes[0]?.id });
  await moderation('desk.shift');
  await moderation('desk.handOver', { text: 'Watch quiet-4' });
}

describe('a moderator’s day', () => {
  it('has each call that moderators may make, and no answer has a member’s address', async () => {
    await work();
    const allowed: string[] = [];
    for (const { path, kind } of procedures) {
      if (kind !== 'moderation' || path === 'moderation.users.readAddress') continue;
      const ending = await outcome(rawCall(service(), staff.token, path));
      if (ending !== 'FORBIDDEN ROLE_MISSING') allowed.push(path);
    }
    expect([...called.keys()].toSorted()).toEqual(allowed.toSorted());
    for (const { email } of [member, reporter]) {
      expect([...called].filter(([, answer]) => answer.includes(email))).toEqual([]);
    }
    expect([...called.values()].join()).toContain('q…@garden.example');
    const { events } = (await staff.api.audit.list({ type: 'address.read' })).data;
    expect(events).toEqual([]);
  });
});
