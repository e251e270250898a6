import { readFile, writeFile } from 'node:fs/promises';
import { z } from 'zod';

const file = new URL('../met-reasons.json', import.meta.url);

/** As in `POST /profiles 409 USERNAME_TAKEN`. */
export type MetReason = string;

export const metReason = (
  { method, path }: { method: string; path: string },
  status: number | string,
  reason: string,
): MetReason => `${method.toUpperCase()} ${path} ${status} ${reason}`;

/** All reasons ever met. No version may drop one: clients use them. */
export const readMetReasons = async (): Promise<Set<MetReason>> =>
  new Set(z.array(z.string()).parse(JSON.parse(await readFile(file, 'utf8'))));

/** Adds the reasons of a run. */
export async function keepMetReasons(met: ReadonlySet<MetReason>): Promise<void> {
  const all = [...(await readMetReasons()).union(met)].toSorted();
  await writeFile(file, `${JSON.stringify(all, null, 2)}\n`);
}
