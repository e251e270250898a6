import { setImmediate as nextTurn } from 'node:timers/promises';
import { AppError, type Asker } from '@namecard/router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { TwoAtOnce } from '../faces/two-at-once.ts';
import { Admission } from './admission.ts';
import { Shares } from './shares.ts';

let shed: string[];
let admission: Admission;
/** Who is running, and for how many milliseconds each has run. */
let running: string[];
let worked: Map<string, number>;

beforeEach(() =>
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }),
);
afterEach(() => vi.useRealTimers());

function start(slots: number): void {
  shed = [];
  running = [];
  worked = new Map();
  admission = new Admission(slots, (limit) => shed.push(limit));
}

/**
 * Advances the time timer by timer: waiting calls begin one turn of the event
 * loop after others end.
 */
async function pass(milliseconds: number): Promise<void> {
  const end = performance.now() + milliseconds;
  setTimeout(() => undefined, milliseconds);
  while (performance.now() < end) {
    await vi.advanceTimersToNextTimerAsync();
    await vi.advanceTimersByTimeAsync(0);
    await nextTurn();
  }
}

/** `account` is one whose token is known. */
type Who = Partial<Asker> & { name: string; account?: string };

const tokenOf = (account: string) => `Bearer nc_of-account-${account}`;

/**
 * Makes a call of this many milliseconds. Returns `done` or the reason of its
 * refusal.
 */
async function call(
  { name, account, authorization, ...asker }: Who,
  milliseconds: number,
): Promise<string> {
  const work = async () => {
    running.push(name);
    await new Promise((resolve) => setTimeout(resolve, milliseconds));
    running.splice(running.indexOf(name), 1);
    worked.set(name, (worked.get(name) ?? 0) + milliseconds);
  };
  if (account !== undefined) admission.remember(tokenOf(account), account);
  const token = account === undefined ? authorization : tokenOf(account);
  const whole = { ip: '192.0.2.1', pool: 'foreground', ...asker } as const;
  try {
    await admission.admit({ ...whole, authorization: token }, work);
    return 'done';
  } catch (error) {
    return error instanceof AppError
      ? `${error.reason} ${error.retryAfter}`
      : String(error);
  }
}

const callOften = (count: number, who: Who, milliseconds: number) =>
  Array.from({ length: count }, () => call(who, milliseconds));

/** An account alone in its network and allocation. */
const alone = (index: number): Who => ({
  name: `alone-${index}`,
  ip: `10.${index}.0.1`,
  account: `${index}`,
});

/** An account in a network with many others. */
const colleague = (index: number): Who => ({
  name: 'colleague',
  ip: `203.0.113.${index}`,
  account: `${index}`,
});

const ann: Who = { name: 'ann', account: 'ann' };
const bob: Who = { name: 'bob', account: 'bob' };

/** Somebody whose token nobody has used lately. */
const stranger: Who = { name: 'stranger', authorization: 'Bearer nc_of-a-stranger' };

const timesIn = (name: string) => running.filter((one) => one === name).length;
const share = (name: string, other: string) =>
  (worked.get(name) ?? 0) / ((worked.get(name) ?? 0) + (worked.get(other) ?? 0));

describe('calls of one client', () => {
  it('run two at a time for one account, the others in order', async () => {
    start(8);
    const calls = callOften(5, ann, 10);
    expect(running).toEqual(['ann', 'ann']);
    expect(admission.pools.foreground.waiting).toBe(3);
    await pass(20);
    expect(running).toEqual(['ann']);
    await pass(10);
    expect(await Promise.all(calls)).toEqual(Array.from({ length: 5 }, () => 'done'));
    expect(admission.pools.foreground.waiting).toBe(0);
  });

  it('run up to the limit of their network while their token is unknown', async () => {
    start(8);
    for (const ip of ['192.0.2.1', '192.0.2.2', '192.0.2.3', '::ffff:192.0.2.4']) {
      void call({ ...stranger, ip }, 10);
    }
    expect(timesIn('stranger')).toBe(4);
    void callOften(3, ann, 10);
    expect(timesIn('ann')).toBe(2);
    await pass(100);
  });

  it('make room for the next call if they fail', async () => {
    start(2);
    const fail = () => Promise.reject(new Error('broken'));
    const failing = admission.admit({ ip: '192.0.2.1', pool: 'foreground' }, fail);
    const next = call(bob, 0);
    await expect(failing).rejects.toThrow('broken');
    await pass(1);
    expect(await next).toBe('done');
  });
});

