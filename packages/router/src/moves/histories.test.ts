import { statements } from '@namecard/db';
import * as fc from 'fast-check';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { deriveMoveCode, type MovePurpose } from '../access/codes.ts';
import { applyErasures } from '../users/erasure/apply-erasures.ts';
import { askForCodes, wrongLong } from '../testing/codes.ts';
import { mailMoves, moveAccount } from '../testing/moves.ts';
import { outcome } from '../testing/outcome.ts';
import { admin, leaving, newIp, type Person, signIn } from '../testing/people.ts';
import { useService } from '../testing/use-service.ts';

/*
 * What a change of an address promises, over random histories of two instances: an
 * owner, a thief with a copied token, a reader of the old mailbox, two hasty admins, and
 * neighbours who move on to other addresses.
 *
 * Each step is one call, with right codes or with wrong ones. The rows before and after
 * it are compared: an address changes only for the reasons that are listed here, and
 * what is promised succeeds. `MOVE_STEPS` plays more at random than a usual run.
 */

const steps = Number(process.env['MOVE_STEPS'] ?? 40);
const seed = Number(process.env['MOVE_SEED'] ?? 1);
const stepsOfHistory = 40;

const configured = 'configured@history.example';
const service = useService({ settings: { adminEmails: new Set([configured]) } });
const addresses = ['a', 'b', 'c', 'd', 'e'].map((name) => `${name}@history.example`);

const step = fc.record({
  what: fc.oneof(
    ...Object.entries({
      start: 5,
      finish: 8,
      half: 2,
      undo: 6,
      open: 4,
      prove: 7,
      agree: 2,
      end: 1,
      visit: 5,
      neighbour: 2,
      erase: 2,
      suspend: 1,
      wait: 8,
    } as const).map(([what, weight]) => ({ weight, arbitrary: fc.constant(what) })),
  ),
  to: fc.constantFrom(...addresses, ...addresses, configured),
  which: fc.nat(7),
  instance: fc.nat(1),
  span: fc.constantFrom('1 minute', '31 minutes', '1 day', '4 days', '7 days', '14 days'),
});

type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

type Move = {
  id: string;
  from: string;
  to: string;
  sessionId: string | null;
  isCase: boolean;
  isContested: boolean;
  /** Only an admin may end it, and what else the account does waits for that. */
  isForAdmins: boolean;
  needsYes: boolean;
  isOpen: boolean;
  isAsked: boolean;
  isWaiting: boolean;
  isDue: boolean;
  isDone: boolean;
  isRevocable: boolean;
  doneAt: number | null;
  endedBy: 'address' | 'admin' | null;
};

type State = {
  /** Seconds by the database's clock. */
  at: number;
  email: string;
  isSuspended: boolean;
  sessions: string[];
  moves: Move[];
  /** Addresses that other accounts have or may come back to. */
  taken: string[];
  /** Accounts on an address that is held for another. */
  squatters: number;
  /** Addresses that moves of the account hold. */
  held: string[];
  /** Addresses with codes that sign in. */
  codes: string[];
};

let ann: Person;
let people: (Person & { sessionId: string })[];
let admins: Person[];

const database = () => statements(service().orm.em.fork());

/** Without the yes that it needs, a wait holds its address only until its date. */
const holdsNew = sql`closed_at is null and due_at is not null and done_at is null
  and (not needs_yes or due_at > current_instant())`;

