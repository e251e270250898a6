const number = new Intl.NumberFormat('en');

/** "1,000". */
export const inDigits = (count: number): string => number.format(count);

/** "1 profile", "1,000 profiles", "2 people". */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${number.format(count)} ${count === 1 ? one : many}`;

/** The name of a single one, or how many they are: "ann", "97 profiles". */
export function nameOrCount(names: readonly string[], one: string): string {
  const [first] = names;
  return names.length === 1 && first !== undefined ? first : counted(names.length, one);
}
