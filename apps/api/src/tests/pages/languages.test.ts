import { mailedTo } from '@namecard/testing';
import { describe, expect, it } from 'vitest';
import { startOn, useService } from '../../testing/start-service.ts';
import { hiddenOf, leadsTo, Visitor } from '../../testing/visitor.ts';

const service = useService({ settings: { PUBLIC_PROFILES: 'true' } });

const asking = (language: string) =>
  new Visitor(service(), { 'accept-language': language });

const titles = {
  en: 'Sign in',
  de: 'Anmelden',
  fr: 'Se connecter',
  es: 'Entrar',
};

describe('the language of a page', () => {
  it.each(Object.entries(titles))('is the browser’s: %s', async (tag, title) => {
    const page = await asking(`${tag}-XX,en;q=0.3`).page('/sign-in');
    expect(page).toContain(`<html lang="${tag}">`);
    expect(page).toContain(`<h1>${title}</h1>`);
  });

  it('is the product’s if the browser asks for none of ours', async () => {
    const instance = await startOn(service().databaseUrl, {
      settings: { PRODUCT_LANGUAGE: 'fr', PUBLIC_PROFILES: 'true' },
    });
    const here = { origin: instance.address, mailbox: undefined };
    const page = await new Visitor(here, { 'accept-language': 'it' }).page('/sign-in');
    expect(page).toContain('<h1>Se connecter</h1>');
    const nowhere = await new Visitor(here, { 'accept-language': 'de' }).page('/@nobody');
    expect(nowhere).toContain('<html lang="fr">');
    await instance.close();
  });

  it('is the member’s choice, wherever they sign in, until they sign out', async () => {
    const ann = await asking('fr').signIn('ann@example.com');
    expect(await ann.page('/me')).toContain('<h1>Mes cartes</h1>');
    await ann.post('/language', { language: 'de' });
    expect(await ann.page('/me')).toContain('<h1>Meine Karten</h1>');
    const elsewhere = await asking('es').signIn('ann@example.com');
    expect(await elsewhere.page('/me')).toContain('<h1>Meine Karten</h1>');
    await elsewhere.post('/sign-out', {});
    expect(await elsewhere.page('/sign-in')).toContain('<h1>Entrar</h1>');
  });

  it('that does not exist is refused', async () => {
    for (const language of ['it', '', '__proto__']) {
      expect((await asking('en').post('/language', { language })).status).toBe(400);
    }
  });

  it('is chosen at the foot of a page, before signing in too, and for mails', async () => {
    const eva = asking('fr');
    const to = hiddenOf(await eva.page('/sign-in?why=lost'), 'to');
    expect(leadsTo(await eva.post('/language', { language: 'es', to }))).toBe(
      '303 /sign-in?why=lost',
    );
    expect(await eva.page('/')).toContain('<html lang="es">');
    // A mail is in the mailbox only while its code works.
    await eva.post('/sign-in', { email: 'eva@example.com' });
    expect((await mailedTo(service(), 'eva@example.com')).subject).toMatch(/tu código/);
    await eva.signIn('eva@example.com');
    expect(
      await asking('fr')
        .signIn('eva@example.com')
        .then((one) => one.page('/me')),
    ).toContain('<h1>Mis tarjetas</h1>');
  });

  it.each(['//evil.example', '/\\evil.example', 'https://evil.example', '/\n/x', ''])(
    'leads to no other site: %j',
    async (to) => {
      const chosen = await asking('en').post('/language', { language: 'de', to });
      expect(leadsTo(chosen)).toBe('303 /');
    },
  );

  it('is not read from a cookie that says something else', async () => {
    const eve = asking('de');
    eve.cookies.set('namecard-language', '"><script>');
    expect(await eve.page('/sign-in')).toContain('<h1>Anmelden</h1>');
  });
});

it.each(Object.keys(titles))('an unknown path says so in %s', async (tag) => {
  const answer = await asking(tag).get('/nowhere');
  expect(answer.status).toBe(404);
  expect(await answer.text()).toContain(`<html lang="${tag}">`);
});

describe('the member’s choice', () => {
  it.each(['/nowhere', '/me/nowhere', '/me/cards/none', '/report/none'])(
    'is the language of the error page %s',
    async (path) => {
      const ann = await asking('fr').signIn('errors@example.com');
      await ann.post('/language', { language: 'de' });
      const answer = await ann.get(path);
      expect(answer.status).toBe(404);
      expect(await answer.text()).toContain('<html lang="de">');
    },
  );
});

it.each(['/sign-in', '/nowhere'])(
  '%s is in no language that the browser refuses',
  async (path) => {
    const page = await asking('*;q=0.8, en;q=0').get(path);
    expect(await page.text()).toContain('<html lang="de">');
  },
);
