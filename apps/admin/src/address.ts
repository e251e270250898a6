import { seenText } from '@namecard/client';

/**
 * Parameters of a URL as text. The router's own parser would read `1e5` as a
 * number.
 */
export const parseSearch = (search: string): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(search));

export function stringifySearch(search: Record<string, unknown>): string {
  const parts = Object.entries(given(search)).map(([name, value]) => [
    name,
    String(value),
  ]);
  const text = new URLSearchParams(parts).toString();
  return text && `?${text}`;
}

/** Text that shows something and is not too long, or undefined. */
export const textOf = (value: unknown, longest: number): string | undefined =>
  typeof value === 'string' && seenText(value).trim() !== '' && value.length <= longest
    ? value
    : undefined;

export const choiceOf = <Choice extends string>(
  value: unknown,
  choices: readonly Choice[],
): Choice | undefined => choices.find((choice) => choice === value);

/** A link in the app gives `true`, a URL gives the text `true`. */
export const flagOf = (value: unknown): true | undefined =>
  value === true || value === 'true' || undefined;

/** A day such as `2026-01-31`, of the years 1000 to 2999, or undefined. */
export function dayOf(value: unknown): string | undefined {
  if (typeof value !== 'string' || !/^[12]\d{3}-\d{2}-\d{2}$/.test(value)) {
    return undefined;
  }
  const date = new Date(value);
  if (Number.isNaN(date.getTime())) return undefined;
  // A date such as `2026-02-31` is read as a day of March.
  return date.toISOString().startsWith(value) ? value : undefined;
}

/** The start of a day in the viewer's time zone. */
export const startOf = (day: string) => new Date(`${day}T00:00`).toISOString();

/**
 * The start of the next day in the viewer's time zone. A day may have 23 or 25
 * hours.
 */
export function endOf(day: string): string {
  const next = new Date(`${day}T00:00`);
  next.setHours(24);
  return next.toISOString();
}

export function given<Fields extends object>(fields: Fields): Given<Fields>;
export function given(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  );
}

type Given<Fields> = { [Key in keyof Fields]?: Exclude<Fields[Key], undefined> };

/**
 * Keeps a page's search in the fragment of its URL. Browsers send no fragment, so no
 * proxy logs whom somebody looked for. Reads URLs with a query too.
 */
export const searchInFragment = {
  input: ({ url }: { url: URL }): URL =>
    url.search === '' ? movedTo('search', url.hash, url) : url,
  output: ({ url }: { url: URL }): URL => movedTo('hash', url.search, url),
};

/** The router goes on using the URL that it gave, so that one stays as it is. */
function movedTo(part: 'search' | 'hash', text: string, url: URL): URL {
  const moved = new URL(url);
  moved.search = '';
  moved.hash = '';
  moved[part] = text.slice(1);
  return moved;
}