describe('the client with the least recent work is next', () => {
  it.each([
    ['of two networks', alone(1), alone(2)],
    ['of two accounts of one network', ann, bob],
  ])('%s, for long and short calls alike', async (_, heavy, light) => {
    start(2);
    void callOften(50, heavy, 100);
    void callOften(50, light, 10);
    await pass(900);
    expect(share(heavy.name, light.name)).toBeGreaterThan(0.4);
    expect(share(heavy.name, light.name)).toBeLessThan(0.6);
    await pass(60_000);
  });

  it('and a refused call counts as work, so its account is behind others', async () => {
    start(2);
    const busy = call(alone(1), 50);
    const calls = callOften(101, ann, 10);
    expect(shed).toEqual(['share_of_work']);
    const last = call(bob, 10);
    await pass(55);
    expect(await busy).toBe('done');
    expect(running).toEqual(['bob']);
    await pass(2_000);
    expect(await last).toBe('done');
    await Promise.all(calls);
  });

  it('and a call that arrives when another ends does not overtake waiting calls', async () => {
    start(2);
    const { ip = '' } = alone(1);
    const busy = call(alone(1), 10);
    const waiting = call(alone(2), 10);
    const late = busy.then(() => call({ name: 'late', ip }, 10));
    await pass(11);
    expect(running).toEqual(['alone-2']);
    await pass(30);
    expect(await Promise.all([waiting, late])).toEqual(['done', 'done']);
  });

  it('so a new client is not behind all calls of another', async () => {
    start(2);
    void callOften(50, alone(1), 100);
    await pass(1_000);
    void call(alone(2), 10);
    await pass(110);
    expect(worked.get('alone-2')).toBe(10);
    await pass(60_000);
  });
});

it('another account is served between two answers of a batch', async () => {
  start(2);
  const turns = new TwoAtOnce();
  const order: string[] = [];
  const note = async (name: string) => {
    await call({ name, account: name }, 10);
    order.push(name);
  };
  const batch = Array.from({ length: 10 }, () => turns.run(() => note('ann')));
  const other = note('bob');
  await pass(200);
  await Promise.all([...batch, other]);
  expect(order).toHaveLength(11);
  expect(order.indexOf('bob')).toBe(1);
});

describe('the accounts of one network', () => {
  const colleagues = () => {
    for (let index = 1; index <= 50; index += 1) void callOften(2, colleague(index), 100);
  };

  it('have at most a quarter of the slots while others wait', async () => {
    start(9);
    colleagues();
    for (let index = 1; index <= 20; index += 1) void callOften(20, alone(index), 100);
    await pass(100);
    for (let moment = 0; moment < 20; moment += 1) {
      await pass(100);
      expect(timesIn('colleague')).toBeLessThanOrEqual(2);
      expect(running).toHaveLength(8);
    }
    await pass(60_000);
  });

  it('leave half of the slots to others while these are active, and get all after a while', async () => {
    start(9);
    void call(alone(1), 50);
    colleagues();
    expect(timesIn('colleague')).toBe(5);
    await pass(20_000);
    colleagues();
    await pass(100);
    expect(timesIn('colleague')).toBe(8);
    await pass(60_000);
  });
});

describe('a sign-in', () => {
  const newcomer: Who = { name: 'newcomer', pool: 'sign_in' };

  it('gets the last slot, but does not overtake other calls', async () => {
    start(4);
    for (let index = 1; index <= 9; index += 1) void call(alone(index), 100);
    expect(running).toHaveLength(3);
    void callOften(2, newcomer, 1_000);
    expect(timesIn('newcomer')).toBe(1);
    await pass(100);
    expect(timesIn('newcomer')).toBe(1);
    await pass(60_000);
  });

  it('is not refused if other calls of its network are', async () => {
    start(4);
    for (let index = 1; index <= 9; index += 1)
      void callOften(100, colleague(index), 100);
    expect(await call(colleague(9), 0)).toMatch(/^RATE_LIMITED/);
    const signedIn = call({ ...newcomer, ip: '203.0.113.9' }, 10);
    await pass(10);
    expect(await signedIn).toBe('done');
    await pass(120_000);
  });
});

describe('the networks of one allocation', () => {
  const ofAllocation = (index: number): Who => ({
    name: 'owner',
    ip: `2001:db8:${index}::1`,
    account: `${index}`,
  });

  it('have at most half of the slots while another is active, and half of the work', async () => {
    start(9);
    for (let index = 1; index <= 40; index += 1)
      void callOften(4, ofAllocation(index), 50);
    void callOften(80, alone(1), 50);
    void callOften(80, { ...alone(1), account: 'other' }, 50);
    await pass(300);
    for (let moment = 0; moment < 20; moment += 1) {
      await pass(25);
      expect(timesIn('owner')).toBeLessThanOrEqual(5);
    }
    await pass(60_000);
  });

  it('do not delay or refuse a quiet network among them', async () => {
    start(2);
    const others = [];
    for (let index = 1; index <= 150; index += 1) {
      others.push(...callOften(5, ofAllocation(index), 1));
    }
    const quiet = call({ name: 'quiet', ip: '2001:db8:fff::1', account: 'quiet' }, 1);
    await pass(200);
    expect(worked.get('quiet')).toBe(1);
    expect(await quiet).toBe('done');
    await pass(60_000);
    const answers = await Promise.all(others);
    expect(
      answers.filter((answer) => answer.startsWith('UNAVAILABLE')).length,
    ).toBeGreaterThan(100);
  });
});

