import { describe, expect, it } from 'vitest';
import { readAddress } from '../addresses.ts';
import { decodeList, readList } from './read-list.ts';

const emailsOf = (text: string) => readList(text).map(({ email }) => email);
const two = ['ann@example.com', 'bob@example.com'];

describe('a list of people', () => {
  it.each([
    ['one a line', 'ann@example.com\r\nbob@example.com\r\n'],
    ['commas', 'ann@example.com, bob@example.com'],
    ['semicolons', 'ann@example.com; bob@example.com;'],
    [
      'the headers of Google Contacts',
      'First Name,E-mail 1 - Label,E-mail 1 - Value\nAnn,* Home,ann@example.com ::: ann@example.org\n"B, Bob",,bob@example.com',
    ],
    [
      'columns that are named like the address',
      'Mailing list,Address,Adresse mail\nNews,1 High Street,ann@example.com\n,,"bob@example.com, bob@example.org"',
    ],
    ['several addresses in a cell', 'ann@example.com / bob@example.com'],
    ['a German header', 'Name;E-Mail\nAnn;ann@example.com\nBob;bob@example.com'],
    ['tabs', 'id\tusername\temail\n1\tann\tann@example.com\n2\tbob\tbob@example.com'],
    ['no header', 'Ann,ann@example.com,1\nBob,bob@example.com,2'],
    ['a byte order mark', '\uFEFFemail\r\nann@example.com\r\nbob@example.com'],
    ['quotes', '"email"\n"ann@example.com"\n"bob@example.com"'],
    ['breaks of Word', 'ann@example.com\vbob@example.com\u2028'],
    ['commas of East Asian keyboards', 'ann@example.com、bob@example.com'],
    [
      'an invisible mark in a header',
      '\u200bE\u2011\u200bMail\nann@example.com\nbob@example.com',
    ],
    [
      'titles above its header, and people without an address below',
      'Mailing list, of 2026\n,\nName,E-Mail\n"Ann",ann@example.com\nBob,bob@example.com',
    ],
    [
      'a title without a separator',
      'Members 2026\n\nName;E-Mail\nAnn;ann@example.com\nBob;bob@example.com',
    ],
    ['a line for Excel', 'sep=;\r\nemail;x\r\nann@example.com;\r\nbob@example.com;'],
  ])('is read with %s', (_, text) => {
    expect(emailsOf(text)).toEqual(two);
  });

  it('keeps names with their address, and lines that have none', () => {
    const text = 'Müller, Ann <ann@example.com>, Bob <bob@example.com>\n\nCarla';
    expect(readList(text)).toEqual([
      { line: 1, email: 'Ann <ann@example.com>', language: undefined },
      { line: 1, email: 'Bob <bob@example.com>', language: undefined },
      { line: 3, email: 'Carla', language: undefined },
    ]);
  });

  it.each([
    ['a forum', 'username,name,email,locale', 'ann,Ann Müller,ann@example.com,de'],
    ['WordPress', 'user_login,user_email,display_name', 'ann,ann@example.com,Ann Müller'],
    ['Outlook', 'First Name,Last Name,E-mail Address', 'Ann,Müller,ann@example.com'],
    ['a club', 'Vorname;Nachname;E-Mail-Adresse', 'Ann;Müller;ann@example.com'],
  ])('finds the name as %s exports it', (_, header, line) => {
    const [read] = readList(`${header}\n${line}`);
    expect(read).toMatchObject({
      email: 'ann@example.com',
      draft: { name: 'Ann Müller' },
    });
  });

  it.each([
    ['Preferred Language', 'de-AT', 'de'],
    ['preferred_language', 'fr_FR', 'fr'],
    ['Bevorzugte Sprache', 'Deutsch', 'de'],
    ['Langue', 'Anglais', 'en'],
    ['Locale', 'English (United States)', 'en'],
    ['Language', 'Estonian', undefined],
    ['Slang', 'de', undefined],
  ])('reads the language of a column %s with %s', (header, value, language) => {
    expect(readList(`email,${header}\nann@example.com,${value}`)[0]).toMatchObject({
      language,
    });
  });

  it('reads the columns of a card that is prepared', () => {
    const text =
      'user\u200bname;Ｎame;email;about;website\nann;Ann Müller;ann@example.com;"Hello\nyou";\n;\u3164;bob@example.com;;';
    expect(readList(text)).toMatchObject([
      { draft: { username: 'ann', name: 'Ann Müller', about: 'Hello\nyou' } },
      { email: 'bob@example.com' },
    ]);
    expect(readList(text)[1]).not.toHaveProperty('draft');
  });

  it.each([
    ["'ann@example.com", 'ann@example.com'],
    ["'+ann@example.com", '+ann@example.com'],
    ["'ann@example.com'", 'ann@example.com'],
    ["o'brien@example.com", "o'brien@example.com"],
    ["'o'brien@example.com", "o'brien@example.com"],
    ['"ann\n@example.com"', 'ann @example.com'],
  ])('reads a cell %s of a spreadsheet as %s', (cell, email) => {
    const read = (text: string) => readList(text).map((one) => readAddress(one.email));
    expect(read(`email\n${cell}`)).toEqual([email]);
    expect(read(`${cell},Ann`)[0]).toBe(email);
  });

  it('cuts no apostrophe from one of several addresses', () => {
    const both = "o'brien@example.com / 'bob@example.com'";
    const read = readList(both).map(({ email }) => readAddress(email));
    expect(read).toEqual(["o'brien@example.com", 'bob@example.com']);
    expect(readList(`email\n${both}`)[0]?.email).toBe("o'brien@example.com");
  });

  it('numbers lines as the file has them', () => {
    const text = 'email,language,note\nann@example.com,,"two\nlines"\n,fr,\n';
    expect(readList(text)).toEqual([
      { line: 2, email: 'ann@example.com', language: undefined },
      { line: 4, email: '', language: 'fr' },
    ]);
  });

  it.each([
    ['to the end of the file', 'carla@example.com,Carla'],
    ['before the next quoted cell', 'carla@example.com,"Carla, Jr."'],
    ['before a cell that is quoted to its end', '"carla@example.com","Carla ""C"" Jr."'],
  ])('reads a quote that nothing ends as a character: %s', (_, last) => {
    const text = `email,name\nann@example.com,"Ann\nbob@example.com,\n${last}`;
    expect(emailsOf(text)).toEqual([...two, 'carla@example.com']);
    expect(readList(text)[0]).toMatchObject({ draft: { name: 'Ann' } });
  });

  it('marks characters that no text may have, so that one line refuses no other', () => {
    const text = 'ann@example.com\0\nbob@example.com\uD800\neve@example.com\uFFFE\n';
    expect(readList(text).map(({ email }) => email)).toEqual([
      'ann@example.com\uFFFD',
      'bob@example.com\uFFFD',
      'eve@example.com\uFFFD',
    ]);
  });

  it.each([
    ['UTF-8', Buffer.from('é')],
    ['UTF-16', Buffer.from('\uFEFFé', 'utf16le')],
    ['UTF-16 of old Macs', Buffer.from('\uFEFFé', 'utf16le').swap16()],
    ['Windows-1252', Buffer.from([0xe9])],
    ['Excel for a Macintosh', Buffer.from('\x8e\r', 'latin1')],
  ])('is decoded from %s', (_, bytes) => {
    expect(decodeList(bytes).trim()).toBe('é');
  });
});
