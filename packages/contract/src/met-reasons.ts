import { readFile, writeFile } from 'node:fs/promises';
import { z } from 'zod';

const file = new URL('../met-reasons.json', import.meta.url);

/** An operation's status and reason, as in `POST /profiles 409 USERNAME_TAKEN`. */
export type MetReason = string;

export const metReason = (
  { method, path }: { method: string; path: string },
  status: number | string,
  reason: string,
): MetReason => `${method.toUpperCase()} ${path} ${status} ${reason}`;

/** The reasons that the fuzzer has ever met: clients wait for them, so that no version may leave one of them out. */
export const readMetReasons = async (): Promise<Set<MetReason>> =>
  new Set(z.array(z.string()).parse(JSON.parse(await readFile(file, 'utf8'))));

/** Adds what a run met. */
export async function keepMetReasons(met: ReadonlySet<MetReason>): Promise<void> {
  const all = [...(await readMetReasons()).union(met)].toSorted();
  await writeFile(file, `${JSON.stringify(all, null, 2)}\n`);
}
