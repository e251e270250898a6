import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { files, readWhole } from './committed.ts';
import { readDocument, type Operation } from './document.ts';
import { proceduresByOperation } from './fuzz/procedures.ts';

const Components = z.object({
  components: z.record(z.string(), z.record(z.string(), z.json())),
});

async function read(path: string) {
  const text = await readFile(path, 'utf8');
  const { components } = Components.parse(JSON.parse(text));
  return { text, components, operations: readDocument(text).operations };
}

const open = await read(files.public);
const moderation = await read(files.moderation);
const whole = readDocument(await readWhole());

const nameOf = ({ method, path }: Operation) => `${method} ${path}`;

/** By `TOKEN_INVALID` and so on, as the document itself says it. */
const mayFailWith = (reason: string) => (operation: Operation) =>
  JSON.stringify(operation.responses).includes(`"${reason}"`);

describe('the two documents', () => {
  it('have every operation of REST between them, each in one', () => {
    const ids = [...open.operations, ...moderation.operations].map(
      ({ operationId }) => operationId,
    );
    expect(ids.toSorted()).toEqual([...proceduresByOperation().keys()].toSorted());
    expect(whole.operations).toHaveLength(ids.length);
  });

  it('part by who may call: what takes a role is moderation, and nothing else is', () => {
    const takesRole = mayFailWith('ROLE_MISSING');
    expect(whole.operations.filter(takesRole).map(nameOf)).toEqual(
      moderation.operations.map(nameOf),
    );
  });

  it('say the same of what both speak of', () => {
    for (const [kind, components] of Object.entries(open.components)) {
      for (const [name, component] of Object.entries(components)) {
        const same = moderation.components[kind]?.[name] ?? component;
        if (kind !== 'securitySchemes') {
          expect(same).toEqual(component);
        }
      }
    }
  });

  it.each([
    ['public', open],
    ['moderation', moderation],
  ])('have the components that they use, and no others: %s', (_name, one) => {
    const kept = Object.entries(one.components)
      .filter(([kind]) => kind !== 'securitySchemes')
      .flatMap(([kind, components]) =>
        Object.keys(components).map((name) => `#/components/${kind}/${name}`),
      );
    const used = Array.from(one.text.matchAll(/"\$ref": "([^"]+)"/g), ([, ref]) => ref);
    expect([...new Set(used)].toSorted()).toEqual(kept.toSorted());
  });
});

it('the public document has the six basic calls and what the baseline has', async () => {
  const names = open.operations.map(nameOf);
  expect(names).toEqual(
    expect.arrayContaining([
      'POST /auth/send-code',
      'POST /auth/verify-code',
      'PATCH /users/me',
      'POST /profiles',
      'GET /profiles',
      'PATCH /profiles/{username}/socials',
    ]),
  );
  const baseline = readDocument(await readFile(files.baseline, 'utf8'));
  expect(baseline.operations.map(nameOf).filter((name) => !names.includes(name))).toEqual(
    [],
  );
});
