import { statements } from '@namecard/db';
import type { Delivery, Message } from '@namecard/email';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { countRequest } from '../access/limits.sql.ts';
import { createKeyRing } from '../access/keys.ts';
import { rangesOf } from '../access/networks.ts';
import { sweep } from '../jobs/sweep.ts';
import {
  codeTo,
  mailMoves,
  moveAccount,
  openCase,
  startMove,
  triesOfMails,
  waitingCase,
} from '../testing/moves.ts';
import { errorOf, outcome } from '../testing/outcome.ts';
import {
  admin,
  leave,
  leaving,
  newAddress,
  newIp,
  type Person,
  signIn,
  suspend,
} from '../testing/people.ts';
import { useService } from '../testing/use-service.ts';
import { rekeyMoves } from './rekey.ts';
import { startMoves } from './start-moves.ts';

const service = useService();
const database = () => statements(service().orm.em.fork());

/** So no mail goes to people of other tests. */
beforeEach(() => sql`delete from users`.execute(database()));

const undo = (email: string, otp: string) =>
  outcome(service().as().auth.undoMove({ email, otp }));

async function rowOf({ id }: Pick<Person, 'id'>) {
  const query = database().selectFrom('users').select(['email', 'role']);
  return query.where('id', '=', id).executeTakeFirstOrThrow();
}

const giveRole = async ({ id }: Person, role: 'user' | 'admin') =>
  database().updateTable('users').set({ role }).where('id', '=', id).execute();

/** A session that is fresh, after the clock was moved. */
const again = ({ email }: Person) => signIn(service(), email);

const agree = async (by: Person, { id }: Person, move: string) =>
  outcome((await again(by)).api.moderation.users.confirmMove({ id, move }));

/** Starts of accounts that are younger than a week, under this name of a limit. */
async function countStarts(counted: string, hits: number) {
  const key = service().deps.hashes.of('limits', counted);
  for (let hit = 0; hit < hits; hit += 1)
    await countRequest(service().orm.em, { key, hours: 1 });
}

/** Ann has left a company that reads her old mailbox and has taken her move back. */
async function takenBack() {
  const ann = await signIn(service());
  const { email, undo: otp } = await moveAccount(service(), ann);
  expect(await undo(ann.email, otp)).toBe('done');
  return { employer: await again(ann), home: email };
}

const contested = { lane: 'contested', limit: 100 } as const;

const admins = async () => [await admin(service()), await admin(service())] as const;

