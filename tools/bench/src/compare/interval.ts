/** The median of ratios that were measured in pairs, and the 95 % confidence interval of its true value. */
export type Interval = { ratio: number; low: number; high: number };

/**
 * The true median lies below a pair's ratio or above it with equal chance, so tossing a coin for each pair tells how many may lie
 * beyond the interval's ends: at most 2.5 % of tosses are as uneven. No distribution is assumed, and a pair that the machine
 * spoiled counts no more than another. It takes six pairs to have ends.
 */
export function intervalOf(ratios: readonly number[]): Interval {
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
    // The two in the middle are averaged so that a half and a double cancel out.
    ratio: Math.sqrt(one * other),
    low: sorted[beyond - 1] ?? 0,
    high: sorted[count - beyond] ?? Infinity,
  };
}

export const widthOf = ({ low, high }: Interval): number => high - low;
