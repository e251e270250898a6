import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { files } from '../committed.ts';

/** A step to a part of a document: a key or an index. */
type Step = string | number;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

function holderOf(document: unknown, steps: Step[]): Record<string, unknown> {
  const held = steps.reduce<unknown>(
    (value, step) => (isObject(value) ? value[step] : undefined),
    document,
  );
  if (!isObject(held)) {
    throw new Error(`There is nothing to change at ${steps.join(' ')}`);
  }
  return held;
}

/** A change of the public document. Undefined removes a part; `-` is a list's end. */
export type Edit = { at: Step[]; to: unknown };

/** The document with the changes. Fails if a change would remove nothing. */
function edited(text: string, edits: Edit[]): string {
  const document: unknown = JSON.parse(text);
  for (const { at, to } of edits) {
    const holder = holderOf(document, at.slice(0, -1));
    const key = at.at(-1) ?? '';
    if (Array.isArray(holder) && key === '-') {
      holder.push(to);
    } else if (to !== undefined) {
      holder[key] = to;
    } else if (Array.isArray(holder)) {
      holder.splice(Number(key), 1);
    } else if (Object.hasOwn(holder, key)) {
      Reflect.deleteProperty(holder, key);
    } else {
      throw new Error(`There is nothing to remove at ${at.join(' ')}`);
    }
  }
  return JSON.stringify(document);
}

/** Calls `use` with a temporary file of the changed document. */
export async function withEdited<Result>(
  edits: Edit[],
  use: (path: string) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'namecard-contract-'));
  try {
    const path = join(folder, 'openapi.json');
    await writeFile(path, edited(await readFile(files.public, 'utf8'), edits));
    return await use(path);
  } finally {
    await rm(folder, { recursive: true });
  }
}
