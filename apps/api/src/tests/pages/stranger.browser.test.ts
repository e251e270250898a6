import { signIn, useBrowser } from '@namecard/testing';
import { describe, expect, it } from 'vitest';
import { Phone } from '../../testing/phone.ts';
import { useService } from '../../testing/start-service.ts';
import { trpcClient } from '../../testing/trpc-client.ts';

const service = useService({
  settings: { PUBLIC_PROFILES: 'true', ADMIN_EMAILS: 'boss@example.com' },
});
const browser = useBrowser();

const apiOf = async (email: string) =>
  trpcClient(service().origin, await signIn(service(), email));

describe('without scripts, at 320 px', () => {
  it('a stranger looks up a card and reports it', async () => {
    const bea = await apiOf('bea@example.com');
    await bea.profiles.create.mutate({ username: 'bea', referral: '' });
    const stranger = await Phone.open(browser(), service(), 'de');
    const { front, members, report, problems } = stranger.texts;
    await stranger.go('/');
    await stranger.type(front.lookUp, '@bea');
    await stranger.press(members.searchButton);
    // The public page is in the product's language, the same for everybody.
    await stranger.follow('Report bea');
    await stranger.look();
    await stranger.press(report.send);
    await stranger.says(problems.fields.reason);
    await stranger.look();
    await stranger.choose(report.reasons.impersonation);
    await stranger.type(report.details, 'Das bin ich.');
    await stranger.type(report.email, 'niemand');
    await stranger.press(report.send);
    await stranger.says(problems.fields.email);
    await stranger.type(report.email, 'bea.freundin@example.com');
    await stranger.press(report.send);
    await stranger.says(report.sent);
    await stranger.look();
    await stranger.go('/@nobody');
    await stranger.look();
    expect(stranger.findings).toEqual([]);
    await stranger.close();
  });

  it('a suspended person reads the reason and the end, and appeals', async () => {
    const email = 'sam@example.com';
    const sam = await apiOf(email);
    const boss = await apiOf('boss@example.com');
    const { id } = (await sam.users.me.query()).data.user;
    const until = new Date(Date.now() + 86_400_000).toISOString();
    const suspension = { id, reason: 'spam', note: 'Hör auf.', until } as const;
    await boss.moderation.users.suspend.mutate(suspension);
    const suspended = await Phone.open(browser(), service(), 'de');
    const { suspended: texts, appeal, cards, form } = suspended.texts;
    await suspended.go('/sign-in');
    await suspended.signIn(email);
    await suspended.says(texts.title);
    await suspended.says('Hör auf.');
    await suspended.says(cards.reason('spam'));
    await suspended.look();
    await suspended.press(appeal.send);
    await suspended.says(suspended.texts.problems.fields.text);
    await suspended.look();
    await suspended.type(appeal.text, 'Es war ein Scherz.');
    await suspended.press(appeal.send);
    await suspended.says(form.done.asked);
    await suspended.look();
    expect(suspended.findings).toEqual([]);
    await suspended.close();
  });
});

it('a browser that does not know light-dark shows the light colours', async () => {
  const answer = await fetch(`${service().origin}/sign-in`);
  const page = await browser().newPage();
  await page.setContent((await answer.text()).replaceAll('light-dark(', 'unknown('));
  const colours = await page.evaluate(`{
    const { color, backgroundColor } = getComputedStyle(document.querySelector('main button'));
    [color, backgroundColor];
  }`);
  expect(colours).toEqual(['rgb(255, 255, 255)', 'rgb(79, 70, 229)']);
  await page.close();
});
