import { mailedCode, useService } from '@namecard/testing';
import { describe, expect, it } from 'vitest';
import { createSignIn } from './create-sign-in.ts';
import { asActions, fromActions, outcomeOf, visitorClient } from './next.ts';
import { failureOf } from './testing/failure.ts';
import { listen } from './testing/http-server.ts';

const service = useService();

/** The cookies of a visitor, which Next forbids to change while it renders. */
function visitor() {
  const jar = new Map<string, { value: string; options: object }>();
  const allow = () => {
    if (shown.isRendering) throw new Error('Cookies can only be modified in an action');
  };
  const cookies = {
    get: (name: string) => jar.get(name),
    set: (name: string, value: string, options: object) => {
      allow();
      jar.set(name, { value, options });
    },
    delete: (name: string) => {
      allow();
      jar.delete(name);
    },
  };
  const shown = { jar, cookies, isRendering: false, headers: new Headers() };
  return shown;
}

const clientOf = (shown: ReturnType<typeof visitor>, url = service().origin) =>
  visitorClient({ url, cookies: shown.cookies, headers: shown.headers });

describe('the client of a visitor', () => {
  it('keeps the session in a cookie that no script can read, through the actions', async () => {
    const shown = visitor();
    const actions = asActions(() => clientOf(shown));
    const signIn = createSignIn(fromActions(actions));
    await signIn.sendCode('next@example.com');
    await signIn.verifyCode(await mailedCode(service(), 'next@example.com'));
    expect(signIn.get()).toMatchObject({ user: { email: 'next@example.com' } });
    expect(shown.jar.get('namecard.token')).toMatchObject({
      value: expect.stringMatching(/^nc_/),
      options: { httpOnly: true, sameSite: 'lax', secure: true, path: '/' },
    });
    shown.isRendering = true;
    const { data } = await clientOf(shown).api.users.me.query();
    expect(data.user.email).toBe('next@example.com');
    shown.isRendering = false;
    await actions.signOut();
    expect(shown.jar.size).toBe(0);
  });

  it.each([
    ['http', false],
    ['https', true],
    ['https,http', true],
  ])('has a cookie that fits the page’s protocol: %s', async (protocol, secure) => {
    const shown = visitor();
    shown.headers.set('x-forwarded-proto', protocol);
    const email = `${protocol.length}@example.com`;
    await clientOf(shown).sendCode({ email });
    await clientOf(shown).verifyCode({ email, otp: await mailedCode(service(), email) });
    expect(shown.jar.get('namecard.token')).toMatchObject({ options: { secure } });
  });

  it('says that a session has ended also while a page is rendered', async () => {
    const shown = visitor();
    shown.jar.set('namecard.token', { value: `nc_${'A'.repeat(43)}`, options: {} });
    shown.isRendering = true;
    const { reason } = await failureOf(clientOf(shown).api.users.me.query());
    expect(reason).toBe('TOKEN_INVALID');
  });

  it('passes on address, language and browser, and asks once if the service is down', async () => {
    const of = { 'x-forwarded-for': '192.0.2.7', 'accept-language': 'de' };
    const visits = { ...of, 'user-agent': 'Firefox/150.0' };
    const asked: unknown[] = [];
    await using down = await listen(({ headers }, response) => {
      asked.push(headers);
      response.writeHead(503).end();
    });
    const shown = { ...visitor(), headers: new Headers(visits) };
    await failureOf(clientOf(shown, down.origin).api.profiles.list.query());
    expect(asked).toEqual([expect.objectContaining(visits)]);
  });
});

describe('an outcome', () => {
  it('says what is wrong with the code, and survives the way to the browser', async () => {
    const actions = asActions(() => clientOf(visitor()));
    const outcome = await actions.verifyCode({ email: 'no@example.com', otp: '000000' });
    expect(structuredClone(outcome)).toMatchObject({
      ok: false,
      reason: 'CODE_INVALID',
      status: 401,
      fields: { otp: expect.any(String) },
    });
    const signIn = createSignIn(fromActions(actions), { email: 'no@example.com' });
    await signIn.verifyCode('000000');
    expect(signIn.get().problem).toMatchObject({ reason: 'CODE_INVALID' });
  });

  it('lets through what is no failed call, such as a redirect', async () => {
    const redirect = new Error('NEXT_REDIRECT');
    const work = outcomeOf(async () => Promise.reject(redirect));
    await expect(work).rejects.toBe(redirect);
  });
});