async function look(): Promise<State> {
  const { rows } = await sql<State>`
    select extract(epoch from current_instant())::float8 as at, email_key as email, suspended_at is not null as "isSuspended",
      array(select id from sessions where user_id = users.id and ended_at is null) as sessions,
      coalesce((select json_agg(json_build_object(
        'id', id, 'from', from_key, 'to', to_key, 'sessionId', session_id, 'isCase', is_case,
        'isContested', is_contested, 'needsYes', needs_yes, 'isOpen', closed_at is null,
        'isAsked', asked_at > current_instant() - case when is_case then interval '3 days' else interval '30 minutes' end,
        'isForAdmins', is_contested and not needs_yes and closed_at is null and case when done_at is null
          then due_at is not null or asked_at > current_instant() - interval '3 days' else undo_until > current_instant() end,
        'isWaiting', closed_at is null and done_at is null and due_at is not null,
        'isDue', closed_at is null and done_at is null and coalesce(due_at <= current_instant(), false),
        'isDone', done_at is not null,
        'isRevocable', closed_at is null and coalesce(undo_until > current_instant(), false),
        'doneAt', extract(epoch from done_at)::float8, 'endedBy', ended_by
      ) order by asked_at, id) from moves where user_id = users.id), '[]') as moves,
      array(
        select email_key from users other where other.id <> users.id
        union select from_key from moves where user_id <> users.id and closed_at is null and undo_until > current_instant()
        union select to_key from moves where user_id <> users.id and ${holdsNew}
      ) as taken,
      array(
        select from_key from moves where user_id = users.id and closed_at is null and undo_until > current_instant()
        union select to_key from moves where user_id = users.id and ${holdsNew}
      ) as held,
      (select count(*)::int from users other join moves on moves.user_id <> other.id
        where closed_at is null and (
          other.email_key = from_key and undo_until > current_instant()
          or other.email_key = to_key and ${holdsNew}
        )) as squatters,
      array(select email from challenges) as codes
    from users where id = ${ann.id}
  `.execute(database());
  const [row] = rows;
  if (!row) throw new Error('The account is gone');
  return row;
}

/** A session that is as fresh as a new one, at any time. */
const refresh = () =>
  sql`
    update sessions set created_at = current_instant(), last_used_at = current_instant(), idle_expired = false
    where ended_at is null
  `.execute(database());

async function enter(email: string): Promise<Person & { sessionId: string }> {
  const person = await signIn(service(), email);
  const { rows } = await sql<{ id: string }>`
    select id from sessions where user_id = ${person.id} order by created_at desc, id desc limit 1
  `.execute(database());
  return { ...person, sessionId: rows[0]?.id ?? '' };
}

const onInstance = ({ instance }: Step) =>
  instance === 0 ? service() : service().with({});

const codeOf = (purpose: MovePurpose, { id, from: fromKey, to: toKey }: Move) =>
  deriveMoveCode(service().deps.keys.current, purpose, { id, fromKey, toKey });

/** One of the newest moves that the step is meant for, or of all. */
function chosen(moves: readonly Move[], { what, which }: Step): Move | undefined {
  const isMeant = ({ isCase, isOpen, isDone }: Move) => {
    if (!isOpen) return false;
    if (what === 'finish' || what === 'half') return !isCase && !isDone;
    if (what === 'prove' || what === 'agree') return isCase && !isDone;
    return isCase || isDone;
  };
  const meant = moves.filter(isMeant);
  const among = meant.length > 0 && which > 0 ? meant : moves;
  return among.at(-1 - (which % Math.max(1, Math.min(3, among.length))));
}

/** Frees an address, or signs in there, with or without an account. */
async function visit({ to }: Step): Promise<string> {
  const { rows } = await sql<{ userId: string }>`
    select id as "userId" from users where email_key = ${to} and id <> ${ann.id}
  `.execute(database());
  if (rows.length > 0) {
    await applyErasures(service().deps, service().orm, { receipts: rows, takenAt: '' });
    return 'freed';
  }
  const { long } = await askForCodes(service(), to);
  const visitor = service().as(undefined, { ip: newIp() });
  return outcome(visitor.auth.verifyCode({ email: to, otp: long }));
}

/** Signs up at a free address and moves on, so that it is held for another account. */
async function moveOn({ to }: Step): Promise<string> {
  const { rows } = await sql<{ isTaken: boolean }>`
    select exists (select from users where email_key = ${to}) or held_until(${to}) is not null as "isTaken"
  `.execute(database());
  if (rows[0]?.isTaken || to === configured) return 'taken';
  await moveAccount(service(), await signIn(service(), to));
  return 'done';
}

