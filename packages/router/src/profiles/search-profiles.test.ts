import { statements } from '@namecard/db';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { wrongFields } from '../testing/outcome.ts';
import { admin, moderator, type Person, program, signIn } from '../testing/people.ts';
import { type Caller, useService } from '../testing/use-service.ts';

type Search = Parameters<Caller['profiles']['search']>[0];

const service = useService();
let ann: Person;
let ben: Person;
let staff: Person;

type Said = Omit<Parameters<Caller['profiles']['updateSocials']>[0], 'username'>;

async function make({ api }: Person, username: string, said: Said = {}, referral = '') {
  await api.profiles.create({ username, referral });
  await api.profiles.updateSocials({ username, ...said });
}

beforeAll(async () => {
  ann = await signIn(service(), 'Ann.Miller@example.com');
  ben = await signIn(service(), 'ben@example.org');
  staff = await moderator(service());
  const garden = {
    about: 'Grows 100% of her\nZEBRA plants in Zürich',
    socials: { website: 'https://garden.example/roses' },
  };
  await make(ann, 'Chess_1', garden, 'a newsletter');
  await make(ann, 'chess.2', { about: 'Plays C:\\games in ÖSTERREICH' });
  await make(ben, 'hidden-1', { about: 'zebra plants' });
  await make(ben, 'kana', { about: '日本から плавает' });
  await make(ben, 'Quiet', { socials: { x: 'https://x.com/zebra' } }, 'kana');
  await staff.api.moderation.profiles.hide({ username: 'hidden-1', reason: 'spam' });
});

const search = async (input: Search, { api }: { api: Caller } = ben) =>
  (await api.profiles.search(input)).data;

const names = async (input: Search, by?: { api: Caller }) =>
  (await search(input, by)).profiles.map(({ username }) => username);

/** The cards of all pages of a search. */
async function pages(text: string, limit = 100): Promise<string[][]> {
  const found: string[][] = [];
  let cursor: string | undefined;
  do {
    const page = await search({ text, limit, ...(cursor && { cursor }) });
    found.push(page.profiles.map(({ username }) => username));
    cursor = page.nextCursor ?? undefined;
  } while (cursor);
  return found;
}

const everything = ['Quiet', 'kana', 'chess.2', 'Chess_1'];

describe('a search', () => {
  it.each([
    ['a part of the username', 'hess', ['chess.2', 'Chess_1']],
    ['a part of the text', 'zebr', ['Chess_1']],
    ['the username, in another case', 'QUIET', ['Quiet']],
    ['the text, in another case', 'zeBRA', ['Chess_1']],
    ['umlauts, in another case', 'ZÜRICH', ['Chess_1']],
    ['umlauts of capitals', 'österr', ['chess.2']],
    ['another script, in another case', 'ПЛАВ', ['kana']],
    ['words of both, in any order', 'plants 1 CHESS zürich', ['Chess_1']],
    ['words with blanks around them', '  zebra \u{3000} plants\u{a0}', ['Chess_1']],
  ])('finds cards by %s', async (_, text, expected) => {
    expect(await names({ text })).toEqual(expected);
  });

  it.each([
    ['one of the words stands nowhere', 'zebra finches'],
    ['the words stand in different cards', 'zebra österreich'],
    ['a word runs from the username into the text', 'kana日本'],
    ['a word stands in the link alone', 'garden'],
    ['one of the words stands in the link alone', 'zebra roses'],
    ['a word stands in the referral alone', 'newsletter'],
    ['one of the words stands in the referral alone', 'zebra newsletter'],
    ['a word stands in the owner’s address alone', 'miller'],
    ['one of the words stands in the owner’s address alone', 'chess miller'],
  ])('finds nothing if %s', async (_, text) => {
    for (const asker of [ben, ann, staff])
      expect(await names({ text }, asker)).toEqual([]);
  });

  it.each([
    ['100%', ['Chess_1']],
    ['%', ['Chess_1']],
    ['s_1', ['Chess_1']],
    ['c:\\game', ['chess.2']],
    ['\\', ['chess.2']],
    ['.', ['chess.2']],
    ['日本', ['kana']],
    ['i n', ['chess.2', 'Chess_1']],
  ])('takes %j literally, also short texts', async (text, expected) => {
    expect(await names({ text })).toEqual(expected);
  });

  it.each(['1%0', 'ches_', '\\%', 'zebr.', '"zebra', '-zebra', "'", "zebra')--", 'qz'])(
    'finds nothing for %j',
    async (text) => {
      expect(await names({ text })).toEqual([]);
    },
  );

  it.each(['', ' ', ' \u{3000} '])('for %j finds all, newest first', async (text) => {
    expect(await names({ text })).toEqual(everything);
  });

  it('gives whole cards', async () => {
    const { profile } = (await ben.api.profiles.read({ username: 'Quiet' })).data;
    const found = await search({ text: 'quiet' });
    expect(found).toEqual({ profiles: [profile], nextCursor: null });
  });

  it('finds the current text of a card', async () => {
    const username = 'changing';
    await make(ann, username, { about: 'before' });
    await ann.api.profiles.updateSocials({ username, about: 'after' });
    expect(await names({ text: 'before' })).toEqual([]);
    expect(await names({ text: 'after' })).toEqual([username]);
    await ann.api.profiles.remove({ username });
    expect(await names({ text: 'after' })).toEqual([]);
  });

  it('never finds hidden cards, and finds restored ones', async () => {
    const key = await program(service(), await admin(service()), 'profiles:read');
    const everybody = [ann, ben, staff, await admin(service()), key];
    for (const asker of everybody) {
      expect(await names({ text: 'hidden-1' }, asker)).toEqual([]);
      expect(await names({ text: '' }, asker)).toEqual(everything);
    }
    await staff.api.moderation.profiles.restore({ username: 'hidden-1' });
    for (const asker of everybody) {
      expect(await names({ text: 'zebra' }, asker)).toEqual(['hidden-1', 'Chess_1']);
    }
    await staff.api.moderation.profiles.hide({ username: 'hidden-1', reason: 'spam' });
  });

  it('is refused with nine words', async () => {
    expect(await wrongFields(search({ text: 'a b c d e f g h i' }))).toEqual(['text']);
  });
});

