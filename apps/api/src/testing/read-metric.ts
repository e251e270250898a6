import type { Metrics } from '../watch/metrics.ts';

/** The value of a metric with these labels, or undefined. */
export async function readMetric(
  metrics: Metrics | undefined,
  name: string,
  labels: Record<string, string> = {},
): Promise<number | undefined> {
  const metric = await metrics?.register.getSingleMetric<string>(name)?.get();
  const isAsked = (given: Record<string, string | number | undefined>) =>
    Object.entries(labels).every(([label, value]) => given[label] === value);
  return metric?.values.find((one) => isAsked(one.labels))?.value;
}
