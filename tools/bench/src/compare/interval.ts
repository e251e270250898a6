/** A ratio of two versions and the 95 % confidence interval of its true value. */
export type Interval = { ratio: number; low: number; high: number };

/** The 97.5th percentile of the normal distribution. */
const z = 1.959964;

/** The 97.5th percentile of Student's t; Abramowitz and Stegun 26.7.5, right to 0.002 from 5 degrees of freedom on. */
function studentT(freedom: number): number {
  const terms = [
    (z ** 3 + z) / 4,
    (5 * z ** 5 + 16 * z ** 3 + 3 * z) / 96,
    (3 * z ** 7 + 19 * z ** 5 + 17 * z ** 3 - 15 * z) / 384,
  ];
  return terms.reduce((sum, term, index) => sum + term / freedom ** (index + 1), z);
}

/** Of ratios that were measured in pairs. Their logarithms are averaged, so that a half and a double cancel out. */
export function intervalOf(ratios: readonly number[]): Interval {
  const count = ratios.length;
  const logs = ratios.map(Math.log);
  const mean = logs.reduce((sum, log) => sum + log, 0) / count;
  const variance = logs.reduce((sum, log) => sum + (log - mean) ** 2, 0) / (count - 1);
  const half = count > 1 ? studentT(count - 1) * Math.sqrt(variance / count) : Infinity;
  return { ratio: Math.exp(mean), low: Math.exp(mean - half), high: Math.exp(mean + half) };
}

export const widthOf = ({ low, high }: Interval): number => high - low;
