import type { z } from 'zod';
import type { Deps } from '../../context.ts';
import { readKeys } from './keys.sql.ts';
import type { KeyList } from './schemas.ts';
import { keyView } from './view.ts';

const longestList = 500;

export async function listKeys({ em, settings }: Deps): Promise<z.infer<typeof KeyList>> {
  const rows = await readKeys(em, { most: longestList });
  return { data: { keys: rows.map((row) => keyView(row, settings)) } };
}
