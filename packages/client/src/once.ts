/** The same result each time, made when it is first asked for. */
export function once<Result>(make: () => Result): () => Result {
  let made: { result: Result } | undefined;
  return () => (made ??= { result: make() }).result;
}