/** Does a step. Returns how it ended, and the move that it was about. */
async function perform(
  now: Step,
  before: State,
): Promise<{ ending: string; move?: Move }> {
  const at = onInstance(now);
  const move = chosen(before.moves, now);
  const [boss, other] = admins;
  const calls = now.which % 2 === 0 ? boss?.api : other?.api;
  if (now.what === 'visit') return { ending: await visit(now) };
  if (now.what === 'neighbour') return { ending: await moveOn(now) };
  if (now.what === 'wait') {
    await service().clock.advance(now.span);
    if (now.span.endsWith('minutes')) {
      await sql`update users set suspended_at = null where id = ${ann.id}`.execute(
        database(),
      );
    }
    return { ending: 'waited' };
  }
  if (now.what === 'suspend') {
    await sql`
      update users set suspended_at = current_instant() where id = ${ann.id}
    `.execute(database());
    return { ending: 'done' };
  }
  const asking = people.at(-1 - (now.which % Math.max(1, people.length)));
  if (now.what === 'start' && asking) {
    return {
      ending: await outcome(at.as(asking.token).users.startMove({ email: now.to })),
    };
  }
  if (now.what === 'open' && calls) {
    const given = { id: ann.id, email: now.to, reason: 'Lost.' };
    return { ending: await outcome(calls.moderation.users.openMove(given)) };
  }
  if (!move) return { ending: 'nothing' };
  const named = { id: ann.id, move: move.id };
  if (now.what === 'undo') {
    const otp = codeOf('undo', move);
    const call = at.as().auth.undoMove({ email: move.from, otp });
    return { ending: await outcome(call), move };
  }
  if (now.what === 'prove') {
    const call = at.as().auth.proveMove({ email: move.to, otp: codeOf('arrive', move) });
    return { ending: await outcome(call), move };
  }
  if (now.what === 'agree' && calls)
    return { ending: await outcome(calls.moderation.users.confirmMove(named)), move };
  if (now.what === 'end' && calls)
    return { ending: await outcome(calls.moderation.users.endMove(named)), move };
  const owner = people.find(({ sessionId }) => sessionId === move.sessionId);
  if ((now.what === 'finish' || now.what === 'half') && owner) {
    const right = { otp: codeOf('leave', move), newOtp: codeOf('arrive', move) };
    const codes = now.what === 'finish' ? right : { ...right, newOtp: wrongLong };
    const call = at.as(owner.token).users.finishMove(codes);
    return { ending: await outcome(call), move };
  }
  return { ending: 'nothing' };
}

const weekSeconds = 7 * 86_400;

/** Whether the owner's move must succeed. */
const mustFinish = (move: Move, { at, email, isSuspended, sessions, moves }: State) =>
  move.isOpen &&
  move.isAsked &&
  !move.isDone &&
  !isSuspended &&
  email === move.from &&
  sessions.includes(move.sessionId ?? '') &&
  !moves.some(
    ({ doneAt, isOpen }) => doneAt !== null && isOpen && doneAt > at - weekSeconds,
  ) &&
  !moves.some(({ isForAdmins }) => isForAdmins) &&
  move.to !== configured;

function expectInvariants(state: State): void {
  const { moves } = state;
  expect(state.email, 'a move makes nobody a configured admin').not.toBe(configured);
  expect(state.squatters, 'no other account is on a held address').toBe(0);
  expect(moves.filter(({ isWaiting }) => isWaiting).length).toBeLessThanOrEqual(1);
  const done = moves.flatMap(({ doneAt, isOpen }) =>
    doneAt === null || !isOpen ? [] : [doneAt],
  );
  const sorted = done.toSorted((one, next) => one - next);
  for (const [index, time] of sorted.entries()) {
    const last = sorted[index - 1] ?? Number.NEGATIVE_INFINITY;
    expect(time - last, 'a move in seven days').toBeGreaterThanOrEqual(weekSeconds);
  }
}

const isAfter = ({ isOpen, doneAt }: Move, move: Move) =>
  isOpen && (doneAt ?? 0) >= (move.doneAt ?? 0);

