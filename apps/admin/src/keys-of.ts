/** The keys of a record, in the order in which it is written. */
export const keysOf = <Key extends string>(
  record: Readonly<Record<Key, unknown>>,
): Key[] => Object.keys(record).filter((key): key is Key => key in record);
