import { readWhole } from '../committed.ts';
import { readDocument } from '../index.ts';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { parsings } from './probes.ts';
import { proceduresByOperation } from './procedures.ts';

const document = readDocument(await readWhole());

/** The schema of a list's page number, without what makes it optional. */
function pageSchema(): z.ZodNumber {
  const { input } = proceduresByOperation().get('listMyProfiles') ?? {};
  const page: unknown = input instanceof z.ZodObject ? input.shape['page'] : undefined;
  const inner = page instanceof z.ZodDefault ? page.unwrap() : page;
  if (!(inner instanceof z.ZodNumber)) {
    throw new TypeError('The page is no number');
  }
  return inner;
}

it('notices a schema that has begun to coerce, as trpc-to-openapi’s plugin makes them', () => {
  const before = parsings(document);
  const { def } = pageSchema();
  def.coerce = true;
  try {
    expect(parsings(document)).not.toEqual(before);
  } finally {
    def.coerce = false;
  }
  expect(parsings(document)).toEqual(before);
});
