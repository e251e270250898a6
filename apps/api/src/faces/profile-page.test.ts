import { fetchJson, mailedCode, signIn } from '@namecard/testing';
import pino from 'pino';
import { beforeAll, describe, expect, it } from 'vitest';
import { startOn, useService } from '../testing/start-service.ts';
import { trpcClient } from '../testing/trpc-client.ts';

const settings = {
  PUBLIC_PROFILES: 'true',
  PUBLIC_URL: 'https://cards.example.com',
  PRODUCT_NAME: 'Chess & <Friends>',
  PRODUCT_URL: 'https://chess.example.com/?a=1&b=2',
  LOCATION_PRECISION: '0.1',
};
const service = useService({ settings });
let token: string;

const get = (path: string, options: RequestInit = {}) =>
  fetch(`${service().origin}${path}`, options);

const pageOf = async (path: string) => (await get(path)).text();

/** The answer without the parts that name the profile. */
async function said(answer: Response) {
  const headers = Object.fromEntries(answer.headers);
  delete headers['date'];
  delete headers['x-request-id'];
  return { status: answer.status, headers, body: await answer.text() };
}

const make = async (as: string, username: string) => {
  const api = trpcClient(service().origin, as);
  await api.profiles.create.mutate({ username, referral: '' });
  return api;
};

beforeAll(async () => {
  token = await signIn(service(), 'ann@example.com');
  const api = await make(token, 'Ann');
  await api.profiles.updateSocials.mutate({
    username: 'Ann',
    about: `"><script>alert(1)</script>\n'&amp; \u202e${'long '.repeat(60)}`,
    socials: {
      x: 'https://x.com/ann?"><b>&c=1',
      website: 'https://аnn.example/ünï/',
      discord: 'HTTP://discord.example',
    },
  });
  const location = { latitude: -48.208174, longitude: 16.373819 };
  await api.profiles.updateLocation.mutate({ username: 'Ann', location });
});

