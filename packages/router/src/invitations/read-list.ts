// The packed client ships this file to browsers, so it imports only seen-text.ts, which is
// shipped too.
import { category, seenWord, withBreaks } from '../seen-text.ts';

/** A line of a list. `line` is its number in the file, from 1. */
export type ListedLine = {
  line: number;
  email: string;
  language: ListedLanguage | undefined;
  draft?: Partial<Record<DraftColumn, string>>;
};

/** Columns of a card that is prepared for the person, and their longest texts. */
const draftColumns = {
  username: 64,
  name: 200,
  about: 2_000,
  x: 512,
  telegram: 512,
  website: 512,
  discord: 512,
  github: 512,
  linkedin: 512,
  mastodon: 512,
  bluesky: 512,
  instagram: 512,
  youtube: 512,
  matrix: 512,
  signal: 512,
};

type DraftColumn = keyof typeof draftColumns;

const isDraftColumn = (name: string): name is DraftColumn =>
  Object.hasOwn(draftColumns, name);

/** What forums, mailing lists and address books call these columns. */
const otherNames: readonly [RegExp, DraftColumn][] = [
  [/^(user[ _]?(name|login)|login|benutzername|usuario)$/, 'username'],
  [/^((display|full)[ _]?name|anzeigename|nom complet|nombre completo)$/, 'name'],
  [/^(bio|biography)$/, 'about'],
  [/^(twitter|x \(twitter\))$/, 'x'],
  [/^(web ?page|(user_|website )?url|webseite|site web|sitio web)$/, 'website'],
];

/** A name in two columns, if there is none in one. */
const nameParts = [
  /^((first|given)[ _]?name|vorname|prénom|nombre)$/,
  /^((last|family)[ _]?name|surname|nachname|nom|apellidos?)$/,
];

const byteOrderMark = '\uFEFF';

/** Characters that no text may have. One of them would refuse all lines of a call. */
const forbidden = category(
  '[^\\P{Cc}\\n\\r\\t]|[\\p{Cs}\\p{Noncharacter_Code_Point}]',
  '[\\u0000-\\u0008\\u000e-\\u001f\\u007f-\\u009f\\ufdd0-\\ufdef\\ufffe\\uffff]',
);

/**
 * Text of a file as spreadsheets write it: UTF-8, UTF-16, Windows-1252, or for a Macintosh
 * MacRoman, whose lines end with a carriage return alone.
 */
export function decodeList(bytes: Uint8Array): string {
  const mark = `${bytes[0]} ${bytes[1]}`;
  if (mark === '255 254') return new TextDecoder('utf-16le').decode(bytes);
  if (mark === '254 255') return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    const isOfMac = bytes.includes(13) && !bytes.includes(10);
    return new TextDecoder(isOfMac ? 'macintosh' : 'windows-1252').decode(bytes);
  }
}

type Row = { line: number; cells: string[] };

/** What stands behind a quoted cell: nothing, white space, a separator or an address. */
const behindQuotes = /^[\s,;，；、<]?$/;

/**
 * Whether the quote at `begin` ends as the quote of a cell does. One that does not is a
 * character: else its cell would take in the next lines, and show these people to one.
 */
function isEnded(text: string, begin: number): boolean {
  let end = text.indexOf('"', begin + 1);
  while (end >= 0 && text[end + 1] === '"') end = text.indexOf('"', end + 2);
  return end >= 0 && behindQuotes.test(text[end + 1] ?? '');
}

/** Quoted cells may hold separators, line breaks and doubled quotes (RFC 4180). */
function rowsOf(text: string, separator: string): Row[] {
  const rows: Row[] = [];
  let row: Row = { line: 1, cells: [] };
  let line = 1;
  let cell = '';
  let isQuoted = false;
  let mayBeQuoted = true;
  const endCell = () => {
    row.cells.push(cell.trim());
    cell = '';
    mayBeQuoted = true;
  };
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] ?? '';
    if (character === '\n') line += 1;
    if (character === '"') {
      const isDoubled = isQuoted && text[at + 1] === '"';
      if (isDoubled) {
        cell += '"';
        at += 1;
      } else {
        isQuoted = mayBeQuoted && cell.trim() === '' && isEnded(text, at);
        mayBeQuoted = false;
      }
    } else if (!isQuoted && character === separator) {
      endCell();
    } else if (!isQuoted && character === '\n') {
      endCell();
      rows.push(row);
      row = { line, cells: [] };
    } else {
      cell += character;
    }
  }
  endCell();
  rows.push(row);
  return rows.filter(({ cells }) => cells.some((one) => one !== ''));
}

/** The last three come from East Asian keyboards. */
const separators = [',', ';', '\t', '，', '；', '、'];

/** The separator that the first line with any has most of, outside quotes. */
function separatorOf(text: string): string {
  const hasAny = (line: string) => separators.some((one) => line.includes(one));
  const first = text.split('\n').find(hasAny) ?? '';
  const bare = first.replaceAll(/"[^"]*"/g, '');
  const counted = separators.map((one) => ({ one, count: bare.split(one).length }));
  return counted.reduce((most, next) => (next.count > most.count ? next : most)).one;
}

