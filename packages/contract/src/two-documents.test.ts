import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { files, readWhole } from './committed.ts';
import { readDocument, type Operation } from './document.ts';

const Named = z.record(z.string(), z.json());

/** Without `securitySchemes`, in which the documents differ. */
const Components = z.object({
  components: z.object({ schemas: Named, responses: Named, headers: Named }),
});

async function read(path: string) {
  const text = await readFile(path, 'utf8');
  const { components } = Components.parse(JSON.parse(text));
  return { text, components, operations: readDocument(text).operations };
}

const open = await read(files.public);
const moderation = await read(files.moderation);
const whole = readDocument(await readWhole());

/** Components by their `$ref`. */
const componentsOf = ({ components: all }: typeof open) =>
  Object.entries(all).flatMap(([kind, components]) =>
    Object.entries(components).map(
      ([name, component]) => [`#/components/${kind}/${name}`, component] as const,
    ),
  );

const nameOf = ({ method, path }: Operation) => `${method} ${path}`;

const takesRole = ({ responses }: Operation) =>
  JSON.stringify(responses).includes('"ROLE_MISSING"');

describe('the two documents', () => {
  it('are split by role: only calls that need one are in moderation', () => {
    expect(whole.operations.filter(takesRole).map(nameOf)).toEqual(
      moderation.operations.map(nameOf),
    );
  });

  it('say the same about everything in both', () => {
    const staffs = new Map(componentsOf(moderation));
    const both = componentsOf(open).filter(([name]) => staffs.has(name));
    expect(both.map(([name]) => name)).toContain('#/components/schemas/Profile');
    expect(both).toEqual(both.map(([name]) => [name, staffs.get(name)]));
  });

  it.each([
    ['public', open],
    ['moderation', moderation],
  ])('have the components that they use, and no others: %s', (_name, one) => {
    const kept = componentsOf(one).map(([name]) => name);
    const used = Array.from(
      one.text.matchAll(/"\$ref": "([^"]+)"/g),
      ([, ref = '']) => ref,
    );
    expect([...new Set(used)].toSorted()).toEqual(kept.toSorted());
  });
});
