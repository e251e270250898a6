import { statements } from '@namecard/db';
import { type RawBuilder, sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { moderator, type Person, signIn } from './testing/people.ts';
import { useService } from './testing/use-service.ts';
import { anySpelling, isTermIndexed } from './profiles/text-condition.sql.ts';
import { foldForSearch, spellings as plainSpellings } from './search-folding.ts';

const service = useService();

const inside = (...codes: number[]) =>
  codes.map((code) => `cas${String.fromCodePoint(code)}ino`);

const fullWidth = (text: string) =>
  text.replaceAll(/[!-~]/g, (letter) =>
    String.fromCodePoint(letter.charCodeAt(0) + 0xfee0),
  );

/** All look like "casino", or like it with accents. */
const spellings = [
  // Soft hyphen, joiners, marks of direction and other invisible characters.
  ...inside(0xad, 0x34f, 0x61c, 0x180e, 0x200b, 0x200c, 0x200d, 0x200e, 0x200f),
  ...inside(0x202a, 0x202c, 0x202e, 0x2060, 0x2063, 0x2066, 0x2069, 0xfeff, 0xfff9),
  // Fillers, the Braille blank, tags and variation selectors.
  ...inside(0x115f, 0x1160, 0x17b4, 0x3164, 0xffa0, 0x2800, 0xe0001, 0xe0061),
  ...inside(0xfe00, 0xfe0f, 0x180b, 0xe0100, 0xe01ef, 0x1d173),
  ...['cásino', 'cȧs̈ínõ', 'ç̌asino', 'cas⃝ino'].map((text) => text.normalize('NFC')),
  ...['cásino', 'CÄSÏNÖ'].map((text) => text.normalize('NFD')),
  fullWidth('casino'),
  fullWidth('CASINO'),
  '𝒸𝒶𝓈𝒾𝓃ℴ',
  'Ⓒⓐⓢⓘⓝⓞ',
  'ca\u{200b}\u{200b}\u{ad}s\u{301}ino\u{200f}',
];

describe('a search', () => {
  let ann: Person;
  let staff: Person;

  beforeAll(async () => {
    ann = await signIn(service(), 'ann@example.com');
    staff = await moderator(service());
    for (const [index, spelling] of spellings.entries()) {
      const username = `card_${index}`;
      await ann.api.profiles.create({ username, referral: '' });
      const about = `mark${index}x ${spelling} 24`;
      await ann.api.profiles.updateSocials({ username, about });
    }
    await ann.api.profiles.create({ username: 'other', referral: '' });
    await ann.api.profiles.updateSocials({
      username: 'other',
      about: 'cas-ino (c a sino)',
    });
  });

  const members = async (text: string) =>
    (await ann.api.profiles.search({ text, limit: 100 })).data.profiles;

  const moderators = async (text: string) =>
    (await staff.api.moderation.profiles.search({ text, limit: 100 })).data.profiles;

  const searches = [
    ['members', members],
    ['moderators', moderators],
  ] as const;

  const found = (profiles: readonly { username: string }[]) =>
    profiles.map(({ username }) => username);

  it('finds all spellings of a word by any of them', async () => {
    const all = spellings.map((_spelling, index) => `card_${index}`).toReversed();
    for (const text of ['casino', ...spellings]) {
      expect([text, found(await members(text))]).toEqual([text, all]);
    }
    expect(found(await moderators('casino'))).toEqual(all);
  });

  it('finds one of them by two words', async () => {
    for (const [index, spelling] of spellings.entries()) {
      const text = `${spelling} MARK${index}X`;
      expect(found(await moderators(text))).toEqual([`card_${index}`]);
    }
  });

  it.each(searches)('of %s ignores words that show nothing', async (_, search) => {
    for (const nothing of ['\u{200b}', '\u{301}', '\u{3164}\u{2800}', '¨']) {
      expect(found(await search(`mark3x ${nothing}`))).toEqual(['card_3']);
    }
  });

  it.each(searches)('of %s takes folded punctuation literally', async (_, search) => {
    expect(found(await search('（ｃ'))).toEqual(['other']);
    expect(found(await search('ｃ．ｓino'))).toEqual([]);
  });

  it.each(searches)(
    'of %s finds a card as it is named: @ and its username',
    async (_, search) => {
      expect(found(await search('＠Other'))).toEqual(['other']);
      expect(found(await search('@ther'))).toEqual([]);
    },
  );

  it.each(searches)('of %s finds nothing by a link with a NUL', async (_, search) => {
    expect(found(await search('mailto:ann%00@example.com'))).toEqual([]);
  });

  it('leaves out all spellings, but nothing for a word that shows nothing', async () => {
    expect(found(await moderators('-cásino'))).toEqual(['other']);
    expect(found(await moderators('mark3x -\u{200b}'))).toEqual(['card_3']);
    expect(found(await moderators('other -"\u{301}"'))).toEqual(['other']);
  });

  it('reads operators as they were typed', async () => {
    expect(found(await moderators('other －cásino'))).toEqual([]);
    expect(found(await moderators('“ＣＡＳ－ino”'))).toEqual(['other']);
    expect(found(await moderators('ｏｔ'))).toEqual(['other']);
  });

  it('finds a domain by both spellings', async () => {
    const socials = { website: 'https://bücher.example/ä' };
    await ann.api.profiles.updateSocials({ username: 'other', socials });
    const typed = ['bücher.example', 'xn--bcher-kva.example', 'ＢＵ\u{308}CHER.example'];
    for (const domain of typed)
      expect(found(await moderators(`domain:${domain}`))).toEqual(['other']);
  });
});

/** In each, any finds all. */
const alike = [
  ['Kastanienstraße', 'kastanienstrasse', 'KASTANIENSTRASSE', 'KASTANIENSTRAẞE'],
  ['Łódź', 'lodz', 'ŁODZ', 'łódź'],
  ['Søren', 'soren', 'SØREN'],
  ['Đorđe', 'dorde'],
  ['Ærøskøbing', 'aeroskobing', 'ÆRØSKØBING'],
  ['cœur', 'coeur', 'CŒUR'],
  ['Diyarbakır', 'diyarbakir', 'DİYARBAKIR', 'DIYARBAKIR'],
  ['Þórður', 'thordur', 'ÞÓRÐUR'],
  ['Ħamrun', 'hamrun'],
  ["rock'n'roll", 'rock’n’roll', 'rock‘n’roll', 'rockʼnʼroll', 'rock＇n＇roll'],
  ['Anne-Marie', 'anne–marie', 'anne—marie', 'anne‐marie', 'anne‑marie', 'anne−marie'],
  ['12"-disc', '12“-disc', '12”–disc', '12״-disc'],
  ['مصطفي', 'مصطفى', 'مصطفی'],
  ['كريم', 'کریم', 'کريم'],
];

describe('letters that Unicode does not take apart', () => {
  let ann: Person;
  let staff: Person;

  beforeAll(async () => {
    ann = await signIn(service(), 'letters@example.com');
    staff = await moderator(service());
    const cards = alike.flatMap((group, at) =>
      group.map((text, nth) => ({
        username: `alike_${at}_${nth}`,
        about: `is ${text}!`,
      })),
    );
    await sql`
      insert into profiles (id, owner_id, username, username_key, referral, about)
      select gen_random_uuid(), ${ann.id}::uuid, username, username, '', about
      from json_to_recordset(${JSON.stringify(cards)}::json) as cards (username text, about text)
    `.execute(statements(service().orm.em.fork()));
  });

  it.each(alike)('%s is found by any spelling', async (...group) => {
    const at = alike.findIndex(([text]) => text === group[0]);
    const all = group.map((_, nth) => `alike_${at}_${nth}`).toReversed();
    for (const text of group) {
      const shown = await ann.api.profiles.search({ text, limit: 100 });
      expect([text, shown.data.profiles.map((one) => one.username)]).toEqual([text, all]);
      const whole = await staff.api.moderation.profiles.search({ text, limit: 100 });
      expect([text, whole.data.profiles.map((one) => one.username)]).toEqual([text, all]);
      const counts = await staff.api.moderation.profiles.countMatching({ text });
      expect(counts.data.active.count).toBe(group.length);
    }
  });

  it('finds all spellings of a character, in the database too', async () => {
    const pairs = Object.entries(plainSpellings).flatMap(([letters, others]) =>
      Array.from(others, (other) => [letters, other] as const),
    );
    const { rows } = await sql<{ letters: string; other: string }>`
      select letters, other from unnest(
        ${pairs.map(([letters]) => letters)}::text[], ${pairs.map(([, other]) => other)}::text[],
        ${pairs.map(([letters]) => anySpelling(`${letters}word`))}::text[],
        ${pairs.map(([, other]) => anySpelling(`${other}word`))}::text[]
      ) pair (letters, other, by_letters, by_other)
      where (search_text(other || 'Word') ~ by_letters and search_text(letters || 'Word') ~ by_other) is not true
    `.execute(statements(service().orm.em.fork()));
    expect(rows).toEqual([]);
    expect(pairs.length).toBeGreaterThan(30);
  });

  it.each([
    ['joe', true],
    ['strasse', true],
    ['ass', true],
    ['ß', false],
    ["o'n-a", false],
    ['„e“', false],
  ])('%s: the index finds it: %s', (word, isIndexed) => {
    const term = { pattern: anySpelling(word), isExcluded: false };
    expect(isTermIndexed(term)).toBe(isIndexed);
  });
});

describe('the database', () => {
  const read = async <Row>(query: RawBuilder<Row>) =>
    (await query.execute(statements(service().orm.em.fork()))).rows;

  it('folds every character that it knows as the service does', async () => {
    const all = Array.from({ length: 0x10_ff_ff }, (_, index) => index + 1).filter(
      (code) => !/[\p{Cs}\p{Cn}]/u.test(String.fromCodePoint(code)),
    );
    // PostgreSQL leaves a character that it doesn't know as it is.
    const rows = await read(sql<{ code: number; folded: string }>`
      select code, search_text('a' || chr(code) || 'b') as folded from unnest(${all}::int[]) code
      where search_text(chr(code)) <> chr(code)
    `);
    const wrong = rows.filter(
      ({ code, folded }) => folded !== foldForSearch(`a${String.fromCodePoint(code)}b`),
    );
    expect(rows.length).toBeGreaterThan(5_000);
    expect(wrong.map(({ code }) => code.toString(16))).toEqual([]);
  });

  it('folds no text twice', () => {
    for (const text of [...spellings, 'ΟΔΟΣ', 'İ', '\u{fdfa}', '한국어', 'が'])
      expect(foldForSearch(foldForSearch(text))).toBe(foldForSearch(text));
  });
});
