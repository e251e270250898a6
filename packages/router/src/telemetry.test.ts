import { beforeEach, describe, expect, it } from 'vitest';
import { askForCodes, wrongCodes } from './testing/codes.ts';
import { outcome } from './testing/outcome.ts';
import { admin, newAddress, type Person, signIn } from './testing/people.ts';
import { silentTelemetry } from './testing/settings.ts';
import { useService } from './testing/use-service.ts';
import type { CallOutcome, Concerned, SecurityEvent } from './telemetry.ts';

let told: [SecurityEvent, Concerned][] = [];
let calls: [string, CallOutcome][] = [];
let traced: string[] = [];

const service = useService({
  telemetry: {
    ...silentTelemetry,
    event: (event, concerned) => told.push([event, concerned]),
    answered: (procedure, ending, milliseconds) => {
      calls.push([procedure, milliseconds > 0 ? ending : 'failed']);
    },
  },
  traced: (name, work) => {
    traced.push(name);
    return work();
  },
});

const forget = () => {
  [told, calls, traced] = [[], [], []];
};
beforeEach(forget);

/** A signed-in person. Forgets the events of the sign-in. */
async function somebody(by: () => Promise<Person> = async () => signIn(service())) {
  const person = await by();
  forget();
  return person;
}

describe('operators get a report', () => {
  it('of each code that is asked for, is wrong or signs in, for any spelling of the address', async () => {
    const address = newAddress();
    const { short, long } = await askForCodes(service(), address);
    const email = address.toUpperCase();
    const verify = async (otp: string) =>
      outcome(service().as().auth.verifyCode({ email, otp }));
    const [wrong = ''] = wrongCodes(1, short);
    for (const otp of [wrong, 'no code', long, short]) await verify(otp);
    const user = expect.stringMatching(/^[\da-f-]{36}$/);
    expect(told).toEqual([
      ['code_asked', { address }],
      ['code_wrong', { address }],
      ['code_wrong', { address }],
      ['signed_in', { address, user }],
      ['code_wrong', { address }],
    ]);
  });

  it('of sessions that are ended, once they are', async () => {
    const { id: user, email: address, api } = await somebody();
    await outcome(api.auth.revokeSession({ id: user }));
    await api.auth.revokeOtherSessions();
    expect(told).toEqual([]);
    await api.auth.signOut();
    expect(told).toEqual([['sessions_ended', { address, user }]]);
  });

  it('of roles and suspensions, of the actor, and of undos', async () => {
    const { id: by, api } = await somebody(async () => admin(service()));
    const { id, email: address } = await somebody();
    const { users, undo } = api.moderation;
    await users.changeRole({ id, from: 'user', to: 'moderator' });
    await outcome(users.changeRole({ id, from: 'user', to: 'moderator' }));
    const { data } = await users.suspend({ id, reason: 'spam' });
    await undo({ action: data.action });
    const concerned = { address, user: id, by };
    expect(told).toEqual([
      ['role_changed', concerned],
      ['suspended', concerned],
      ['unsuspended', concerned],
    ]);
  });

  it('of the outcome of each call, and a span if calls are traced', async () => {
    const { api } = await somebody();
    await api.users.me();
    await outcome(service().as('nc_none').users.me());
    const broken = service().with({ em: Object.create(null) });
    await outcome(broken.as(`nc_${'a'.repeat(43)}`).users.me());
    const names = ['users.me', 'users.me', 'users.me'];
    expect(calls.map(([procedure]) => procedure)).toEqual(names);
    expect(calls.map(([, ending]) => ending)).toEqual(['ok', 'refused', 'failed']);
    expect(traced).toEqual(names);
  });
});
