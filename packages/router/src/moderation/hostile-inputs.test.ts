import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { appRouter } from '../root.ts';
import { outcome } from '../testing/outcome.ts';
import { admin, somebody, type Person } from '../testing/people.ts';
import { procedures, rawCall } from '../testing/raw-call.ts';
import { useService } from '../testing/use-service.ts';

const service = useService();
let root: Person;
let ann: Person;

beforeAll(async () => {
  root = await admin(service());
  ann = await somebody(service());
  await ann.api.profiles.create({ username: 'ann', referral: '' });
});

const paths = procedures
  .filter(({ kind }) => kind === 'moderation')
  .map(({ path }) => path);

/**
 * No field may fail on these: text that PostgreSQL can't store or read, wildcards,
 * and values of the wrong type.
 */
const values: unknown[] = [
  '\0',
  '\ud800',
  '%',
  '\\',
  "'; drop table users; --",
  'a'.repeat(100_000),
  '0000-01-01T00:00:00Z',
  '0001-01-01T00:00:00Z',
  '9999-12-31T23:59:59.999Z',
  '9999-12-31T23:59:59.9999999Z',
  `2026-01-01T00:00:00.${'1'.repeat(200)}Z`,
  '99999999999999999999',
  '-1',
  '',
  'constructor',
  '__proto__',
  1e308,
  -1,
  0.5,
  null,
  true,
  [],
  {},
  [{ id: 'x', revision: -1 }],
  Buffer.from('newest 9999999999999999 00000000-0000-0000-0000-000000000000').toString(
    'base64url',
  ),
  Buffer.from('newest 99999999999999999 99999999999999999').toString('base64url'),
  Buffer.from('changed -99999999999999999 1').toString('base64url'),
  Buffer.from('username \0 1').toString('base64url'),
];

/** Valid inputs of moderation procedures that need fields. */
const right = () => ({
  id: ann.id,
  username: 'ann',
  profiles: [{ id: ann.id, revision: 1 }],
  reason: 'spam',
  from: 'user',
  to: 'moderator',
  session: ann.id,
  address: 'ann@example.com',
  ownerId: ann.id,
  name: 'A program',
  scopes: ['moderation'],
});

const Definition = z.object({ inputs: z.array(z.instanceof(z.ZodType)) });

const all: Record<string, unknown> = appRouter._def.procedures;

function schemasOf(path: string): z.ZodType[] {
  const procedure = all[path];
  if (typeof procedure !== 'function') return [];
  return Definition.parse(Reflect.get(procedure, '_def')).inputs;
}

/** Some common fields, if a procedure's input is no plain object. */
const commonFields = ['id', 'action', 'event', 'to'];

describe.each(paths)('%s', (path) => {
  it('accepts or refuses each input, and never fails', async () => {
    const schemas = schemasOf(path);
    const fields = schemas.flatMap((schema) =>
      schema instanceof z.ZodObject ? Object.keys(schema.shape) : [],
    );
    const inputs = (fields.length > 0 ? fields : commonFields).flatMap((field) =>
      values.map((value) => ({ ...right(), [field]: value })),
    );
    // What its schema refuses goes no further, so one of it is enough. Without a schema
    // no input is read.
    const goesOn = (input: object) =>
      schemas.length > 0 && schemas.every((schema) => schema.safeParse(input).success);
    const refused = inputs.find((input) => !goesOn(input));
    const tried = [...inputs.filter(goesOn), ...(refused ? [refused] : []), right()];
    for (const input of tried) {
      const ending = await outcome(rawCall(service(), root.token, path, input));
      expect(`${ending} for ${JSON.stringify(input)?.slice(0, 300)}`).not.toMatch(
        /^(INTERNAL|not mapped|SERVICE_UNAVAILABLE)/,
      );
    }
  });
});