describe('a former employer with the old mailbox', () => {
  it('can’t slip away from a case that two admins want', async () => {
    const [boss, other] = await admins();
    const { employer, home } = await takenBack();
    const { code, move } = await openCase(service(), employer, boss, home);
    const { codes } = await startMove(service(), employer);
    expect(await agree(other, employer, move)).toBe('done');
    const finish = () => outcome(employer.api.users.finishMove(codes));
    expect(await finish()).toBe('CONFLICT MOVE_WAITS');
    await service().as().auth.proveMove({ email: home, otp: code });
    expect(await finish()).toBe('CONFLICT MOVE_WAITS');
    await service().clock.advance('7 days');
    await mailMoves(service());
    expect(await rowOf(employer)).toMatchObject({ email: home });
  });

  it('ends no such case with the code of an earlier notice, but may once an admin ends it', async () => {
    const [boss, other] = await admins();
    const { employer, home } = await takenBack();
    const earlier = await moveAccount(service(), employer);
    const { move } = await waitingCase(service(), employer, boss, home);
    expect(await agree(other, employer, move)).toBe('done');
    const takeBack = () => undo(employer.email, earlier.undo);
    expect(await takeBack()).toBe('UNAUTHORIZED CODE_INVALID');
    await service().clock.advance('7 days');
    await mailMoves(service());
    expect(await rowOf(employer)).toMatchObject({ email: home });
    expect(await takeBack()).toBe('UNAUTHORIZED CODE_INVALID');
    const { api } = await again(other);
    await api.moderation.users.endMove({ id: employer.id, move });
    expect(await takeBack()).toBe('done');
  });

  it('erases no account that two admins want to give back, but may before they do', async () => {
    const [boss, other] = await admins();
    const { employer, home } = await takenBack();
    const { code, move } = await openCase(service(), employer, boss, home);
    const remove = await leaving(service(), employer);
    expect(await agree(other, employer, move)).toBe('done');
    expect(await outcome(remove())).toBe('CONFLICT MOVE_OPEN');
    await service().as().auth.proveMove({ email: home, otp: code });
    const last = Date.parse(await service().clock.now()) + (7 + 14) * 86_400_000;
    expect(await errorOf(employer.api.users.askRemoval())).toMatchObject({
      reason: 'MOVE_OPEN',
      until: new Date(last).toISOString().slice(0, 10),
    });
    const { api } = await again(other);
    await api.moderation.users.endMove({ id: employer.id, move });
    expect(await outcome(leave(service(), employer))).toBe('done');
  });

  it('that slips away from a first case has ended it: all are told, and the next is the admins’', async () => {
    const [boss, other] = await admins();
    const ann = await signIn(service());
    const { email: home, move } = await waitingCase(service(), ann, boss);
    await mailMoves(service());
    const { codes } = await startMove(service(), ann);
    expect(await outcome(ann.api.users.finishMove(codes))).toBe('done');
    const ended = (await mailMoves(service())).filter(
      ({ to, subject }) => to === home || subject.includes('An account’s address'),
    );
    expect(ended.map(({ to }) => to)).toEqual(
      expect.arrayContaining([home, boss.email, other.email]),
    );
    const { moves } = (await boss.api.moderation.users.inspect({ id: ann.id })).data;
    expect(moves.find(({ id }) => id === move)).toMatchObject({
      state: 'stopped',
      endedBy: 'address',
    });
    const { items } = (await other.api.moderation.desk.list(contested)).data;
    expect(items.map(({ user }) => user.id)).toEqual([ann.id]);
    const next = await openCase(service(), ann, boss, home);
    expect(await agree(other, ann, next.move)).toBe('done');
    expect(await outcome(ann.api.users.finishMove(codes))).not.toBe('done');
  });

  it('is nobody who moves where the case leads, or after its code has ended', async () => {
    const [boss] = await admins();
    const [ann, bob] = [await signIn(service()), await signIn(service())];
    const { email } = await waitingCase(service(), ann, boss);
    await moveAccount(service(), ann, email);
    await openCase(service(), bob, boss);
    await service().clock.advance('3 days');
    await moveAccount(service(), await again(bob));
    const { items } = (await (await again(boss)).api.moderation.desk.list(contested))
      .data;
    expect(items).toEqual([]);
    for (const { id } of [ann, bob]) {
      const { data } = await (await again(boss)).api.moderation.users.inspect({ id });
      expect(data.moves.map(({ state }) => state)).toContain('replaced');
    }
  });

  it('hides no case from the admins behind moves that only a session asks for', async () => {
    const [boss] = await admins();
    const ann = await signIn(service());
    const { move } = await openCase(service(), ann, boss);
    for (let session = 0; session < 7; session += 1) {
      const { api } = await again(ann);
      for (let start = 0; start < 3; start += 1) {
        await api.users.startMove({ email: newAddress() });
      }
    }
    const { data } = await boss.api.moderation.users.inspect({ id: ann.id });
    expect(data.moves[0]).toMatchObject({ id: move });
  });

  it('gets no role with the account', async () => {
    const boss = await admin(service());
    const { undo: otp } = await moveAccount(service(), boss);
    expect(await rowOf(boss)).toMatchObject({ role: 'user' });
    await giveRole(boss, 'admin');
    expect(await undo(boss.email, otp)).toBe('done');
    expect(await rowOf(boss)).toMatchObject({ email: boss.email, role: 'user' });
  });
});

