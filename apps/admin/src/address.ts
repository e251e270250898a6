/** What an address asks for: text by its name, as it stands. The router's own reading would take `1e5` for a number. */
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

/** Text that is more than spaces. */
export const textOf = (value: unknown, longest: number): string | undefined =>
  typeof value === 'string' && value.trim() !== '' && value.length <= longest
    ? value
    : undefined;

export const choiceOf = <Choice extends string>(
  value: unknown,
  choices: readonly Choice[],
): Choice | undefined => choices.find((choice) => choice === value);

/** A page's own link says `true`, and an address the text of it. */
export const flagOf = (value: unknown): true | undefined =>
  value === true || value === 'true' || undefined;

/** A calendar day such as `2026-01-31`. */
export function dayOf(value: unknown): string | undefined {
  return typeof value === 'string' &&
    /^\d{4}-\d{2}-\d{2}$/.test(value) &&
    Number.isFinite(Date.parse(value))
    ? value
    : undefined;
}

/** The instant at which a day begins where the viewer is. */
export const startOf = (day: string) => new Date(`${day}T00:00`).toISOString();

/** The instant at which the next day begins there; a day in which the clocks change is no 24 hours long. */
export function endOf(day: string): string {
  const next = new Date(`${day}T00:00`);
  next.setDate(next.getDate() + 1);
  return next.toISOString();
}

/** The object without its undefined fields. */
export function given<Fields extends object>(fields: Fields): Given<Fields>;
export function given(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  );
}

/** What is changed of an address; what is undefined is taken away. */
export type Part<Search> = { [Key in keyof Search]: Search[Key] | undefined };

type Given<Fields> = { [Key in keyof Fields]?: Exclude<Fields[Key], undefined> };