/** The best first. Word writes U+2011, which people see as U+2010. */
const addressHeaders = [
  /^e[-\u2010]?mail$/,
  /mail|courriel|correo/,
  /address|adresse|dirección/,
];

const languageHeader = /(^|[^a-z])(language|lang|locale|sprache|langue|idioma)([^a-z]|$)/;

const languageWords = [
  ['en', /^(en|eng|english|englisch|anglais|inglés)\b/],
  ['de', /^(de|deu|ger|german|deutsch|allemand|alemán)\b/],
  ['fr', /^(fr|fra|fre|french|französisch|français|francés)\b/],
  ['es', /^(es|spa|spanish|spanisch|espagnol|español)\b/],
] as const;

type ListedLanguage = (typeof languageWords)[number][0];

/** From "de-AT", "en_US", "Deutsch" or "English (United States)". */
function languageOf(text: string): ListedLanguage | undefined {
  const word = text.toLowerCase().replaceAll('_', ' ');
  return languageWords.find(([, words]) => words.test(word))?.[0];
}

type Header = { names: string[]; column: number; rest: readonly Row[] };

/**
 * The row that names the columns, and which has the address. It may stand below titles,
 * but above all addresses. Other columns may be named so too, such as "E-mail 1 - Label".
 */
function headerOf(rows: readonly Row[]): Header | undefined {
  const first = rows.findIndex(({ cells }) => cells.some((cell) => cell.includes('@')));
  const above = rows.slice(0, first < 0 ? 1 : first);
  const mayHaveIt = (column: number) =>
    first < 0 || rows.some(({ cells }) => cells[column]?.includes('@'));
  for (const header of addressHeaders) {
    for (const [index, { cells }] of above.entries()) {
      const names = cells.map((cell) => seenWord(cell).toLowerCase());
      const column = names.findIndex((name, at) => header.test(name) && mayHaveIt(at));
      if (column >= 0) return { names, column, rest: rows.slice(index + 1) };
    }
  }
  return undefined;
}

/**
 * Of a cell with several, such as "a@example.com ::: b@example.com". An apostrophe before
 * them says that the cell is text: spreadsheets write it, and our CSV before a `+`.
 */
function addressesOf(cell: string): string[] {
  // The field that shows it has no line breaks.
  const text = cell.replace(/^'/, '').replaceAll('\n', ' ');
  const isOne = text.indexOf('@') === text.lastIndexOf('@');
  return (isOne ? null : text.match(/[^\s,;:<>|/"]+@[^\s,;:<>|/"]+/g)) ?? [text];
}

/** Without a header each cell with an @ is an address. */
function readBare({ line, cells }: Row): ListedLine[] {
  const addresses = cells.filter((cell) => cell.includes('@'));
  const found = addresses.length > 0 ? addresses : cells.filter(Boolean).slice(0, 1);
  return found
    .flatMap(addressesOf)
    .map((email) => ({ line, email, language: undefined }));
}

type Columns = { named: Map<number, DraftColumn>; nameParts: number[] };

/** Which columns of the file are of the card. */
function columnsOf(names: readonly string[]): Columns {
  const named = new Map<number, DraftColumn>();
  for (const [index, name] of names.entries()) {
    const column = isDraftColumn(name)
      ? name
      : otherNames.find(([others]) => others.test(name))?.[1];
    if (column) named.set(index, column);
  }
  const partOf = (part: RegExp) => names.findIndex((name) => part.test(name));
  return { named, nameParts: nameParts.map(partOf) };
}

/** Undefined if all its columns are missing or empty. */
function draftOf(
  { named, nameParts: parts }: Columns,
  { cells }: Row,
): ListedLine['draft'] {
  const draft: ListedLine['draft'] = {};
  const take = (name: DraftColumn, text = '') => {
    if (seenWord(text)) {
      draft[name] ??= Array.from(text).slice(0, draftColumns[name]).join('');
    }
  };
  for (const [index, name] of named) take(name, cells[index]);
  take(
    'name',
    parts
      .map((index) => cells[index] ?? '')
      .join(' ')
      .trim(),
  );
  return Object.keys(draft).length > 0 ? draft : undefined;
}

/**
 * Reads a pasted list or a CSV: separated by commas, semicolons or tabs, with or without
 * a header. A cell may be `Name <address>`. Whether an address is one is not checked.
 */
export function readList(typed: string): ListedLine[] {
  const text = withBreaks(typed.replace(byteOrderMark, '')).replaceAll(
    forbidden,
    '\uFFFD',
  );
  const rows = rowsOf(text, separatorOf(text));
  // A line for Excel alone, which names the separator.
  if (/^sep=$/i.test(rows[0]?.cells[0] ?? '')) rows.shift();
  const header = headerOf(rows);
  if (!header) {
    return rows.flatMap(readBare);
  }
  const { names, column, rest } = header;
  const columns = columnsOf(names);
  const language = names.findIndex((name) => languageHeader.test(name));
  return rest.map((row) => {
    const { line, cells } = row;
    const draft = draftOf(columns, row);
    return {
      line,
      // A row is one person.
      email: addressesOf(cells[column] ?? '')[0] ?? '',
      language: languageOf(cells[language] ?? ''),
      ...(draft && { draft }),
    };
  });
}
