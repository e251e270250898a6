import { statements } from '@namecard/db';
import { sql } from 'kysely';
import { z } from 'zod';
import { deriveCodes } from '../access/codes.ts';
import { appErrorFrom } from '../errors.ts';
import type { TestService } from './use-service.ts';

/** The newest code that was mailed for an act, of this person or of all. */
export async function actCodeOf(
  { orm, deps }: TestService,
  { id }: { id?: string } = {},
): Promise<string> {
  const row = await statements(orm.em.fork())
    .selectFrom('act_codes')
    .innerJoin('sessions', 'sessions.id', 'act_codes.sessionId')
    .select(['act_codes.id', 'hash', 'keyId'])
    .$if(id !== undefined, (query) => query.where('sessions.userId', '=', id ?? ''))
    .orderBy('act_codes.id', 'desc')
    .executeTakeFirstOrThrow();
  const key = deps.keys.find(row.keyId);
  if (!key) throw new Error('The code was made under a key that is not in use');
  return deriveCodes(key, row.id, row.hash).long;
}

const Input = z.record(z.string(), z.unknown());

/** Calls again with the mailed code, as a person does who reads their mail. */
async function withCode(
  service: TestService,
  call: (input: unknown) => unknown,
  input: unknown,
) {
  try {
    return await call(input);
  } catch (error) {
    if (appErrorFrom(error).reason !== 'CODE_REQUIRED') throw error;
    const result = await call({ ...Input.parse(input), code: await actCodeOf(service) });
    // So that a test can do more of these acts than a person in an hour.
    await sql`update act_codes set asked_at = asked_at - interval '1 hour'`.execute(
      statements(service.orm.em.fork()),
    );
    return result;
  }
}

/** The same procedures, for somebody who enters each mailed code. */
export const enteringCodes = <Api extends object>(service: TestService, api: Api): Api =>
  new Proxy(api, {
    get: (target, name) => {
      const found: unknown = Reflect.get(target, name);
      return typeof found === 'function' ? enteringCodes(service, found) : found;
    },
    apply: (target, self, [input]) => {
      const call = (given: unknown): unknown => {
        if (typeof target !== 'function') throw new Error('This is no procedure');
        return Reflect.apply(target, self, [given]);
      };
      return withCode(service, call, input);
    },
  });
