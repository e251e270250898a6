import { percentile } from '@namecard/testing';

export type Spread = { median: number; lowest: number; highest: number };

/** The median of the values, and how far they lie apart. */
export function spreadOf(values: readonly number[]): Spread {
  return {
    median: percentile(values, 0.5),
    lowest: Math.min(...values),
    highest: Math.max(...values),
  };
}
