import { mailedCode, useService } from '@namecard/testing';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createClient, type Client } from './client.ts';
import { failureOf } from './testing/failure.ts';
import { signedIn } from './testing/sign-in.ts';
import { memoryStorage } from './token-storage.ts';

const service = useService();

/** Its calls wait, and its session was ended from elsewhere. */
async function endedClient(email: string) {
  const ends: string[] = [];
  const storage = memoryStorage();
  const client = await signedIn(service(), email, {
    storage,
    waitForSignIn: true,
    onSessionEnded: ({ reason }) => ends.push(reason),
  });
  const forgetsNothing = { ...storage, removeItem: () => undefined };
  await createClient({ url: service().origin, storage: forgetsNothing }).signOut();
  return { client, ends };
}

/** Signs in by a mailed code; the calls that wait are `owner`'s. */
async function signInAs(client: Client, email: string, owner: string): Promise<void> {
  await client.sendCode({ email });
  const otp = await mailedCode(service(), email);
  await client.verifyCode(
    { email, otp },
    { isSamePerson: (user) => user.email === owner },
  );
}

/** Resolves when the client knows that its session is over. */
const ended = ({ session }: Client) =>
  new Promise<void>((resolve) => {
    const stop = session.subscribe(() => {
      if (session.get().status === 'ended') {
        stop();
        resolve();
      }
    });
  });

describe('calls that wait after the end of the session', () => {
  it('are each made once after the same person has signed in again, also later ones', async () => {
    const email = 'same@example.com';
    const { client, ends } = await endedClient(email);
    const { person } = client.session.get();
    const over = ended(client);
    const create = (index: number) =>
      client.api.profiles.create.mutate({ username: `waited-${index}`, referral: '' });
    const before = Array.from({ length: 15 }, (_, index) => create(index));
    await over;
    const during = Array.from({ length: 15 }, (_, index) => create(15 + index));
    await signInAs(client, email, email);

    const created = await Promise.all([...before, ...during]);
    expect(new Set(created.map(({ profile }) => profile.username)).size).toBe(30);
    const list = await client.api.profiles.list.query({ limit: 100 });
    expect(list.data.count.all).toBe(30);
    expect(ends).toEqual(['TOKEN_INVALID']);
    expect(client.session.get()).toEqual({ status: 'signed in', person });
  });

  it('are not made for another person', async () => {
    const { client } = await endedClient('former@example.com');
    const { person } = client.session.get();
    const over = ended(client);
    const early = failureOf(client.api.users.updateMe.mutate({ username: 'early' }));
    await over;
    const late = failureOf(client.api.users.updateMe.mutate({ username: 'late' }));
    await signInAs(client, 'next@example.com', 'former@example.com');

    expect([(await early).reason, (await late).reason]).toEqual(
      Array(2).fill('TOKEN_INVALID'),
    );
    const { user } = (await client.api.users.me.query()).data;
    expect(user).toMatchObject({ email: 'next@example.com', username: null });
    expect(client.session.get().person).not.toBe(person);
  });

  it('are none that take a code or a ticket', async () => {
    const { client } = await endedClient('ticket@example.com');
    const over = ended(client);
    const waiting = failureOf(client.api.users.me.query());
    await over;
    const { auth, users } = client.api;
    const proof = { email: 'ticket@example.com', otp: '0123-4567-89ABC' };
    const ticket = { email: proof.email, ticket: 'no-ticket' };
    const failures = await Promise.all(
      [
        auth.appeal.mutate({ ...ticket, text: 'Please look again' }),
        auth.proveMove.mutate(proof),
        auth.undoMove.mutate(proof),
        auth.refuseInvitation.mutate(proof),
        users.exportSuspended.mutate(ticket),
      ].map(failureOf),
    );
    expect(new Set(failures.map(({ reason }) => reason))).toEqual(
      new Set(['CODE_INVALID']),
    );
    await client.signOut();
    await waiting;
  });

  it('fail if nobody will sign in again', async () => {
    const { client } = await endedClient('nobody@example.com');
    const over = ended(client);
    const call = failureOf(client.api.users.me.query());
    await over;
    await client.signOut();
    expect((await call).reason).toBe('TOKEN_INVALID');
    expect(client.session.get().status).toBe('signed out');
  });

  it('end at once when they are aborted', async () => {
    const { client } = await endedClient('aborted@example.com');
    const over = ended(client);
    const controller = new AbortController();
    const { signal } = controller;
    const call = failureOf(client.api.users.me.query(undefined, { signal }));
    await over;
    controller.abort();
    expect((await call).reason).toBe('ABORTED');
  });
});