it('an account has one share, even if it calls from many networks', async () => {
  start(8);
  for (let index = 1; index <= 6; index += 1) {
    void call({ ...ann, ip: `10.${index}.0.1` }, 10);
  }
  expect(running).toEqual(['ann', 'ann']);
  await pass(30);
});

it('sign-ins do not make accounts of their network wait', async () => {
  start(4);
  for (let index = 1; index <= 2; index += 1) void callOften(2, alone(index), 10);
  void callOften(9, { name: 'guest', pool: 'sign_in' }, 10);
  void call(ann, 10);
  await pass(20);
  expect(worked.get('ann')).toBe(10);
  await pass(1_000);
});

describe('searches', () => {
  it('have a quarter of the slots for all moderators, and do not block other calls', async () => {
    start(8);
    for (let index = 1; index <= 4; index += 1) {
      void call({ ...alone(index), name: 'search', pool: 'search' }, 100);
      void call(alone(index), 100);
    }
    expect(timesIn('search')).toBe(2);
    expect(running).toHaveLength(6);
    expect(admission.pools.search.waiting).toBe(2);
    await pass(60_000);
  });
});

describe('the number of waiting calls is limited', () => {
  it('for one account: its next call gets 429 at once', async () => {
    start(8);
    void callOften(102, ann, 10);
    expect(shed).toEqual([]);
    expect(await call(ann, 0)).toBe('RATE_LIMITED 1');
    expect(shed).toEqual(['share_of_work']);
    void call(bob, 10);
    expect(running).toContain('bob');
    await pass(60_000);
  });

  it('for one network: then a call of its account with the most waiting calls gets 429', async () => {
    start(2);
    const many = [];
    for (let index = 1; index <= 4; index += 1)
      many.push(...callOften(51, colleague(index), 1));
    expect(admission.pools.foreground.waiting).toBe(200);
    const neighbour = call(colleague(5), 1);
    expect(admission.pools.foreground.waiting).toBe(200);
    await pass(20);
    expect(await neighbour).toBe('done');
    await pass(60_000);
    const refused = (await Promise.all(many)).filter((answer) => answer !== 'done');
    // 204 calls came and one ran at once: three were too many, and one made room
    // for the neighbour.
    expect(refused).toHaveLength(4);
    expect(refused.every((answer) => answer.startsWith('RATE_LIMITED'))).toBe(true);
  });

  it('in total: then a call of the network with the most waiting calls gets 503 at once', async () => {
    start(2);
    const many = [];
    for (let index = 1; index <= 7; index += 1)
      many.push(...callOften(90, alone(index), 1));
    expect(admission.pools.foreground.waiting).toBe(600);
    const late = call({ name: 'late', ip: '198.51.100.1', account: 'late' }, 1);
    const signedIn = call({ name: 'late', ip: '198.51.100.1', pool: 'sign_in' }, 1);
    expect(admission.pools.foreground.waiting).toBe(600);
    await pass(20);
    expect(worked.get('late')).toBe(2);
    expect(await Promise.all([late, signedIn])).toEqual(['done', 'done']);
    await pass(60_000);
    const refused = (await Promise.all(many)).filter((answer) => answer !== 'done');
    // 630 calls came and one ran at once: 29 were too many, and one made room for
    // the late call.
    expect(refused).toHaveLength(30);
    expect(refused.every((answer) => answer.startsWith('UNAVAILABLE'))).toBe(true);
  });

  it('knows the last 10,000 tokens, however many there were', () => {
    const shares = new Shares();
    const tokens = Array.from({ length: 20_001 }, (_, index) =>
      tokenOf(`${index + 1e6}`),
    );
    const lineOf = (index: number) =>
      shares.find({ ip: '192.0.2.1', pool: 'foreground', authorization: tokens[index] })
        .line;
    for (const [index, token] of tokens.entries()) {
      if (index === 15_000) shares.remember(tokens[0], 'first');
      shares.remember(token, `${index}`);
    }
    expect([0, 1, 10_001, 20_000].map(lineOf)).toEqual([
      'call',
      'stranger',
      'call',
      'call',
    ]);
  });

  it('for strangers separately: accounts and calls without a token are not behind them', async () => {
    start(2);
    const strangers = callOften(620, stranger, 1);
    const known = call(ann, 1);
    const guest = call({ name: 'guest' }, 1);
    expect(admission.pools.foreground.waiting).toBe(602);
    await pass(20);
    expect([worked.get('ann'), worked.get('guest')]).toEqual([1, 1]);
    expect(await Promise.all([known, guest])).toEqual(['done', 'done']);
    await pass(60_000);
    const refused = (await Promise.all(strangers)).filter((answer) => answer !== 'done');
    expect(refused).toHaveLength(19);
  });

  it('in time: after ten seconds a call gets 503', async () => {
    start(2);
    void call(ann, 20_000);
    const waiting = call(bob, 0);
    await pass(9_999);
    expect(shed).toEqual([]);
    await pass(1);
    expect(await waiting).toBe('UNAVAILABLE 1');
    expect(admission.pools.foreground.waiting).toBe(0);
    await pass(20_000);
    const later = call(bob, 0);
    await pass(1);
    expect(await later).toBe('done');
  });
});
