import type { EntityProperty } from '@mikro-orm/core';
import { ActCodeSchema } from './entities/act-code.ts';
import { AddressSchema } from './entities/address.ts';
import { AuditEventSchema } from './entities/audit-event.ts';
import { BudgetSchema } from './entities/budget.ts';
import { ChallengeSchema } from './entities/challenge.ts';
import {
  ChangeFeedSchema,
  ChangeSchema,
  PendingChangeSchema,
} from './entities/change.ts';
import { HourlyCountSchema } from './entities/hourly-count.ts';
import { InstanceSchema } from './entities/instance.ts';
import { InvitationSchema } from './entities/invitation.ts';
import { ItemSchema } from './entities/item.ts';
import { JobSchema } from './entities/job.ts';
import { MailTurnSchema } from './entities/mail-turn.ts';
import { ModerationActionSchema } from './entities/moderation-action.ts';
import { MoveSchema } from './entities/move.ts';
import { NetworkGuessesSchema } from './entities/network-guesses.ts';
import { NeverAgainSchema } from './entities/never-again.ts';
import { NoteSchema } from './entities/note.ts';
import { OutboxMailSchema } from './entities/outbox-mail.ts';
import { ProfileSegmentSchema } from './entities/profile-segment.ts';
import { ProfileSchema } from './entities/profile.ts';
import { RateLimitSchema } from './entities/rate-limit.ts';
import { RemovedCardSchema } from './entities/removed-card.ts';
import { ReportSchema } from './entities/report.ts';
import { RestingUsernameSchema } from './entities/resting-username.ts';
import { ServiceKeySchema } from './entities/service-key.ts';
import { SessionSchema } from './entities/session.ts';
import { SnoozeSchema } from './entities/snooze.ts';
import { UserSchema } from './entities/user.ts';
import { WaitingActSchema } from './entities/waiting-act.ts';
import { WebhookDeliverySchema } from './entities/webhook-delivery.ts';
import { WebhookEndpointSchema } from './entities/webhook-endpoint.ts';

export const entities = [
  ActCodeSchema,
  AddressSchema,
  AuditEventSchema,
  BudgetSchema,
  ChallengeSchema,
  ChangeFeedSchema,
  ChangeSchema,
  HourlyCountSchema,
  InstanceSchema,
  InvitationSchema,
  ItemSchema,
  JobSchema,
  MailTurnSchema,
  ModerationActionSchema,
  MoveSchema,
  NetworkGuessesSchema,
  NeverAgainSchema,
  NoteSchema,
  OutboxMailSchema,
  PendingChangeSchema,
  ProfileSegmentSchema,
  ProfileSchema,
  RateLimitSchema,
  RemovedCardSchema,
  ReportSchema,
  RestingUsernameSchema,
  ServiceKeySchema,
  SessionSchema,
  SnoozeSchema,
  UserSchema,
  WaitingActSchema,
  WebhookDeliverySchema,
  WebhookEndpointSchema,
];

/** The properties of a table's primary key. */
export const primaryKeyOf = (table: string): string[] =>
  entities
    .filter(({ tableName }) => tableName === table)
    .flatMap(({ meta }) => Object.entries<EntityProperty>(meta.properties))
    .flatMap(([property, { primary }]) => (primary ? [property] : []));
