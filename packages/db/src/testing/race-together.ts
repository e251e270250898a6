export async function raceTogether<T>(
  count: number,
  call: (index: number) => Promise<T>,
): Promise<PromiseSettledResult<T>[]> {
  return Promise.allSettled(
    Array.from({ length: count }, async (_, index) => call(index)),
  );
}
