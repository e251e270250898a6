import { raceTogether } from '@namecard/db/testing';
import type { Message } from '@namecard/email';
import { beforeEach, describe, expect, it } from 'vitest';
import { actCodeOf } from '../testing/act-codes.ts';
import { dump } from '../testing/rows.ts';
import { endingsOf, errorOf, outcome } from '../testing/outcome.ts';
import { admin, type Person, signIn } from '../testing/people.ts';
import { type TestService, useService } from '../testing/use-service.ts';

const mails: Message[] = [];

const service = useService({
  deliver: async (mail) => {
    mails.push(mail);
    return { outcome: 'sent', messageId: 'kept in the test' };
  },
});

const needed = 'FORBIDDEN CODE_REQUIRED';
const wrong = 'UNAUTHORIZED CODE_INVALID';
const unsent = 'SERVICE_UNAVAILABLE MAIL_PROVIDER_REFUSED';

let boss: Person;
let bob: Person;

/** Without the helper that enters codes. */
const raw = (by: Person, on: TestService = service()) => on.as(by.token).moderation;

const promote = (code?: string, by = boss, on = service()) =>
  raw(by, on).users.changeRole({ id: bob.id, from: 'user', to: 'moderator', code });

async function askedFor(): Promise<string> {
  expect(await outcome(promote())).toBe(needed);
  return actCodeOf(service());
}

beforeEach(async () => {
  [boss, bob] = [await admin(service()), await signIn(service())];
});

describe('an act that goes far', () => {
  it('mails a code and does nothing, then takes the code once', async () => {
    const code = await askedFor();
    const mail = mails.at(-1);
    expect(mail?.to).toBe(boss.email);
    expect(mail?.subject.replaceAll('-', '')).toContain(code);
    expect(await dump(service())).not.toContain(code);
    expect((await promote(code.toLowerCase())).data.user.role).toBe('moderator');
    await raw(boss).users.changeRole({ id: bob.id, from: 'moderator', to: 'user' });
    expect(await outcome(promote(code))).toBe(wrong);
  });

  it('is refused for its own reasons before a code is mailed', async () => {
    const before = mails.length;
    const wish = { id: bob.id, from: 'moderator', to: 'admin' } as const;
    expect((await errorOf(raw(boss).users.changeRole(wish))).reason).toBe(
      'CHANGED_MEANWHILE',
    );
    expect(mails.length).toBe(before);
  });

  it('takes no code of another act, session or time', async () => {
    const code = await askedFor();
    const wish = { id: bob.id, from: 'user', to: 'admin', code } as const;
    expect(await outcome(raw(boss).users.changeRole(wish))).toBe(wrong);
    const erasure = { id: bob.id, reason: 'requested', code } as const;
    expect(await outcome(raw(boss).users.erase(erasure))).toBe(wrong);
    const again = await signIn(service(), boss.email);
    expect(await outcome(promote(code, again))).toBe(wrong);
    expect(await outcome(promote('0123-4567-89ABC'))).toBe(wrong);
    await service().clock.advance('10 minutes');
    expect(await outcome(promote(code))).toBe(wrong);
  });

  it('is done once by thirty at once with one code', async () => {
    const code = await askedFor();
    const results = await raceTogether(30, () =>
      raw(boss).keys.create({ name: 'One', scopes: ['users:read'], code }),
    );
    expect(endingsOf(results)).toEqual({ [wrong]: 30 });
    const one = { name: 'One', scopes: ['users:read' as const] };
    expect(await outcome(raw(boss).keys.create(one))).toBe(needed);
    const right = await actCodeOf(service());
    const made = await raceTogether(30, () =>
      raw(boss).keys.create({ ...one, code: right }),
    );
    expect(endingsOf(made)).toEqual({ done: 1, [wrong]: 29 });
  });

  it('mails a session five codes an hour, also to thirty at once', async () => {
    const results = await raceTogether(30, () => promote());
    expect(endingsOf(results)).toEqual({
      [needed]: 5,
      'TOO_MANY_REQUESTS RATE_LIMITED': 25,
    });
    await service().clock.advance('59 minutes');
    expect(await errorOf(promote())).toMatchObject({ retryAfter: 60 });
    await service().clock.advance('1 minute');
    await raw(boss)
      .users.changeRole({ id: bob.id, from: 'user', to: 'admin' })
      .catch(() => {});
    expect(await outcome(promote(await actCodeOf(service())))).toBe(wrong);
  });

  it('says that a code could not be mailed', async () => {
    const down = service().with({
      deliver: async () => ({ outcome: 'retry', reason: 'timed_out' }),
    });
    const wish = { id: bob.id, from: 'user', to: 'admin' } as const;
    expect(await errorOf(raw(boss, down).users.changeRole(wish))).toMatchObject({
      reason: 'MAIL_PROVIDER_REFUSED',
      retryAfter: 60,
    });
  });

  it('counts no code whose mail did not leave', async () => {
    const refusing = service().with({
      deliver: async () => ({ outcome: 'retry', reason: 'connection_failed' }),
    });
    for (let tries = 0; tries < 6; tries += 1) {
      expect(await outcome(promote(undefined, boss, refusing))).toBe(unsent);
    }
    expect(await outcome(promote())).toBe(needed);
  });

  it('includes an undo that gives a role back', async () => {
    const { data } = await boss.api.moderation.users.changeRole({
      id: bob.id,
      from: 'user',
      to: 'moderator',
    });
    const { undo } = service().as(boss.token).moderation;
    const taken = await undo({ action: data.action });
    const back = { action: taken.data.action ?? '' };
    expect(await outcome(undo(back))).toBe(needed);
    const given = await undo({ ...back, code: await actCodeOf(service()) });
    expect(given.data.results).toMatchObject([{ outcome: 'done' }]);
  });
});
