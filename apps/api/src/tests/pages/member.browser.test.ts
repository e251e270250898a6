import { mailedCode, signIn, useBrowser } from '@namecard/testing';
import { expect, it } from 'vitest';
import { Phone } from '../../testing/phone.ts';
import { useService } from '../../testing/start-service.ts';
import { trpcClient } from '../../testing/trpc-client.ts';

const service = useService({
  settings: {
    PUBLIC_PROFILES: 'true',
    ADMIN_EMAILS: 'boss@example.com',
    IDENTITIES: 'walletAddress',
  },
});
const browser = useBrowser();

// The languages differ in their texts, so that axe looks at one of them.
it.each(['de', 'en', 'fr', 'es'] as const)(
  'a member can do everything by keyboard, at 320 px, without a script, in %s',
  async (language) => {
    const member = await Phone.open(browser(), service(), language);
    const { texts } = member;
    const { cards, card, account, members, form, signIn: asking } = texts;
    const email = `ann.${language}@example.com`;
    const name = `ann.${language}`;
    // States whose parts another look has seen only have to fit.
    const look = () => (language === 'de' ? member.look() : member.fits());

    await member.go('/');
    await look();
    await member.type(asking.email, 'no address');
    await member.press(asking.send);
    await member.says(texts.problems.fields.email);
    await member.fits();
    await member.type(asking.email, email);
    await member.press(asking.send);
    await member.says(asking.sentTo(email));
    await look();
    await member.type(asking.code, 'no code');
    await member.press(asking.title);
    await member.says(texts.problems.reasons.CODE_INVALID);
    await look();
    await member.go('/sign-in');
    await member.signIn(email);
    await member.says(cards.none);
    await look();

    await member.type(cards.username, 'not a name');
    await member.press(cards.createTitle);
    await member.says(texts.problems.fields.username);
    await member.fits();
    await member.type(cards.username, name);
    await member.press(cards.createTitle);
    await look();
    await member.type(card.line, 'Ann Müller, lawyer');
    await member.type(card.about, 'I play the Caro-Kann, badly.\nVienna.');
    await member.type(card.place, 'paris');
    await member.press(texts.form.save);
    await member.says(card.several);
    await look();
    await member.type(card.place, '48.2081, 16.3738');
    await member.type(card.website, 'https://ann.example.com/%C3%BC');
    await member.press(texts.form.save);
    await member.says(texts.form.done.saved);
    await member.says('ann.example.com/ü');
    // Strangers see it rounded.
    const names = { de: 'Wien', fr: 'Vienne', es: 'Viena' };
    await member.says(card.town({ name: 'Vienna', names, country: 'AT' }));
    await member.page.locator('.qr svg').waitFor();
    await look();
    await member.follow(card.open);
    await member.page
      .getByRole('heading', { name: 'Ann Müller, lawyer', level: 1 })
      .waitFor();
    await look();
    await member.page.goBack();
    await member.follow(card.remove);
    await look();
    await member.follow(form.keep);

    await member.follow(members.title);
    await look();
    // Marks stacked upon each other would cover the neighbours.
    const shown = "getComputedStyle(document.querySelector('.member a')).overflow";
    expect(await member.page.evaluate(shown)).toBe('hidden');
    await member.type(members.search, 'nothing has this');
    await member.press(members.searchButton);
    await member.says(members.nothingFound('nothing has this'));
    await member.fits();
    await member.type(members.search, 'CARO-kann');
    await member.press(members.searchButton);
    await member.follow('Ann Müller, lawyer');
    await member.fits();

    const token = await signIn(service(), 'boss@example.com');
    const boss = trpcClient(service().origin, token);
    const hide = { username: name, reason: 'spam', note: 'Fewer links.' } as const;
    await boss.moderation.profiles.hide.mutate(hide);
    await member.follow(cards.title);
    await member.says('Fewer links.');
    await look();
    await member.follow(texts.appeal.send);
    await look();
    await member.type(texts.appeal.text, 'There is one link.');
    await member.press(texts.appeal.send);
    await member.says(texts.form.done.asked);
    await member.fits();
    const { data } = await boss.moderation.desk.next.mutate({ lane: 'appealed' });
    const [{ id, profile } = { id: '', profile: null }] = data.items;
    const { appeal } = (await boss.moderation.desk.inspect.query({ id })).data;
    await member.follow(cards.title);
    for (const said of [texts.appeal.asked(appeal?.at ?? ''), 'There is one link.']) {
      await member.says(said);
    }
    await member.says(texts.appeal.waiting);
    await look();
    await boss.moderation.desk.close.mutate({
      id,
      revision: profile?.revision ?? 0,
      decision: 'uphold',
      note: 'Two are left.',
    });
    const [answer] = (await boss.audit.list.query({ limit: 1 })).data.events;
    await member.follow(cards.title);
    for (const said of [texts.appeal.turnedDown(answer?.at ?? ''), 'Two are left.']) {
      await member.says(said);
    }
    await look();

    await member.follow(account.title);
    await member.type(account.username, name);
    await member.type(account.identity.walletAddress, '0x1');
    await member.press(texts.form.save);
    await member.says(texts.form.done.saved);
    await member.says(account.thisOne);
    await look();

    const elsewhere = await Phone.open(browser(), service(), language);
    await elsewhere.go('/sign-in');
    await elsewhere.signIn(email);
    await elsewhere.follow(account.title);
    await elsewhere.press(account.endOthers);
    await elsewhere.says(texts.form.done.others);
    await elsewhere.close();
    await member.follow(cards.title);
    await member.says(asking.lost);
    await member.fits();
    await member.signIn(email);

    await member.follow(account.title);
    const download = member.page.waitForEvent('download');
    await member.follow(account.download);
    expect((await download).suggestedFilename()).toBe('my-data.json');
    await member.follow(account.erase);
    await look();
    await member.press(asking.send);
    await member.says(asking.sentTo(email));
    await member.fits();
    await member.type(texts.signIn.code, await mailedCode(service(), email));
    await member.press(account.eraseButton);
    await member.says(account.erasedTitle);
    await look();
    expect(member.findings).toEqual([]);
    await member.close();
  },
);
