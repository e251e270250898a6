/** The fields of a form. */
export type Posted = Readonly<Record<string, string>>;

/** Keeps the first of repeated fields. */
export function postedOf(body: unknown): Posted {
  if (typeof body !== 'object' || body === null) return {};
  const fields = Object.entries(body).flatMap(([name, value]) => {
    const first: unknown = Array.isArray(value) ? value[0] : value;
    return typeof first === 'string' ? [[name, first] as const] : [];
  });
  return Object.fromEntries(fields);
}

/** What was typed, or what is stored if the form lacks the field. */
export const textOf = (posted: Posted, field: string, stored = ''): string =>
  Object.hasOwn(posted, field) ? (posted[field] ?? '') : stored;
