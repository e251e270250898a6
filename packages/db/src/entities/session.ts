import { defineEntity, p } from '@mikro-orm/core';
import { index, instant, instantOfCreation } from './columns.ts';
import { personal } from './personal.ts';
import { userKey } from './user.ts';

/** A Bearer token, or the cookie of a member's page. */
const sessionKinds = ['token', 'page'] as const;

export type SessionKind = (typeof sessionKinds)[number];

export const SessionSchema = defineEntity({
  name: 'Session',
  tableName: 'sessions',
  indexes: [
    { name: 'sessions_by_user', properties: ['userId', 'createdAt'] },
    index('sessions_ended', 'sessions (ended_at) where ended_at is not null'),
    index('sessions_open', 'sessions (created_at) where ended_at is null'),
    index(
      'sessions_by_test_end',
      'sessions (test_ends_at) where test_ends_at is not null',
    ),
  ],
  properties: {
    id: personal(p.uuid().primary(), 'exported', 'deleted'),
    userId: () => personal(userKey('user_id', 'cascade'), 'repeated', 'deleted'),
    tokenHash: personal(
      p.blob().unique('sessions_token_hash_unique'),
      'withheld',
      'deleted',
    ),
    kind: personal(p.enum(sessionKinds).default('token'), 'exported', 'deleted'),
    browser: personal(p.text(), 'exported', 'deleted'),
    system: personal(p.text(), 'exported', 'deleted'),
    createdAt: personal(instantOfCreation(), 'exported', 'deleted'),
    lastUsedAt: personal(instantOfCreation(), 'exported', 'deleted'),
    idleExpired: personal(p.boolean().default(false), 'exported', 'deleted'),
    endedAt: personal(instant().strictNullable(), 'exported', 'deleted'),
    testEndsAt: personal(instant().strictNullable(), 'exported', 'deleted'),
  },
});

/**
 * A sign-in of one device. Only the SHA-256 of the session token is stored. An
 * `idleExpired` session still works, but can't moderate. Sessions of the kind
 * `page` and of test logins can never moderate. A test login ends at
 * `testEndsAt`.
 */
export class Session extends SessionSchema.class {
  /** An earlier end keeps its time. */
  end(at: string): void {
    this.endedAt ??= at;
  }
}

SessionSchema.setClass(Session);
