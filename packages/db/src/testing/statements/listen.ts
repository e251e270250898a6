import type { Client } from 'pg';

const heard = new Set<string>();
const listening = new WeakSet<Client>();

const textOf = (query: unknown): string | undefined => {
  if (typeof query === 'string') return query;
  const isText = typeof query === 'object' && query !== null && 'text' in query;
  return isText && typeof query.text === 'string' ? query.text : undefined;
};

/** Calls back for each query that clients send. Returns a function that ends this. */
export function watchQueries(
  clients: Client,
  onSent: (text: string | undefined, answer: unknown) => void,
): () => void {
  const send: unknown = Reflect.get(clients, 'query');
  if (typeof send !== 'function') throw new Error('pg has another interface');
  Reflect.set(clients, 'query', function query(this: Client, ...given: unknown[]) {
    const answer: unknown = Reflect.apply(send, this, given);
    onSent(textOf(given[0]), answer);
    return answer;
  });
  return () => void Reflect.set(clients, 'query', send);
}

/**
 * Calls back once for each text that succeeds, in all test files of this process.
 * Statements that tests expect to fail are left out.
 */
export function listen(clients: Client, onText: (text: string) => void): void {
  if (listening.has(clients)) return;
  listening.add(clients);
  watchQueries(clients, (text, answer) => {
    if (text !== undefined && !heard.has(text) && answer instanceof Promise) {
      const hear = () => {
        if (!heard.has(text)) onText(text);
        heard.add(text);
      };
      answer.then(hear, () => {});
    }
  });
}