describe('a cursor', () => {
  it.each([1, 2, 3, 4])('reads %i cards per page to the end', async (limit) => {
    const found = await pages('', limit);
    expect(found.flat()).toEqual(everything);
    expect(found).toHaveLength(Math.ceil(everything.length / limit));
  });

  it('stays valid if cards are hidden or created meanwhile', async () => {
    const { nextCursor } = await search({ text: '', limit: 1 });
    await make(ann, 'newest');
    await staff.api.moderation.profiles.hide({ username: 'kana', reason: 'spam' });
    const cursor = nextCursor ?? '';
    for (const _ of ['once', 'again'])
      expect(await names({ text: '', cursor })).toEqual(['chess.2', 'Chess_1']);
    await staff.api.moderation.profiles.restore({ username: 'kana' });
    await ann.api.profiles.remove({ username: 'newest' });
  });

  it('of another list is refused', async () => {
    const walk = await ben.api.profiles.walk({ limit: 1 });
    const found = await staff.api.moderation.profiles.search({ limit: 1 });
    const mine = await search({ text: '', limit: 1 });
    for (const { nextCursor } of [walk.data, found.data]) {
      const call = search({ text: '', cursor: nextCursor ?? '' });
      expect(await wrongFields(call)).toEqual(['cursor']);
    }
    const cursor = mine.nextCursor ?? '';
    expect(await wrongFields(ben.api.profiles.walk({ cursor }))).toEqual(['cursor']);
  });

  it.each([
    '',
    'x',
    '\0',
    'made up',
    '9'.repeat(400),
    btoa('s x'),
    btoa('p 1'),
    btoa(`s ${'9'.repeat(19)}`),
  ])('that was made up is refused: %j', async (cursor) => {
    expect(await wrongFields(search({ text: '', cursor }))).toEqual(['cursor']);
  });
});

describe('among 11,000 cards', () => {
  const amount = 11_000;

  beforeAll(async () => {
    const em = statements(service().orm.em.fork());
    for (let made = 0; made < amount; made += 500) {
      await sql`
        insert into profiles (id, owner_id, username, username_key, referral, about, hidden)
        select gen_random_uuid(), ${ann.id}, 'p' || n, 'p' || n, case when n = 500 then 'rare' else '' end,
          case when n % 2000 = 7 then 'rare' else '' end || case when n = 3 then 'ж' else '' end, n % 4000 = 7
        from generate_series(${made + 1}::int, ${made + 500}::int) n order by n
      `.execute(em);
    }
  });

  it('a rare word is found at once, and hidden cards use no place on the page', async () => {
    expect(await pages('rare', 1)).toEqual([['p10007'], ['p6007'], ['p2007']]);
  });

  it('a short one is found over several pages, which may be empty', async () => {
    expect(await pages('ж')).toEqual([[], ['p3']]);
  });

  it('all cards with a common one are found, each once', async () => {
    const expected = Array.from({ length: amount }, (_, index) => amount - index)
      .filter((n) => n % 4000 !== 7 && String(n).includes('9'))
      .map((n) => `p${n}`);
    expect((await pages('9')).flat()).toEqual(expected);
  });
});