describe('the page of a profile', () => {
  it('names the profile for people, search engines and previews, in any case of the name', async () => {
    const answer = await get('/@aNN');
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    const page = await answer.text();
    for (const part of [
      '<title>&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt; · Chess &amp; &lt;Friends&gt;</title>',
      '<link rel="canonical" href="https://cards.example.com/@Ann">',
      '<meta property="og:url" content="https://cards.example.com/@Ann">',
      '<meta property="og:title" content="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;">',
      '<meta property="og:site_name" content="Chess &amp; &lt;Friends&gt;">',
      '<a href="https://chess.example.com/?a=1&amp;b=2"><bdi>Chess &amp; &lt;Friends&gt;</bdi></a>',
      '<h1 class="name"><bdi lang="">&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;</bdi></h1>',
      '<p class="handle"><bdi>@Ann</bdi></p>',
      '>48.2° S, 16.4° E</a></p>',
    ]) {
      expect(page).toContain(part);
    }
  });

  it('escapes every text, and no text changes the direction of another', async () => {
    const page = await pageOf('/@ann');
    expect(page).not.toMatch(/<script|<b>|<Friends>/);
    expect(page).toContain(
      '<p class="rest" dir="auto" lang="">&#39;&amp;amp; \u202elong ',
    );
    const [, summary = ''] = /og:description" content="([^"]*)"/.exec(page) ?? [];
    expect(summary).toMatch(/^&#39;&amp;amp; long .*…$/);
  });

  it('links to the address that browsers open, with an ASCII host, and without a recommendation', async () => {
    const links = [...(await pageOf('/@ann')).matchAll(/<li>.*?<\/li>/g)].map(
      ([link]) => link,
    );
    expect(links).toEqual([
      '<li><a href="https://x.com/ann?%22%3E%3Cb%3E&amp;c=1" rel="nofollow ugc noreferrer"><span>X</span><bdi dir="ltr">x.com/ann?%22%3E%3Cb%3E&amp;c=1</bdi></a></li>',
      '<li><a href="https://xn--nn-6kc.example/%C3%BCn%C3%AF/" rel="nofollow ugc noreferrer"><span>Website</span><bdi dir="ltr">xn--nn-6kc.example/ünï</bdi></a></li>',
      '<li><a href="http://discord.example/" rel="nofollow ugc noreferrer"><bdi dir="ltr" class="elsewhere">discord.example</bdi></a></li>',
    ]);
  });

  it('runs and loads nothing, can’t be framed, and is in no search engine', async () => {
    const { headers } = await get('/@ann');
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toMatch(
      /^default-src 'none'; style-src 'sha256-[\w+/=]+'; img-src data:;/,
    );
    expect(policy).not.toMatch(/unsafe|script-src|allow-scripts/);
    expect(policy).toContain("frame-ancestors 'none'");
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(await pageOf('/@ann')).toContain('<meta name="robots" content="noindex">');
  });

  it('is not sent again while it is unchanged, but requested each time', async () => {
    const first = await get('/@ann');
    const tag = first.headers.get('etag') ?? '';
    expect(first.headers.get('cache-control')).toBe('no-cache');
    const again = await get('/@Ann', { headers: { 'if-none-match': tag } });
    expect([again.status, await again.text()]).toEqual([304, '']);
    // As RFC 9110, section 15.4.5, wants it of a compressed answer.
    expect(first.headers.get('vary')).toBe('accept-encoding, Origin');
    expect(again.headers.get('vary')).toBe('accept-encoding, Origin');
    expect(again.headers.get('content-length')).toBeNull();
    const head = await get('/@ann', { method: 'HEAD' });
    expect([head.status, head.headers.get('etag'), await head.text()]).toEqual([
      200,
      tag,
      '',
    ]);
  });

  it.each([
    '/%40ann',
    '/@ann.',
    '//@ann',
    '//%40ann',
    '/%40ann.',
    '/@ann,',
    '/@ann)',
    '/@ann%E2%80%A6',
    '/@ann%0d%0ax:',
    '/%40ann/',
    '/＠ann',
  ])('is found at the address as programs change it: %s', async (path) => {
    const answer = await get(path, { redirect: 'manual' });
    const location = answer.headers.get('location');
    expect(location).toMatch(/^\/@ann/);
    expect(answer.status).toBe(301);
    const final = await get(path);
    expect([final.status, final.url]).toEqual([
      path.includes('x:') ? 404 : 200,
      `${service().origin}${location}`,
    ]);
  });

  it.each(['/@...', '/%40...', '//@', '//evil.example/@ann'])(
    'is at no other address: %s',
    async (path) => {
      expect((await get(path)).status).toBe(404);
    },
  );

  it('is the same with a token, valid or not', async () => {
    const plain = await said(await get('/@ann'));
    for (const sent of [token, 'nc_wrong']) {
      const answer = await get('/@ann', { headers: { authorization: `Bearer ${sent}` } });
      expect(await said(answer)).toEqual(plain);
    }
  });
});

describe('hidden, erased, deleted, impossible and unknown profiles', () => {
  it('get the same answer, as a page and over the API', async () => {
    const admin = await signIn(service(), 'admin@example.com');
    const other = await signIn(service(), 'bob@example.com');
    await make(token, 'hidden-one');
    await trpcClient(service().origin, admin).moderation.profiles.hide.mutate({
      username: 'hidden-one',
      reason: 'spam',
    });
    await (
      await make(token, 'deleted-one')
    ).profiles.remove.mutate({ username: 'deleted-one' });
    const { users } = await make(other, 'erased-one');
    await users.askRemoval.mutate();
    await users.removeMe.mutate({
      otp: await mailedCode(service(), 'bob@example.com'),
    });
    // Read as a public card before, so a browser may have its tag.
    const shown = await make(token, 'members-one');
    const tag = (await get('/@members-one')).headers.get('etag') ?? '';
    await shown.profiles.chooseReaders.mutate({
      username: 'members-one',
      readers: 'members',
    });
    const names = [
      'members-one',
      'hidden-one',
      'deleted-one',
      'erased-one',
      'a%20b',
      'x'.repeat(70),
    ];
    const page = await said(await get('/@never-one'));
    expect(page).toMatchObject({ status: 404, headers: { 'cache-control': 'no-store' } });
    expect(page.body).toContain('There is nothing at this address');
    expect(page.body).toContain('<a href="/">To the start page</a>');
    const answer = await said(await get('/api/v1/profiles/never-one'));
    expect(answer).toMatchObject({
      status: 404,
      headers: { 'cache-control': 'no-store' },
    });
    for (const name of names) {
      const headers = { 'if-none-match': tag };
      expect(await said(await get(`/@${name}`, { headers }))).toEqual(page);
      expect(await said(await get(`/api/v1/profiles/${name}`))).toEqual(answer);
    }
  });
});

describe('by the operator’s settings', () => {
  it('search engines may list the pages', async () => {
    const indexing = await startOn(service().databaseUrl, {
      settings: { ...settings, INDEX_PROFILES: 'true' },
    });
    const page = await (await fetch(`${indexing.address}/@ann`)).text();
    const nowhere = await (await fetch(`${indexing.address}/@nobody`)).text();
    await indexing.close();
    expect(page).not.toContain('noindex');
    expect(nowhere).toContain('noindex');
  });

  it('locations are rounded by default, and the log says so at the start', async () => {
    const lines: string[] = [];
    const logger = pino({}, { write: (line) => void lines.push(line) });
    const shown = [];
    for (const LOCATION_PRECISION of ['', '0', '1']) {
      const instance = await startOn(service().databaseUrl, {
        logger,
        settings: { ...settings, LOCATION_PRECISION },
      });
      const page = await (await fetch(`${instance.address}/@ann`)).text();
      await instance.close();
      shown.push(/class="place"><a[^>]*>(.*?)<\/a>/.exec(page)?.[1]);
    }
    expect(shown).toEqual([
      '48.2° S, 16.4° E',
      '48.208174° S, 16.373819° E',
      '48° S, 16° E',
    ]);
    const announced = lines.filter((line) => line.includes('locations_rounded'));
    expect(announced).toEqual([
      expect.stringMatching(/0\.1 degrees\. .* LOCATION_PRECISION/),
    ]);
  });

  it('profiles are not public: no page, and no profile without a token', async () => {
    const closed = await startOn(service().databaseUrl);
    const page = await fetch(`${closed.address}/@ann`);
    const { status, body } = await fetchJson(`${closed.address}/api/v1/profiles/ann`);
    await closed.close();
    expect(page.status).toBe(404);
    expect([status, body]).toMatchObject([401, { reason: 'TOKEN_INVALID' }]);
  });
});