describe('who takes a move back', () => {
  it('has the addresses told that later ones led or were to lead to, but not their own', async () => {
    const [boss] = await admins();
    const ann = await signIn(service());
    const { email: second, undo: otp } = await moveAccount(service(), ann);
    await service().clock.advance('8 days');
    const { email: third } = await moveAccount(
      service(),
      await signIn(service(), second),
    );
    const { email: promised } = await waitingCase(service(), ann, await again(boss));
    await mailMoves(service());
    expect(await undo(ann.email, otp)).toBe('done');
    const told = (await mailMoves(service())).map(({ to, subject }) => ({ to, subject }));
    const ended = told.filter(({ subject }) => subject.includes('was cancelled'));
    expect(ended.map(({ to }) => to).toSorted()).toEqual(
      [ann.email, second, third, promised].toSorted(),
    );
  });
});

describe('somebody at the mailbox for ten minutes', () => {
  it('deletes one notice, and the next two still take the move back', async () => {
    const ann = await signIn(service());
    const { undo: deleted } = await moveAccount(service(), ann);
    const told: string[] = [];
    for (let day = 1; day < 14; day += 1) {
      await service().clock.advance('1 day');
      const mails = await mailMoves(service());
      told.push(...mails.map((mail) => `${day} ${codeTo([mail], ann.email)}`));
    }
    expect(told).toEqual([`3 ${deleted}`, `6 ${deleted}`]);
    expect(await undo(ann.email, deleted)).toBe('done');
  });
});

