/** What a form sent: each field once. */
export type Posted = Readonly<Record<string, string>>;

/** The fields of a form's body. Of one that came more than once the first counts. */
export function postedOf(body: unknown): Posted {
  if (typeof body !== 'object' || body === null) return {};
  const fields = Object.entries(body).flatMap(([name, value]) => {
    const first: unknown = Array.isArray(value) ? value[0] : value;
    return typeof first === 'string' ? [[name, first] as const] : [];
  });
  return Object.fromEntries(fields);
}

/** The text of a field, empty where it did not come. */
export const textOf = (posted: Posted, field: string): string =>
  Object.hasOwn(posted, field) ? (posted[field] ?? '') : '';
