export type Offered = { among: readonly string[]; names: readonly string[] };

/**
 * A copy in which each object and list that holds all of `among` keeps only `names`:
 * properties of schemas, enums and examples.
 */
export function withOffered<Whole extends object>(
  whole: Whole,
  { among, names }: Offered,
): Whole {
  const others = new Set(among.filter((name) => !names.includes(name)));
  const drop = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    if (Array.isArray(value) && among.every((name) => value.includes(name))) {
      value.splice(0, value.length, ...value.filter((name) => !others.has(name)));
    }
    if (among.every((name) => Object.hasOwn(value, name))) {
      for (const name of others) Reflect.deleteProperty(value, name);
    }
    Object.values(value).forEach(drop);
  };
  const copy = structuredClone(whole);
  drop(copy);
  return copy;
}
