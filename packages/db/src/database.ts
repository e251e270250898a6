import type { InferKyselyDB } from '@mikro-orm/sql';
import type { SqlEntityManager } from '@mikro-orm/postgresql';
import type { Kysely } from 'kysely';
import type { AddressSchema } from './entities/address.ts';
import type { ChallengeSchema } from './entities/challenge.ts';
import type { EventSchema } from './entities/event.ts';
import type { HourlyCountSchema } from './entities/hourly-count.ts';
import type { IdempotencyKeySchema } from './entities/idempotency-key.ts';
import type { OutboxMailSchema } from './entities/outbox-mail.ts';
import type { ProfileSchema } from './entities/profile.ts';
import type { ProfileStretchSchema } from './entities/profile-stretch.ts';
import type { RateLimitSchema } from './entities/rate-limit.ts';
import type { SessionSchema } from './entities/session.ts';
import type { UserSchema } from './entities/user.ts';

type Entities =
  | typeof AddressSchema
  | typeof ChallengeSchema
  | typeof EventSchema
  | typeof HourlyCountSchema
  | typeof IdempotencyKeySchema
  | typeof OutboxMailSchema
  | typeof ProfileSchema
  | typeof ProfileStretchSchema
  | typeof RateLimitSchema
  | typeof SessionSchema
  | typeof UserSchema;

/** The tables and their columns, inferred from the entities. Stamps are PostgreSQL's own text, microseconds kept. */
export type Database = InferKyselyDB<Entities>;

/** Typed statements through the connection, and the transaction if there is one, of `em`. */
export function statements(em: SqlEntityManager): Kysely<Database> {
  return em.getKysely<Database>();
}