describe('a call that is made while somebody else signs in', () => {
  it('is not sent with their token, and takes no other call with it', async () => {
    let writing = async () => {};
    const storage = memoryStorage();
    const slow = {
      ...storage,
      setItem: async (key: string, token: string) => {
        await writing();
        storage.setItem(key, token);
      },
    };
    const sent: string[] = [];
    const client: Client = await signedIn(service(), 'writes@example.com', {
      storage: slow,
      fetch: async (address, init) => {
        if (typeof address === 'string') sent.push(address);
        return fetch(address, init);
      },
    });
    await client.api.users.me.query();
    await client.sendCode({ email: 'reads@example.com' });
    const otp = await mailedCode(service(), 'reads@example.com');
    let early: Promise<string> | undefined;
    let together: Promise<unknown> | undefined;
    writing = async () => {
      const { users, auth } = client.api;
      const rename = users.updateMe.mutate({ username: 'of-the-writer' });
      early = failureOf(rename).then(({ reason }) => reason);
      together = auth.sendCode.mutate({ email: 'another@example.com' });
      // Longer than calls are gathered for a batch.
      await sleep(20);
    };
    await client.verifyCode({ email: 'reads@example.com', otp });
    expect(await early).toBe('TOKEN_INVALID');
    await together;
    const { user } = (await client.api.users.me.query()).data;
    expect(user).toMatchObject({ email: 'reads@example.com', username: null });
    expect(sent.filter((address) => address.includes('updateMe'))).toEqual([]);
  });
});

describe('a call that waits to be repeated', () => {
  it('is not repeated after somebody else has signed in', async () => {
    const email = 'leaving@example.com';
    const storage = memoryStorage();
    const attempts: Client[] = [];
    const client: Client = await signedIn(service(), email, {
      storage,
      backOff: { firstWait: 1 },
      fetch: async (address, init) => {
        if (typeof address === 'string' && address.includes('updateMe')) {
          attempts.push(client);
          await client.signOut();
          await signInAs(client, 'arriving@example.com', email);
          throw new TypeError('The connection broke');
        }
        return fetch(address, init);
      },
    });
    const error = await failureOf(
      client.api.users.updateMe.mutate({ username: 'leaving' }),
    );
    expect(error.reason).toBe('TOKEN_INVALID');
    expect(attempts).toHaveLength(1);
    expect((await client.api.users.me.query()).data.user.username).toBeNull();
  });

  it('ends nobody else’s session', async () => {
    const storage = memoryStorage();
    const attempts: string[] = [];
    const leaving = await signedIn(service(), 'signs-out@example.com', {
      storage,
      backOff: { firstWait: 1 },
      fetch: async (address, init) => {
        if (typeof address !== 'string' || !address.includes('signOut')) {
          return fetch(address, init);
        }
        attempts.push(address);
        await signedIn(service(), 'other-tab@example.com', { storage });
        throw new TypeError('The connection broke');
      },
    });
    await leaving.signOut();
    expect(attempts).toHaveLength(1);
    const { data } = await leaving.api.users.me.query();
    expect(data.user.email).toBe('other-tab@example.com');
  });
});
