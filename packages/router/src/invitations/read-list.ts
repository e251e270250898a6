// The packed client ships this file to browsers, so it imports only seen-text.ts, which is
// shipped too.
import { category, seenWord, withBreaks } from '../seen-text.ts';

/** A line of a list. `line` is its number in the file, from 1. */
export type ListedLine = {
  line: number;
  email: string;
  language: string | undefined;
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

const byteOrderMark = '\uFEFF';

/** Characters that no text may have. One of them would refuse all lines of a call. */
const forbidden = category(
  '[^\\P{Cc}\\n\\r\\t]|[\\p{Cs}\\p{Noncharacter_Code_Point}]',
  '[\\u0000-\\u0008\\u000e-\\u001f\\u007f-\\u009f\\ufdd0-\\ufdef\\ufffe\\uffff]',
);

/** Text of a file as spreadsheets write it: UTF-8, UTF-16 or Windows-1252. */
export function decodeList(bytes: Uint8Array): string {
  const mark = `${bytes[0]} ${bytes[1]}`;
  if (mark === '255 254') return new TextDecoder('utf-16le').decode(bytes);
  if (mark === '254 255') return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

type Row = { line: number; cells: string[] };

/** Quoted cells may hold separators, line breaks and doubled quotes (RFC 4180). */
function rowsOf(text: string, separator: string): Row[] {
  const rows: Row[] = [];
  let row: Row = { line: 1, cells: [] };
  let line = 1;
  let cell = '';
  let isQuoted = false;
  const endCell = () => {
    row.cells.push(cell.trim());
    cell = '';
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
        isQuoted = isQuoted ? false : cell.trim() === '';
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

/** The separator that the first line has most of, outside quotes. */
function separatorOf(text: string): string {
  const [first = ''] = text.trimStart().split('\n');
  const bare = first.replaceAll(/"[^"]*"/g, '');
  const counted = separators.map((one) => ({ one, count: bare.split(one).length }));
  return counted.reduce((most, next) => (next.count > most.count ? next : most)).one;
}

/** Word writes U+2011, which people see as U+2010. */
const addressHeaders = [
  /^e[-\u2010]?mail$/i,
  /e[-\u2010]?mail|courriel|correo/i,
  /^(mail|address|adresse|dirección)$/i,
];

const languageHeader = /^(language|lang|locale|sprache|langue|idioma)$/i;

/** Which column has the address; undefined if the row is no header. */
function addressColumn({ cells }: Row): number | undefined {
  if (cells.some((cell) => cell.includes('@'))) {
    return undefined;
  }
  for (const header of addressHeaders) {
    const index = cells.findIndex((cell) => header.test(cell));
    if (index >= 0) return index;
  }
  return undefined;
}

/** Without a header each cell with an @ is an address. */
function readBare({ line, cells }: Row): ListedLine[] {
  const addresses = cells.filter((cell) => cell.includes('@'));
  const found = addresses.length > 0 ? addresses : cells.filter(Boolean).slice(0, 1);
  return found.map((email) => ({ line, email, language: undefined }));
}

/** Undefined if all its columns are missing or empty. */
function draftOf(header: Row, { cells }: Row): ListedLine['draft'] {
  const draft: ListedLine['draft'] = {};
  header.cells.forEach((cell, index) => {
    const name = cell.toLowerCase();
    const text = cells[index];
    if (isDraftColumn(name) && text && seenWord(text)) {
      draft[name] = Array.from(text).slice(0, draftColumns[name]).join('');
    }
  });
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
  const [names, ...rest] = rows;
  const first = names && { ...names, cells: names.cells.map(seenWord) };
  const column = first && addressColumn(first);
  if (first === undefined || column === undefined) {
    return rows.flatMap(readBare);
  }
  const language = first.cells.findIndex((cell) => languageHeader.test(cell));
  return rest.map((row) => {
    const { line, cells } = row;
    const draft = draftOf(first, row);
    return {
      line,
      email: cells[column] ?? '',
      language: cells[language]?.slice(0, 2).toLowerCase() || undefined,
      ...(draft && { draft }),
    };
  });
}
