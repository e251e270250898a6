import { mailedCode, spellingsOf, useService, writtenAddresses } from '@namecard/testing';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createClient } from './client.ts';
import { createSignIn, type SignInState } from './create-sign-in.ts';
import { NamecardError } from './error.ts';

const service = useService();

const open = (options?: Parameters<typeof createSignIn>[1]) =>
  createSignIn(createClient({ url: service().origin }), options);

describe('a sign-in', () => {
  it('goes from the address to the code, and from there to the user', async () => {
    const signIn = open();
    const steps: SignInState['step'][] = [];
    signIn.subscribe(() => steps.push(signIn.get().step));
    await signIn.sendCode('  ann@example.com ');
    expect(signIn.get()).toMatchObject({
      step: 'code',
      email: 'ann@example.com',
      mails: 1,
      isBusy: false,
      problem: undefined,
    });
    await signIn.verifyCode(await mailedCode(service(), 'ann@example.com'));
    expect(signIn.get()).toMatchObject({
      step: 'signed in',
      user: { email: 'ann@example.com' },
    });
    expect([...new Set(steps)]).toEqual(['address', 'code', 'signed in']);
    // After a sign-out the same address gets another code.
    await signIn.sendCode('ann@example.com');
    expect(signIn.get()).toMatchObject({ step: 'code', mails: 1, resendIn: 30 });
  });

  it('shows one address for all its spellings, and mails one code', async () => {
    const [signIn, email] = [open(), 'Spelt@example.com'];
    for (const typed of spellingsOf(email)) {
      await signIn.sendCode(typed);
      expect(signIn.get()).toMatchObject({ step: 'code', email, mails: 1 });
      signIn.changeAddress();
    }
  });

  it.each(writtenAddresses)('takes %j for %s', async (typed, email) => {
    const signIn = open();
    await signIn.sendCode(typed);
    expect(signIn.get()).toMatchObject({ step: 'code', email });
  });

  it('takes a code in any spelling', async () => {
    const signIn = open();
    await signIn.sendCode('coded@example.com');
    const code = await mailedCode(service(), 'coded@example.com');
    const [wide = ''] = spellingsOf(code).slice(1);
    await signIn.verifyCode(`\u2068${wide}\u2069\v`);
    expect(signIn.get()).toMatchObject({ step: 'signed in' });
  });

  it('shows beside the field what is wrong with an address, and keeps it', async () => {
    const signIn = open();
    await signIn.sendCode('ann');
    expect(signIn.get()).toMatchObject({
      step: 'address',
      email: 'ann',
      problem: { reason: 'INPUT_INVALID', isOfField: true },
    });
    expect(signIn.get().problem?.message).toContain('ann@example.com');
  });

  it('stays at the code step after a wrong code, and then takes the right one', async () => {
    const signIn = open();
    await signIn.sendCode('bob@example.com');
    const code = await mailedCode(service(), 'bob@example.com');
    await signIn.verifyCode(code === '000000' ? '000001' : '000000');
    expect(signIn.get()).toMatchObject({
      step: 'code',
      problem: { reason: 'CODE_INVALID', isOfField: true },
    });
    await signIn.verifyCode(code);
    expect(signIn.get()).toMatchObject({ step: 'signed in', problem: undefined });
  });

  it('gives a suspended person a ticket for an appeal', async () => {
    const admin = createClient({ url: service().origin });
    const email = 'admin@example.com';
    await admin.sendCode({ email });
    await admin.verifyCode({ email, otp: await mailedCode(service(), email) });
    const signIn = open({ email: 'carl@example.com' });
    const attempt = async () => {
      await signIn.sendCode('carl@example.com');
      await signIn.verifyCode(await mailedCode(service(), 'carl@example.com'));
      return signIn.get();
    };
    const id = (await attempt()).user?.id ?? '';
    await admin.api.moderation.users.suspend.mutate({ id, reason: 'spam' });
    const { problem } = await attempt();
    expect(problem).toMatchObject({ reason: 'ACCOUNT_SUSPENDED', isOfField: false });
    const appeal = {
      email: 'carl@example.com',
      ticket: problem?.ticket,
      text: 'Not me.',
    };
    const { api } = createClient({ url: service().origin });
    expect(await api.auth.appeal.mutate(appeal)).toEqual({ data: null });
    await expect(api.auth.appeal.mutate(appeal)).rejects.toMatchObject({
      reason: 'APPEALED_ALREADY',
    });
  });

  it('is the same for every caller on a server', () => {
    const signIn = open({ email: 'ann@example.com' });
    expect(signIn.getServerSnapshot()).toBe(signIn.getServerSnapshot());
    expect(signIn.getServerSnapshot()).toEqual(signIn.get());
    expect(signIn.get()).toMatchObject({ email: 'ann@example.com' });
  });
});

/** A service that answers when the test says so. */
function slowService() {
  const asked: ((failure?: NamecardError) => void)[] = [];
  const answer = async () =>
    new Promise<void>((resolve, reject) =>
      asked.push((failure) => (failure ? reject(failure) : resolve())),
    );
  const user = {
    id: 'id',
    email: 'ann@example.com',
    username: null,
    wallets: {},
    farcasterId: null,
    worldId: null,
  };
  return {
    asked,
    sendCode: answer,
    verifyCode: async () => {
      await answer();
      return Object.assign(Object.create(null), user);
    },
  };
}

