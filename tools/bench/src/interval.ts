/** The median of paired ratios with its 95 % confidence interval. */
export type Interval = { middle: number; low: number; high: number };

/**
 * The true median is above or below a pair's figure with equal chance, like a
 * tossed coin. So at most 2.5 % of tosses may be as uneven as the interval's
 * ends. This needs no assumption about the distribution, but at least six pairs.
 */
export function ratioInterval(ratios: readonly number[]): Interval {
  const sorted = ratios.toSorted((one, other) => one - other);
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
    // The geometric mean: a half and a double cancel out.
    middle: Math.sqrt(one * other),
    low: sorted[beyond - 1] ?? -Infinity,
    high: sorted[count - beyond] ?? Infinity,
  };
}

/** Kept or not only if the whole interval is on one side of the target. */
export function verdictOf({ low, high }: Interval, target: number): string {
  if (high <= target) return 'kept';
  return low > target ? 'not kept' : 'unknown';
}
