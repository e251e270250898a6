import { beforeEach, describe, expect, it } from 'vitest';
import { operator } from '../../access/caller.ts';
import { askForCodes, wrongCodes } from '../../testing/codes.ts';
import { outcome } from '../../testing/outcome.ts';
import {
  admin,
  finishErasing,
  moderator,
  newAddress,
  type Person,
  signIn,
} from '../../testing/people.ts';
import { dump, eventsOf, guessesOf } from '../../testing/rows.ts';
import { useService } from '../../testing/use-service.ts';
import { suppressAddress } from '../mail/suppress-and-clear.ts';

const service = useService();
let boss: Person;
let ann: Person;

beforeEach(async () => {
  boss = await admin(service());
  ann = await signIn(service());
});

const erase = (id: string, { api } = boss) =>
  api.moderation.users.erase({ id, reason: 'requested' });

describe('erasing somebody', () => {
  it('does the same as an own erasure, and the history does not say who was erased', async () => {
    await ann.api.profiles.create({ username: 'ann.gone', referral: '' });
    const { data } = await erase(ann.id);
    expect(await outcome(ann.api.users.me())).toBe('UNAUTHORIZED TOKEN_INVALID');
    expect(await outcome(boss.api.profiles.read({ username: 'ann.gone' }))).toBe(
      'NOT_FOUND PROFILE_NOT_FOUND',
    );
    await finishErasing(service());
    expect(await dump(service())).not.toContain(ann.id);
    const { events } = (await boss.api.audit.list({ type: 'user.erased' })).data;
    expect(events[0]).toMatchObject({
      action: data.action,
      actor: { id: boss.id },
      subject: { kind: 'user', id: null, email: null },
      reason: 'requested',
      canUndo: false,
    });
  });

  it('reports an unknown user, and one who is already erased', async () => {
    await erase(ann.id);
    expect(await outcome(erase(ann.id))).toBe('NOT_FOUND USER_NOT_FOUND');
  });

  it('of an admin in ADMIN_EMAILS is refused to everybody else', async () => {
    const chief = await signIn(service(), 'admin@example.com');
    expect(await outcome(erase(chief.id))).toBe('FORBIDDEN CONFIGURED_ADMIN');
    expect(await outcome(boss.api.moderation.users.export({ id: chief.id }))).toBe(
      'FORBIDDEN CONFIGURED_ADMIN',
    );
    expect(await outcome(erase(boss.id, chief))).toBe('done');
  });

  it('of the own account is not in the history', async () => {
    expect(await erase(boss.id)).toEqual({ data: { action: null } });
    await finishErasing(service());
    expect(await dump(service())).not.toContain(boss.id);
  });
});

describe('an address', () => {
  it('with an account is neither erased nor exported alone', async () => {
    const { eraseAddress, exportAddress } = boss.api.moderation.users;
    const erased = await eraseAddress({ address: ann.email, reason: 'requested' });
    expect(erased.data.action).toBeNull();
    expect(await outcome(ann.api.users.me())).toBe('done');
    const { records } = (await exportAddress({ address: ann.email })).data;
    expect(Object.values(records).flat()).toEqual([]);
  });

  it('without one keeps an operator’s block, wrong codes and its no, and the history does not name it', async () => {
    const address = newAddress();
    const { short } = await askForCodes(service(), address);
    const [otp = ''] = wrongCodes(1, short);
    await outcome(service().as().auth.verifyCode({ email: address, otp }));
    await suppressAddress(service().deps, operator, { address });
    const { mail, users } = boss.api.moderation;
    const { data } = await users.eraseAddress({ address, reason: 'requested' });
    expect(await guessesOf(service(), address)).toBe(1);
    expect((await mail.inspect({ address })).data.isSuppressed).toBe(true);
    const { events } = (await boss.api.audit.list({ type: 'user.erased' })).data;
    expect(events[0]).toMatchObject({ action: data.action, before: {}, after: {} });
  });
});

describe('exporting somebody’s data', () => {
  it('has the same content as their own export, and is recorded', async () => {
    const own = (await ann.api.users.exportMe()).data;
    const { data } = await boss.api.moderation.users.export({ id: ann.id });
    expect(data.records['users']).toEqual(own.records['users']);
    expect(await eventsOf(service(), ann.id)).toMatchObject([
      { type: 'user.exported', actorId: boss.id },
    ]);
  });

  it('has what others wrote about them, without names, in a part of its own', async () => {
    const [bob, mod] = [await signIn(service()), await moderator(service())];
    await ann.api.profiles.create({ username: 'ann.written', referral: '' });
    const about = { username: 'ann.written', reason: 'spam' } as const;
    await bob.api.profiles.report({ ...about, text: 'She sells watches' });
    await mod.api.moderation.desk.addNote({
      userId: ann.id,
      text: 'Known to be difficult',
    });
    await mod.api.moderation.profiles.hide({ ...about, privateNote: 'The third time' });
    const { data } = await boss.api.moderation.users.export({ id: ann.id });
    expect(data.aboutThisPerson).toMatchObject({
      notes: [{ text: 'Known to be difficult', card: null }],
      privateNotes: [{ type: 'profile.hidden', text: 'The third time' }],
      reports: [{ reason: 'spam', text: 'She sells watches', card: 'ann.written' }],
    });
    for (const one of [bob, mod]) {
      expect(JSON.stringify(data)).not.toContain(one.id);
      expect(JSON.stringify(data)).not.toContain(one.email);
    }
    const own = JSON.stringify(await ann.api.users.exportMe());
    expect(own).not.toMatch(/difficult|third time|watches/);
  });

  it('is refused for an unknown user', async () => {
    const id = '00000000-0000-7000-8000-000000000000';
    expect(await outcome(boss.api.moderation.users.export({ id }))).toBe(
      'NOT_FOUND USER_NOT_FOUND',
    );
  });
});
