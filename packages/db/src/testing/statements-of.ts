import { Client } from 'pg';
import { textOf } from './statements/listen.ts';

/** Returns the texts that this process sends to databases while the work runs. */
export async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const texts: string[] = [];
  const clients = Client.prototype;
  const send: unknown = Reflect.get(clients, 'query');
  if (typeof send !== 'function') throw new Error('pg has another interface');
  Reflect.set(clients, 'query', function query(this: Client, ...given: unknown[]) {
    texts.push(textOf(given[0]) ?? '');
    return Reflect.apply(send, this, given);
  });
  try {
    await work();
  } finally {
    Reflect.set(clients, 'query', send);
  }
  return texts;
}
