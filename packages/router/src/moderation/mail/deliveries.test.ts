import { beforeEach, describe, expect, it } from 'vitest';
import { deliverNext, emptyOutbox, mailDeps, usePostmark } from '../../testing/mail.ts';
import { moveAccount } from '../../testing/moves.ts';
import { wrongFields } from '../../testing/outcome.ts';
import { admin, newAddress, type Person, signIn } from '../../testing/people.ts';
import { useService } from '../../testing/use-service.ts';

const service = useService();
const postmark = usePostmark();
let ann: Person;

beforeEach(async () => {
  ann = await admin(service());
  await emptyOutbox(service());
});

/** Asks for a code, and tries to deliver it while Postmark behaves as given. */
async function mailed(behaviour: 'ok' | 'inactive422' | '500'): Promise<string> {
  const email = newAddress();
  postmark().behave(behaviour);
  await service().as().auth.sendCode({ email });
  await deliverNext(mailDeps(service(), postmark()));
  await service().clock.advance('1 second');
  return email;
}

const list = async (input: Parameters<typeof ann.api.moderation.mail.deliveries>[0]) =>
  (await ann.api.moderation.mail.deliveries(input)).data;

describe('mail that is looked up by state', () => {
  it('waits with the reason and the next try, or failed', async () => {
    await mailed('ok');
    const refused = await mailed('inactive422');
    const waiting = await mailed('500');
    expect((await list({ state: 'waiting' })).deliveries).toMatchObject([
      {
        address: waiting,
        state: 'queued',
        outcome: 'provider_failed',
        attempts: 1,
        nextAttemptAt: expect.stringMatching(/Z$/),
      },
    ]);
    expect((await list({ state: 'failed' })).deliveries).toMatchObject([
      { address: refused, outcome: 'recipient_inactive', nextAttemptAt: null },
    ]);
    expect((await list({ address: refused, state: 'waiting' })).deliveries).toEqual([]);
  });

  it('comes page by page, each mail once', async () => {
    const addresses = [await mailed('500'), await mailed('500'), await mailed('500')];
    const first = await list({ state: 'waiting', limit: 2 });
    const cursor = first.nextCursor ?? '';
    const second = await list({ state: 'waiting', limit: 2, cursor });
    expect(
      [...first.deliveries, ...second.deliveries].map(({ address }) => address),
    ).toEqual(addresses.toReversed());
    expect(second.nextCursor).toBeNull();
    const call = ann.api.moderation.mail.deliveries({ cursor: 'none' });
    expect(await wrongFields(call)).toEqual(['cursor']);
  });
});

describe('an address that is looked up', () => {
  const inspect = async (address: string) =>
    (await ann.api.moderation.mail.inspect({ address })).data;

  it('shows its mail and its suppression without an account', async () => {
    const stranger = await mailed('inactive422');
    expect(await inspect(stranger.toUpperCase())).toEqual({
      isSuppressed: true,
      isRefused: false,
      isBanned: false,
      user: null,
    });
    expect((await list({ address: stranger.toUpperCase() })).deliveries).toHaveLength(1);
  });

  it('leads to its owner', async () => {
    const bob = await signIn(service(), 'Bob@Example.com');
    expect(await inspect('bob@example.COM')).toEqual({
      isSuppressed: false,
      isRefused: false,
      isBanned: false,
      user: { id: bob.id, email: 'Bob@Example.com' },
    });
  });

  it('leads to the account that has left it, while it can come back', async () => {
    const bob = await signIn(service());
    const { email } = await moveAccount(service(), bob);
    expect((await inspect(bob.email)).user).toEqual({ id: bob.id, email });
    await service().clock.advance('14 days');
    ann = await signIn(service(), ann.email);
    expect((await inspect(bob.email)).user).toBeNull();
  });
});
