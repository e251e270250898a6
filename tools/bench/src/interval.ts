/** The median of figures that were measured in pairs, and the 95 % confidence interval of its true value. */
export type Interval = { middle: number; low: number; high: number };

/**
 * The true median lies below a pair's figure or above it with equal chance, so tossing a coin for each pair tells how
 * many may lie beyond the interval's ends: at most 2.5 % of tosses are as uneven. No distribution is assumed. It takes
 * six pairs to have ends.
 * @param mean averages the two in the middle
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

/** A half and a double cancel out. */
export const ratioInterval = (ratios: readonly number[]) =>
  intervalOf(ratios, (one, other) => Math.sqrt(one * other));

export const differenceInterval = (differences: readonly number[]) =>
  intervalOf(differences, (one, other) => (one + other) / 2);

export const widthOf = ({ low, high }: Interval): number => high - low;