describe('a rogue admin', () => {
  it.each([
    ['demoted', (boss: Person) => giveRole(boss, 'user')],
    ['suspended', (boss: Person) => suspend(service(), boss)],
    ['erased', (boss: Person, { api }: Person) => erase(boss, api)],
  ])('who is %s gets no account without the yes of another', async (_, end) => {
    const [boss, other] = await admins();
    const ann = await signIn(service());
    const { email, move } = await waitingCase(service(), ann, boss);
    await mailMoves(service());
    await end(boss, other);
    await service().clock.advance('7 days');
    await mailMoves(service());
    await service().clock.advance('1 hour');
    const first = await mailMoves(service(), other.email);
    expect(first.map(({ to }) => to)).not.toContain(other.email);
    await service().clock.advance('5 minutes');
    const told = await mailMoves(service());
    expect(told.map(({ to }) => to)).toContain(other.email);
    expect(told.map(({ to }) => to)).not.toContain(email);
    expect(told[0]?.text).toContain('It needs the yes of another admin.');
    expect(await rowOf(ann)).toMatchObject({ email: ann.email });
    expect(await agree(other, ann, move)).toBe('done');
    await service().clock.advance('7 days');
    await mailMoves(service());
    expect(await rowOf(ann)).toMatchObject({ email });
  });

  it.each([
    ['demoted', (boss: Person) => giveRole(boss, 'user')],
    ['erased', (boss: Person, { api }: Person) => erase(boss, api)],
  ])('and the colleague who agreed, both %s, get no account', async (_, end) => {
    const [boss, other] = await admins();
    const third = await admin(service());
    const owner = await admin(service());
    const { email, move } = await waitingCase(service(), owner, boss);
    expect(await agree(other, owner, move)).toBe('done');
    for (const one of [boss, other]) await end(one, third);
    await service().clock.advance('15 days');
    await mailMoves(service());
    expect(await rowOf(owner)).toMatchObject({ email: owner.email });
    expect(await agree(third, owner, move)).toBe('done');
    await service().clock.advance('13 days 23 hours');
    await mailMoves(service());
    expect(await rowOf(owner)).toMatchObject({ email: owner.email });
    await service().clock.advance('1 hour');
    await mailMoves(service());
    expect(await rowOf(owner)).toMatchObject({ email });
  });

  it('opens ten cases a day', async () => {
    const boss = await admin(service());
    const open = async () => {
      const { id } = await signIn(service());
      const given = { id, email: newAddress(), reason: 'Lost.' };
      return outcome(boss.api.moderation.users.openMove(given));
    };
    const first = await Promise.all(Array.from({ length: 10 }, open));
    expect(first).toEqual(Array.from({ length: 10 }, () => 'done'));
    expect(await open()).toBe('TOO_MANY_REQUESTS RATE_LIMITED');
  });

  it('has no use for a late yes: the wait begins again, and everybody is told', async () => {
    const [boss, other] = await admins();
    const owner = await admin(service());
    const { email, move } = await waitingCase(service(), owner, boss);
    await service().clock.advance('30 days');
    await mailMoves(service());
    expect(await agree(other, owner, move)).toBe('done');
    const told = (await mailMoves(service())).map(({ to }) => to);
    expect(told).toEqual(expect.arrayContaining([owner.email, email, other.email]));
    expect(await rowOf(owner)).toMatchObject({ email: owner.email });
  });

  it('bans with an account no address that only waited for a yes', async () => {
    const [boss, other] = await admins();
    const owner = await admin(service());
    const { email } = await waitingCase(service(), owner, boss);
    await service().clock.advance('30 days');
    await giveRole(owner, 'user');
    await suspend(service(), owner);
    await erase(owner, (await again(other)).api);
    expect(await outcome(signIn(service(), owner.email))).toContain('ACCOUNT_SUSPENDED');
    expect(await outcome(signIn(service(), email))).toBe('done');
  });

  it('waits as long as the account is suspended, and happens then', async () => {
    const [boss, ann] = [await admin(service()), await signIn(service())];
    const { email } = await waitingCase(service(), ann, boss);
    await suspend(service(), ann);
    await service().clock.advance('100 days');
    await mailMoves(service());
    await sweep({ orm: service().orm, settings: service().deps.settings });
    const { api } = await again(boss);
    await api.moderation.users.unsuspend({ id: ann.id });
    await service().clock.advance('1 hour');
    await mailMoves(service());
    expect(await rowOf(ann)).toMatchObject({ email });
  });

  it('makes no admin of an address that the settings name meanwhile, and holds it no longer, not by a late yes or code', async () => {
    const [boss, other] = await admins();
    const ann = await signIn(service());
    const { email, move, code: otp } = await openCase(service(), ann, boss);
    const named = service().with({ settings: { adminEmails: new Set([email]) } });
    const prove = (api = service().as()) => outcome(api.auth.proveMove({ email, otp }));
    const refused = 'CONFLICT ADDRESS_CONFIGURED';
    expect(await prove(named.as())).toBe(refused);
    expect(await prove()).toBe('done');
    await service().clock.advance('8 days');
    await mailMoves(named);
    expect(await rowOf(ann)).toMatchObject({ email: ann.email });
    const { users } = named.as((await again(other)).token).moderation;
    expect(await outcome(users.confirmMove({ id: ann.id, move }))).toBe(refused);
    expect((await signIn(service(), email)).id).not.toBe(ann.id);
    await service().clock.advance('90 days');
    await sweep({ orm: service().orm, settings: service().deps.settings });
    const { data } = await (
      await again(boss)
    ).api.moderation.users.inspect({ id: ann.id });
    expect(data.moves).toEqual([]);
  });
});

const erase = ({ id }: Person, { moderation }: Person['api']) =>
  moderation.users.erase({ id, reason: 'requested' });

describe('a stranger with many accounts', () => {
  /** Of an account of this week. */
  const startFrom = ({ token }: Person, ip: string) =>
    outcome(service().as(token, { ip }).users.startMove({ email: newAddress() }));
  const limited = 'TOO_MANY_REQUESTS RATE_LIMITED';

  it('leaves each network some starts an hour beyond a hundred, and uses no refused one up', async () => {
    const [ann, bob, carl] = [
      await signIn(service()),
      await signIn(service()),
      await signIn(service()),
    ];
    await countStarts('moves of young accounts', 100);
    const [ip, outside] = [newIp(), newIp()];
    await countStarts(`moves from network ${rangesOf(ip).network}`, 4);
    expect([await startFrom(ann, ip), await startFrom(bob, ip)]).toEqual([
      'done',
      limited,
    ]);
    for (let tries = 0; tries < 3; tries += 1)
      expect(await startFrom(bob, ip)).toBe(limited);
    expect((await mailMoves(service())).map(({ to }) => to)).toHaveLength(2);
    expect(await startFrom(bob, outside)).toBe('done');
    await sql`update users set created_at = created_at - interval '7 days' where id = ${carl.id}`.execute(
      database(),
    );
    expect(await startFrom(carl, ip)).toBe('done');
    await service().clock.advance('1 hour');
    expect(await startFrom(await again(bob), ip)).toBe('done');
  });
});

