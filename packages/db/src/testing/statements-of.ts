import { Client } from 'pg';
import { watchQueries } from './statements/listen.ts';

/** Returns the texts that this process sends to databases while the work runs. */
export async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const texts: string[] = [];
  const end = watchQueries(Client.prototype, (text = '') => texts.push(text));
  try {
    await work();
  } finally {
    end();
  }
  return texts;
}
