import { randomBytes } from 'node:crypto';
import type { Orm } from '@namecard/db';
import {
  giveClock,
  type TestClock,
  type TestDatabase,
  useTestDatabase,
} from '@namecard/db/testing';
import { v7 } from 'uuid';
import { beforeAll } from 'vitest';
import { createKeyRing } from '../access/keys.ts';
import type { Call } from '../call.ts';
import type { Context, Settings } from '../context.ts';
import { UnlistedReason } from '../errors.ts';
import { createCaller } from '../root.ts';
import { sharedManager } from '../transaction.ts';
import { defaultSettings, fixedHashes, silentTelemetry } from './settings.ts';

export type Caller = ReturnType<typeof createCaller>;

export type Overrides = Partial<Omit<Context['deps'], 'settings'>> & {
  settings?: Partial<Settings>;
};

/** The service on its own database and clock. */
export type TestService = {
  /** Where another connection finds the database. */
  url: string;
  orm: Orm;
  /** Stands still until a test moves it. */
  clock: TestClock;
  deps: Context['deps'];
  /** Every failure that was reported as our fault, oldest first. */
  unexpected: unknown[];
  context(token?: string, call?: Partial<Call>): Context;
  /** Calls procedures with the token; without a token as nobody. */
  as(token?: string, call?: Partial<Call>): Caller;
  /** Another instance on the same database and clock. It shares no batches. */
  with(overrides: Overrides): TestService;
};

/** Call the returned getter only in tests and hooks. */
export function useService(
  overrides: Overrides = {},
  isolation?: string,
): () => TestService {
  const database = useTestDatabase(isolation);
  let clock: TestClock | undefined;
  beforeAll(async () => {
    clock = await giveClock(database().orm);
  });
  let service: TestService | undefined;
  return () => {
    if (clock === undefined) throw new Error('The service is there only while tests run');
    service ??= makeService(database(), clock, overrides);
    return service;
  };
}

type Store = Pick<TestDatabase, 'url' | 'orm'>;

/** The service draws one of 50 approvals for a second look. Tests draw none. */
const undrawn = Buffer.from([0, 0, 0, 1]);

export function makeService(
  { url, orm }: Store,
  clock: TestClock,
  overrides: Overrides,
): TestService {
  const { settings, ...others } = overrides;
  const deps: Context['deps'] = {
    em: sharedManager(orm),
    admit: (_, work) => work(),
    keys: createKeyRing(['a secret key that only these tests use']),
    hashes: fixedHashes,
    telemetry: silentTelemetry,
    random: {
      id: () => v7(),
      bytes: (length) => (length === undrawn.length ? undrawn : randomBytes(length)),
    },
    mailQueued: () => {},
    actBegun: () => {},
    deliver: async () => ({ outcome: 'sent', messageId: 'not sent by tests' }),
    clearSuppression: async () => ({ outcome: 'cleared' }),
    webhooks: { takes: () => true, send: async () => ({ status: 204 }) },
    ...others,
    settings: { ...defaultSettings, ...settings },
  };
  const unexpected: unknown[] = [];
  const context: TestService['context'] = (token, call) => ({
    call: {
      id: 'request-1',
      ip: '127.0.0.1',
      authorization: token === undefined ? undefined : `Bearer ${token}`,
      userAgent: undefined,
      ...call,
    },
    deps,
    onUnexpected: (error) => {
      if (error instanceof UnlistedReason) throw error;
      unexpected.push(error);
    },
  });
  return {
    url,
    orm,
    clock,
    deps,
    unexpected,
    context,
    as: (token, call) => createCaller(context(token, call)),
    with: (changed) =>
      makeService({ url, orm }, clock, {
        ...deps,
        em: sharedManager({ em: orm.em.fork() }),
        ...changed,
        settings: { ...deps.settings, ...changed.settings },
      }),
  };
}
