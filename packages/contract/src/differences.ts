const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** JSON pointers (RFC 6901) to the outermost differences of two values. */
export function differences(one: unknown, other: unknown, pointer = ''): string[] {
  if (Object.is(one, other)) {
    return [];
  }
  if (!isObject(one) || !isObject(other) || Array.isArray(one) !== Array.isArray(other)) {
    return [pointer];
  }
  const keys = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...keys].flatMap((key) => {
    const inner = `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    return Object.hasOwn(one, key) && Object.hasOwn(other, key)
      ? differences(one[key], other[key], inner)
      : [inner];
  });
}
