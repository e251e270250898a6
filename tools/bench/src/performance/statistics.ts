/** The value below which that share of the values lies; of the nearest rank. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  const rank = Math.max(0, Math.ceil(share * sorted.length) - 1);
  return sorted[rank] ?? Number.NaN;
}

export type Spread = { median: number; lowest: number; highest: number };

/** The median of the values, and how far they lie apart. */
export function spreadOf(values: readonly number[]): Spread {
  return {
    median: percentile(values, 0.5),
    lowest: Math.min(...values),
    highest: Math.max(...values),
  };
}
