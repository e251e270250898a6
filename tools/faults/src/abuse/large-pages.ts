/** So many calls of one batch, as the path of its request. */
export function batchOf(calls: { path: string; input: unknown }[]): string {
  const paths = calls.map(({ path }) => path).join(',');
  const inputs = Object.fromEntries(calls.map(({ input }, index) => [index, input]));
  return `/trpc/${paths}?batch=1&input=${encodeURIComponent(JSON.stringify(inputs))}`;
}

/** Calls in one batch, at most. */
export const largestBatch = 10;

/** The most expensive legal batch: page after page of a hundred profiles, each as large as it may be. */
export const largePages = batchOf(
  Array.from({ length: largestBatch }, () => ({
    path: 'profiles.list',
    input: { limit: 100 },
  })),
);
