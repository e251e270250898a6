import { describe, expect, it } from 'vitest';
import { errorOf, outcome } from '../testing/outcome.ts';
import { signIn, suspend } from '../testing/people.ts';
import { useService } from '../testing/use-service.ts';

const service = useService();
const refused = 'UNAUTHORIZED TOKEN_INVALID';

describe('signing out', () => {
  it('ends the session at once', async () => {
    const { api } = await signIn(service());
    expect(await api.auth.signOut()).toEqual({ data: null });
    expect(await outcome(api.users.me())).toBe(refused);
    expect(await outcome(api.auth.signOut())).toBe(refused);
  });

  it('ends only this session of the user', async () => {
    const one = await signIn(service());
    const other = await signIn(service(), one.email);
    await one.api.auth.signOut();
    expect(await outcome(other.api.users.me())).toBe('done');
  });
});

describe('a token', () => {
  it.each([
    ['of another shape', 'nc_short'],
    ['that nobody was given', `nc_${'A'.repeat(43)}`],
    ['with text after it', `nc_${'A'.repeat(43)} x`],
  ])('is refused %s, and the refusal says that one was sent', async (_, token) => {
    const error = await errorOf(service().as(token).users.me());
    expect(error).toMatchObject({ reason: 'TOKEN_INVALID', tokenSent: true });
  });

  it('is asked for if none was sent', async () => {
    const error = await errorOf(service().as().users.me());
    expect(error).toMatchObject({ reason: 'TOKEN_INVALID', tokenSent: false });
  });

  it.each(['Bearer', 'bearer', 'BEARER', 'Bearer  '])(
    'may follow the scheme %j',
    async (scheme) => {
      const { token } = await signIn(service());
      const caller = service().as(undefined, { authorization: `${scheme} ${token}` });
      expect(await outcome(caller.users.me())).toBe('done');
    },
  );

  it.each(['', 'Basic', 'Token'])('may not follow the scheme %j', async (scheme) => {
    const { token } = await signIn(service());
    const caller = service().as(undefined, {
      authorization: `${scheme} ${token}`.trim(),
    });
    expect(await outcome(caller.users.me())).toBe(refused);
  });

  it('is compared with case', async () => {
    const { token } = await signIn(service());
    const swapped = token.replace(/[a-z]$|[A-Z]$/i, (letter) =>
      letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
    );
    const other = swapped === token ? `${token.slice(0, -1)}_` : swapped;
    expect(await outcome(service().as(other).users.me())).toBe(refused);
  });

  it('is ignored by public procedures', async () => {
    const { email } = await signIn(service());
    expect(await outcome(service().as('nc_nonsense').auth.sendCode({ email }))).toBe(
      'done',
    );
  });

  it('is refused from the moment its user is suspended', async () => {
    const person = await signIn(service());
    await suspend(service(), person);
    expect(await outcome(person.api.users.me())).toBe(refused);
  });
});
