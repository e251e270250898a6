/** The median of paired figures with its 95 % confidence interval. */
export type Interval = { middle: number; low: number; high: number };

/**
 * The true median is above or below a pair's figure with equal chance, like a
 * tossed coin. So at most 2.5 % of tosses may be as uneven as the interval's
 * ends. This needs no assumption about the distribution, but at least six pairs.
 * @param mean averages the two values in the middle
 */
function intervalOf(
  figures: readonly number[],
  mean: (one: number, other: number) => number,
): Interval {
  const sorted = figures.toSorted((one, other) => one - other);
  const count = sorted.length;
  let beyond = 0;
  let chance = 0.5 ** count;
  for (let tail = chance; tail <= 0.025; tail += chance) {
    beyond += 1;
    chance *= (count - beyond + 1) / beyond;
  }
  const [one = Number.NaN, other = one] = sorted.slice(
    (count - 1) >> 1,
    (count >> 1) + 1,
  );
  return {
    middle: mean(one, other),
    low: sorted[beyond - 1] ?? -Infinity,
    high: sorted[count - beyond] ?? Infinity,
  };
}

/** The geometric mean: a half and a double cancel out. */
export const ratioInterval = (ratios: readonly number[]) =>
  intervalOf(ratios, (one, other) => Math.sqrt(one * other));

export const differenceInterval = (differences: readonly number[]) =>
  intervalOf(differences, (one, other) => (one + other) / 2);

export const widthOf = ({ low, high }: Interval): number => high - low;