/** Compares the rows before and after a step, and says why an address changed. */
function judge(
  now: Step,
  { ending, move }: { ending: string; move?: Move },
  { before, after }: { before: State; after: State },
): string {
  const said = `${now.what} ended ${ending}`;
  const isDone = ending === 'done';
  const canUndo =
    move?.isRevocable || (move?.isOpen && move.isCase && !move.isDone) || false;
  const isUndo =
    now.what === 'undo' &&
    move?.isContested === false &&
    !before.moves.some(({ isForAdmins }) => isForAdmins);
  expect(!isUndo || isDone === canUndo, `${said}, but works in its time`).toBe(true);
  const isOwed = now.what === 'finish' && move && mustFinish(move, before);
  const isTaken =
    ending === 'CONFLICT ADDRESS_TAKEN' && before.taken.includes(move?.to ?? '');
  expect(!isOwed || isDone || isTaken, `${said}, but both codes were right`).toBe(true);
  const isHome = now.what === 'visit' && now.to === before.email && !before.isSuspended;
  expect(isHome && !isDone, `${said} at the account’s own address`).toBe(false);
  const isOut =
    now.what === 'visit' && ending !== 'freed' && now.to !== before.email && !isDone;
  const mayBeOut = [...before.held, ...before.taken].includes(now.to);
  expect(isOut && !mayBeOut, `${said} at a free address`).toBe(false);
  expect(now.what === 'half' && isDone, 'one code alone moves nothing').toBe(false);
  const stillWaits = new Set(
    after.moves.flatMap(({ id, isWaiting }) => (isWaiting ? id : [])),
  );
  const stopped = before.moves.filter((m) => m.isWaiting && !stillWaits.has(m.id));
  const mayStop = isDone && ['undo', 'end', 'finish'].includes(now.what);
  expect(mayStop ? [] : stopped, `${said} stops no wait`).toEqual([]);
  const slipped = stopped.filter(({ to }) => now.what === 'finish' && to !== move?.to);
  const isHeard = after.moves.filter(({ endedBy }) => endedBy === 'address');
  expect(
    slipped.filter(({ id }) => !isHeard.some((one) => one.id === id)),
    'who moves away from a wait has ended it',
  ).toEqual([]);
  if (before.email === after.email) return said;
  const dead = after.codes.filter((to) => [before.email, after.email].includes(to));
  expect(dead, 'no mailed code outlives a move').toEqual([]);
  expect(
    after.moves.filter((one) => one.isOpen && !one.isDone && one.isAsked),
    'no move outlives another',
  ).toEqual([]);
  const isBack = ['undo', 'end'].includes(now.what) && move?.isRevocable === true;
  expect(isBack || isOwed, `${said} changed the address`).toBe(true);
  expect(after.email).toBe(isBack ? move?.from : move?.to);
  const undone = isBack ? after.moves.filter((one) => isAfter(one, move)) : [];
  expect(undone, 'no later move outlives an undo').toEqual([]);
  expect(after.sessions, 'its own session lives').toEqual(
    isOwed ? [move?.sessionId] : [],
  );
  return `${now.what} changed the address`;
}

/** Mails, and does what is due. */
async function expectDue(before: State): Promise<string | undefined> {
  await mailMoves(service());
  const after = await look();
  if (before.email === after.email) return undefined;
  const due = before.moves.find(({ isDue, needsYes }) => isDue && !needsYes);
  expect([due?.from, due?.to, before.isSuspended]).toEqual([
    before.email,
    after.email,
    false,
  ]);
  expect(after.sessions).toEqual([]);
  expect(after.codes).not.toContain(before.email);
  expect(after.codes).not.toContain(after.email);
  return 'a case changed the address';
}

async function begin(): Promise<void> {
  await sql`truncate users, addresses, challenges, jobs, items cascade`.execute(
    database(),
  );
  await service().clock.advance('1 day');
  admins = [await admin(service()), await admin(service())];
  const [first = ''] = addresses;
  const owner = await enter(first);
  ann = owner;
  people = [owner];
}

/** The owner erases the account, unless a change can be taken back or is the admins’. */
async function erase(before: State): Promise<string> {
  const session = people.find(({ sessionId }) => before.sessions.includes(sessionId));
  if (!session || before.isSuspended) return 'erase had no session';
  const isHeld = before.moves.some(
    ({ isRevocable, isForAdmins }) => isRevocable || isForAdmins,
  );
  const asked = await outcome(leaving(service(), session));
  expect(asked === 'CONFLICT MOVE_OPEN').toBe(isHeld);
  return isHeld ? 'erase was refused' : 'erase was let';
}

