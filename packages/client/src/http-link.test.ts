import { useService } from '@namecard/testing';
import { describe, expect, it } from 'vitest';
import { createClient } from './client.ts';
import { failureOf } from './testing/failure.ts';
import { openGateway } from './testing/gateway.ts';
import { signedIn } from './testing/sign-in.ts';
import { memoryStorage } from './token-storage.ts';

const service = useService();

const usernames = (count: number, prefix: string) =>
  Array.from({ length: count }, (_, index) => `${prefix}-${index}`);

describe('calls that are made at the same time', () => {
  it('go together, at most ten in a request', async () => {
    await using gateway = await openGateway(service().origin);
    const { api } = await signedIn(service(), 'batch@example.com', {
      url: gateway.origin,
    });
    const before = gateway.passed.length;
    await Promise.all(Array.from({ length: 25 }, () => api.users.me.query()));
    const sizes = gateway.passed.slice(before).map(({ path }) => path.split(',').length);
    expect(sizes).toEqual([10, 10, 5]);
  });

  it('go apart if together their address would be too long', async () => {
    await using gateway = await openGateway(service().origin);
    const { api } = await signedIn(service(), 'long@example.com', {
      url: gateway.origin,
    });
    const before = gateway.passed.length;
    const names = usernames(6, 'x'.repeat(1_500));
    await Promise.allSettled(
      names.map((username) => api.profiles.read.query({ username })),
    );
    const addresses = gateway.passed.slice(before).map(({ path }) => path);
    expect(addresses.length).toBeGreaterThan(1);
    expect(Math.max(...addresses.map((path) => path.length))).toBeLessThan(4_096);
  });
});

describe('the creation of a profile', () => {
  it('is done once although the answer was lost twice', async () => {
    const storage = memoryStorage();
    const { api } = await signedIn(service(), 'lost@example.com', { storage });
    await using gateway = await openGateway(service().origin, (nth) => nth <= 2);
    const lossy = createClient({
      url: gateway.origin,
      storage,
      backOff: { firstWait: 1 },
    });
    const created = await lossy.api.profiles.create.mutate({
      username: 'once',
      referral: '',
    });
    expect(created.profile.username).toBe('once');
    expect(gateway.passed).toHaveLength(3);
    const mine = await api.profiles.mine.query({});
    expect(mine.data.profiles.map(({ username }) => username)).toEqual(['once']);
  });
});

describe('a call that must not be done twice', () => {
  it('is not repeated when its answer was lost', async () => {
    await using gateway = await openGateway(service().origin, () => true);
    const client = createClient({ url: gateway.origin, backOff: { firstWait: 1 } });
    const error = await failureOf(
      client.verifyCode({ email: 'no@example.com', otp: '000000' }),
    );
    expect(error.reason).toBe('NETWORK');
    expect(gateway.passed).toHaveLength(1);
  });
});
