import { AddressSchema } from './entities/address.ts';
import { AuditEventSchema } from './entities/audit-event.ts';
import { ChallengeSchema } from './entities/challenge.ts';
import { HourlyCountSchema } from './entities/hourly-count.ts';
import { IdempotencyKeySchema } from './entities/idempotency-key.ts';
import { JobSchema } from './entities/job.ts';
import { ModerationActionSchema } from './entities/moderation-action.ts';
import { OutboxMailSchema } from './entities/outbox-mail.ts';
import { ProfileSegmentSchema } from './entities/profile-segment.ts';
import { ProfileSchema } from './entities/profile.ts';
import { RateLimitSchema } from './entities/rate-limit.ts';
import { SessionSchema } from './entities/session.ts';
import { UserSchema } from './entities/user.ts';

/** All there is in the database. */
export const entities = [
  AddressSchema,
  AuditEventSchema,
  ChallengeSchema,
  HourlyCountSchema,
  IdempotencyKeySchema,
  JobSchema,
  ModerationActionSchema,
  OutboxMailSchema,
  ProfileSegmentSchema,
  ProfileSchema,
  RateLimitSchema,
  SessionSchema,
  UserSchema,
];