type Played = readonly [what: Step['what'], to: string, which?: number];

const played = (...given: Played[]): [Step[]] => [
  given.map(([what, to, which = 1]) => ({
    what,
    to: `${to}@history.example`,
    which,
    instance: 0,
    span: '4 days',
  })),
];

/** Happen in each run, also without luck. */
const eachOnce = [
  played(
    ['neighbour', 'd'],
    ['start', 'd'],
    ['finish', 'd'],
    ['start', 'configured'],
    ['finish', 'configured', 2],
    ['start', 'b'],
    ['half', 'b', 3],
    ['finish', 'b', 3],
    ['visit', 'a'],
    ['erase', 'a'],
    ['undo', 'a'],
    ['erase', 'a'],
    ['open', 'c'],
    ['agree', 'c', 2],
    ['start', 'e', 2],
    ['finish', 'e'],
    ['prove', 'c'],
    ['start', 'b', 0],
    ['wait', 'c'],
    ['wait', 'c'],
  ),
  // Away and back: the old address is held, and the account is on it.
  played(
    ['start', 'b'],
    ['finish', 'b'],
    ['start', 'c'],
    ['finish', 'c'],
    ['wait', 'b'],
    ['wait', 'b'],
    ['start', 'a'],
    ['finish', 'a', 2],
    ['visit', 'a'],
  ),
  // A thief who moves twice.
  played(
    ['start', 'b'],
    ['finish', 'b'],
    ['wait', 'b'],
    ['wait', 'b'],
    ['start', 'c'],
    ['finish', 'c'],
    ['undo', 'a'],
  ),
  // A suspended account is taken back, and gets no address by a case.
  played(
    ['start', 'b'],
    ['finish', 'b'],
    ['suspend', 'a'],
    ['undo', 'a'],
    ['open', 'c'],
    ['agree', 'c', 2],
    ['prove', 'c'],
    ['visit', 'c'],
    ['wait', 'c'],
    ['wait', 'c'],
  ),
  // A yes that comes after the wait, and after somebody else.
  played(
    ['start', 'b'],
    ['finish', 'b'],
    ['undo', 'a'],
    ['open', 'c'],
    ['prove', 'c'],
    ['visit', 'c'],
    ['wait', 'c'],
    ['wait', 'c'],
    ['visit', 'c'],
    ['agree', 'c', 2],
  ),
];

it(
  'keeps its promises in any history',
  async () => {
    const met = new Set<string>();
    const live = async (history: readonly Step[]) => {
      await begin();
      for (const now of history) {
        await refresh();
        const before = await look();
        if (now.what === 'erase') met.add(await erase(before));
        else {
          const performed = await perform(now, before);
          const after = await look();
          met.add(judge(now, performed, { before, after }));
        }
        const due = await expectDue(await look());
        if (due !== undefined) met.add(due);
        const state = await look();
        expectInvariants(state);
        // Somebody who reads a mailbox signs in there again.
        const isOut = !people.some(({ sessionId }) => state.sessions.includes(sessionId));
        if (isOut && !state.isSuspended) {
          people = [...people, await enter(state.email)];
        }
      }
    };
    const histories = fc.array(step, {
      minLength: stepsOfHistory,
      maxLength: stepsOfHistory,
    });
    await fc.assert(fc.asyncProperty(histories, live), {
      numRuns: eachOnce.length + Math.ceil(steps / stepsOfHistory),
      seed,
      endOnFailure: true,
      examples: eachOnce,
    });
    expect(service().unexpected).toEqual([]);
    expect([...met]).toEqual(
      expect.arrayContaining([
        'finish changed the address',
        'undo changed the address',
        'a case changed the address',
        'erase was refused',
        'erase was let',
        'visit ended FORBIDDEN ADDRESS_HELD',
        'finish ended CONFLICT ADDRESS_CONFIGURED',
        'finish ended CONFLICT ADDRESS_TAKEN',
        'finish ended CONFLICT MOVE_WAITS',
        'finish ended CONFLICT MOVED_RECENTLY',
        'agree ended CONFLICT ADDRESS_TAKEN',
      ]),
    );
  },
  60_000 + steps * 200,
);
