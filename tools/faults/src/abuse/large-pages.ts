/** The path of a batch with these calls. */
export function batchOf(calls: { path: string; input: unknown }[]): string {
  const paths = calls.map(({ path }) => path).join(',');
  const inputs = Object.fromEntries(calls.map(({ input }, index) => [index, input]));
  return `/trpc/${paths}?batch=1&input=${encodeURIComponent(JSON.stringify(inputs))}`;
}

/** Most calls in one batch. */
export const largestBatch = 10;

/** The most expensive legal batch: pages of the largest profiles. */
export const largePages = batchOf(
  Array.from({ length: largestBatch }, () => ({
    path: 'profiles.list',
    input: { limit: 100 },
  })),
);