describe('another mail', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  const sent = async () => {
    const slow = slowService();
    const signIn = createSignIn(slow);
    const first = signIn.sendCode('ann@example.com');
    slow.asked.shift()?.();
    await first;
    return { slow, signIn };
  };

  it('can be asked for after 30, 60 and then 240 seconds, counted down', async () => {
    const { slow, signIn } = await sent();
    const seen = new Set<number>();
    const stop = signIn.subscribe(() => seen.add(signIn.get().resendIn));
    for (const [mails, wait] of [
      [1, 30],
      [2, 60],
      [3, 240],
      [4, 240],
    ]) {
      expect(signIn.get()).toMatchObject({ mails, resendIn: wait });
      await signIn.sendAgain();
      expect(slow.asked).toEqual([]);
      await vi.advanceTimersByTimeAsync((wait ?? 0) * 1000);
      expect(signIn.get().resendIn).toBe(0);
      const again = signIn.sendAgain();
      slow.asked.shift()?.();
      await again;
    }
    expect([...seen]).toEqual(expect.arrayContaining([29, 17, 3, 2, 1, 0]));
    stop();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('is not delayed if the clock is set back meanwhile', async () => {
    const { signIn } = await sent();
    vi.setSystemTime(Date.now() - 3_600_000);
    expect(signIn.get().resendIn).toBe(30);
    await vi.advanceTimersByTimeAsync(30_000);
    expect(signIn.get().resendIn).toBe(0);
  });

  it('is not sent if somebody goes back and enters the same address', async () => {
    const { slow, signIn } = await sent();
    signIn.changeAddress();
    expect(signIn.get().step).toBe('address');
    await signIn.sendCode('ann@example.com');
    expect(signIn.get().step).toBe('code');
    expect(slow.asked).toEqual([]);
  });

  it('of a mistyped address does not delay the mail to the right one, whose first try failed', async () => {
    const { slow, signIn } = await sent();
    signIn.changeAddress();
    for (const failure of [new NamecardError('NETWORK', 'down'), undefined]) {
      const corrected = signIn.sendCode('anna@example.com');
      expect(slow.asked).toHaveLength(1);
      expect(signIn.get()).toMatchObject({ mails: 0, resendIn: 0 });
      slow.asked.shift()?.(failure);
      await corrected;
    }
    expect(signIn.get()).toMatchObject({ step: 'code', mails: 1, resendIn: 30 });
  });

  it('of a mistyped address that leaves late does not delay the mail to the right one', async () => {
    const slow = slowService();
    const signIn = createSignIn(slow);
    const mistyped = signIn.sendCode('ann@example.com');
    signIn.changeAddress();
    const corrected = signIn.sendCode('anna@example.com');
    slow.asked.shift()?.();
    await mistyped;
    expect(signIn.get().resendIn).toBe(0);
    slow.asked.shift()?.();
    await corrected;
    expect(signIn.get()).toMatchObject({ step: 'code', mails: 1, resendIn: 30 });
  });

  it('does not delay a code, and one code is checked at a time', async () => {
    const { slow, signIn } = await sent();
    await vi.advanceTimersByTimeAsync(30_000);
    const again = signIn.sendAgain();
    const verified = signIn.verifyCode('482913');
    await signIn.verifyCode('482913');
    expect(slow.asked).toHaveLength(2);
    slow.asked[1]?.();
    await verified;
    expect(signIn.get().step).toBe('signed in');
    slow.asked[0]?.(new NamecardError('NETWORK', 'late'));
    await again;
    expect(signIn.get()).toMatchObject({ step: 'signed in', problem: undefined });
  });

  it('to another address is followed by its code, though the first is still checked', async () => {
    const { slow, signIn } = await sent();
    void signIn.verifyCode('482913');
    signIn.changeAddress();
    const corrected = signIn.sendCode('anna@example.com');
    slow.asked[1]?.();
    await corrected;
    const verified = signIn.verifyCode('482914');
    slow.asked[2]?.();
    await verified;
    expect(signIn.get().step).toBe('signed in');
  });

  it('that fails keeps the step and says why', async () => {
    const { slow, signIn } = await sent();
    await vi.advanceTimersByTimeAsync(30_000);
    const again = signIn.sendAgain();
    slow.asked[0]?.(new NamecardError('RATE_LIMITED', 'Too many', { retryAfter: 120 }));
    await again;
    expect(signIn.get()).toMatchObject({
      step: 'code',
      mails: 1,
      problem: { reason: 'RATE_LIMITED', isOfField: false },
    });
    expect(signIn.get().problem?.message).toBe('Too many');
  });

  it('changes nothing after somebody went back to the address', async () => {
    const slow = slowService();
    const signIn = createSignIn(slow);
    const first = signIn.sendCode('ann@example.com');
    signIn.changeAddress();
    slow.asked[0]?.();
    await first;
    expect(signIn.get()).toMatchObject({ step: 'address', isBusy: false });
  });
});
