import { useService } from '@namecard/testing';
import { describe, expect, it } from 'vitest';
import { NamecardError } from './error.ts';
import { fieldErrors } from './field-errors.ts';
import { failureOf } from './testing/failure.ts';
import { signedIn } from './testing/sign-in.ts';

const service = useService();

describe('what is wrong with the fields of a form', () => {
  it('is said for each field, also inside others', async () => {
    const { api } = await signedIn(service(), 'fields@example.com');
    await api.users.updateMe.mutate({ username: 'fields' });
    await api.profiles.create.mutate({ username: 'fields', referral: '' });
    const edited = api.profiles.updateSocials.mutate({
      username: 'fields',
      about: 'x'.repeat(50_000),
      socials: { website: 'javascript:alert(1)' },
    });
    const fields = fieldErrors(await failureOf(edited));
    expect(Object.keys(fields).toSorted()).toEqual(['about', 'socials.website']);
  });

  it('includes a taken username, which has no issues', async () => {
    const { api } = await signedIn(service(), 'taken@example.com');
    const failure = await failureOf(api.users.updateMe.mutate({ username: 'admin' }));
    expect(fieldErrors(failure)).toEqual({ username: failure.message });
  });

  it.each([
    ['CODE_INVALID', { otp: 'Why.' }],
    ['AUDIENCE_UNKNOWN', { audience: 'Why.' }],
    ['ADDRESS_UNCHANGED', { email: 'Why.' }],
    ['NOT_OWNER', {}],
    ['NETWORK', {}],
  ] as const)('after %s is %j', (reason, fields) => {
    expect(fieldErrors(new NamecardError(reason, 'Why.'))).toEqual(fields);
  });

  it('is the code of an act, whose field has another name than at sign-in', async () => {
    const { api } = await signedIn(service(), 'admin@example.com');
    const create = api.moderation.keys.create.mutate({
      name: 'Import',
      scopes: ['users:list'],
      code: 'wrong',
    });
    const failure = await failureOf(create);
    expect(failure.reason).toBe('CODE_INVALID');
    expect(fieldErrors(failure)).toEqual({ code: failure.message });
    const hook = api.webhooks.create.mutate({
      url: 'http://127.0.0.1:9/',
      kinds: ['user.created'],
      code: 'wrong',
    });
    expect(Object.keys(fieldErrors(await failureOf(hook)))).toEqual(['code']);
  });

  it('is the first of several, and survives odd names', () => {
    const issues = [
      { path: ['__proto__'], message: 'Odd.' },
      { path: ['links', 0], message: 'First.' },
      { path: ['links', 0], message: 'Second.' },
    ];
    const fields = fieldErrors(new NamecardError('INPUT_INVALID', 'Why.', { issues }));
    expect(Object.entries(fields)).toEqual([
      ['__proto__', 'Odd.'],
      ['links.0', 'First.'],
    ]);
  });
});