describe('a stranger with one account', () => {
  it('has five mails an hour sent to others, however old it is and whatever its sessions', async () => {
    const { email } = await signIn(service());
    await service().clock.advance('8 days');
    await mailMoves(service());
    const stranger = await signIn(service(), email);
    const told: string[] = [];
    for (let session = 0; session < 2; session += 1) {
      const { api } = await again(stranger);
      for (let start = 0; start < 3; start += 1) {
        await api.users.startMove({ email: newAddress() });
      }
      told.push(...(await mailMoves(service())).map(({ to }) => to));
    }
    expect(told.filter((to) => to !== stranger.email)).toHaveLength(5);
  });
});

describe('mails about a move', () => {
  it('wait for no mailbox that is slow', async () => {
    const [slow, quick] = [newAddress(), newAddress()];
    for (const email of [slow, quick]) {
      await (await signIn(service())).api.users.startMove({ email });
    }
    const told: string[] = [];
    const ended = Promise.withResolvers();
    const deliver = async ({ to }: Message): Promise<Delivery> => {
      if (to === slow) await ended.promise;
      told.push(to);
      return { outcome: 'sent', messageId: to };
    };
    const { orm, deps } = service();
    const mailer = { deliver };
    const worker = startMoves({ ...deps, orm, mailer, onUnexpected: ended.reject });
    try {
      await expect.poll(() => told, { timeout: 20_000 }).toContain(quick);
    } finally {
      ended.resolve(undefined);
      await worker.stop();
    }
  });

  it('that always fail are tried less and less often, and then no more', async () => {
    const ann = await signIn(service());
    const email = newAddress();
    await ann.api.users.startMove({ email });
    expect(await triesOfMails(service(), email)).toBeLessThan(15);
    const boss = await admin(service());
    await boss.api.moderation.users.openMove({ id: ann.id, email, reason: 'Lost.' });
    expect(await triesOfMails(service(), email)).toBeLessThan(90);
  });

  it('that the provider takes without an answer are sent a few times', async () => {
    const ann = await signIn(service());
    const email = newAddress();
    await ann.api.users.startMove({ email });
    expect(await triesOfMails(service(), email, 'unanswered')).toBeLessThan(3);
    const boss = await admin(service());
    await boss.api.moderation.users.openMove({ id: ann.id, email, reason: 'Lost.' });
    expect(await triesOfMails(service(), email, 'unanswered')).toBeLessThan(20);
  });

  it('are repeated once for each open window after another secret key, and no others', async () => {
    const [boss, ann, bob] = [
      await admin(service()),
      await signIn(service()),
      await signIn(service()),
    ];
    const both = service().with({
      keys: createKeyRing([
        'another secret key',
        'a secret key that only these tests use',
      ]),
    });
    await mailMoves(both);
    await moveAccount(service(), ann);
    await waitingCase(service(), bob, boss);
    await service().clock.advance('7 hours 4 days');
    await mailMoves(both);
    expect(await rekeyMoves(both.deps, both.deps.keys.current.id)).toBeGreaterThan(1);
    const told = (await mailMoves(both)).map(({ to }) => to);
    const ours = told.filter((to) => [ann, bob].some(({ email }) => email === to));
    expect(ours.toSorted()).toEqual([ann.email, bob.email].toSorted());
    expect(told).not.toContain(boss.email);
  });
});
