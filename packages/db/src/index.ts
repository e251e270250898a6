export {
  escapeLike,
  every,
  given,
  type Condition,
  type OptionalCondition,
} from './conditions.ts';
export { repairCounts } from './counts.ts';
export { loadSnapshot, type Loaded } from './copy/load.ts';
export {
  countConnected,
  readSnapshot,
  type Snapshot,
  type TableRows,
} from './copy/snapshot.ts';
export { readCursor, writeCursor } from './cursors.ts';
export {
  allRows,
  firstRow,
  hasRow,
  onlyRow,
  statements,
  type Database,
  type Executor,
  type RowOf,
} from './database.ts';
export { primaryKeyOf } from './entities.ts';
export { ActCode } from './entities/act-code.ts';
export { Address } from './entities/address.ts';
export { AuditEvent } from './entities/audit-event.ts';
export { changeKinds, type ChangeKind } from './entities/change.ts';
export {
  itemKinds,
  type ItemKind,
  type ItemOutcome,
  type SeenCard,
} from './entities/item.ts';
export { Job } from './entities/job.ts';
export {
  actorKinds,
  auditEventTypes,
  ModerationAction,
  erasureReasons,
  moderationReasons,
  reportReasons,
  type ActorKind,
  type AuditEventType,
  type ModerationActionType,
  type ErasureReason,
  type ModerationReason,
  type ReportReason,
} from './entities/moderation-action.ts';
export { Move, type MoveEnder } from './entities/move.ts';
export { Note } from './entities/note.ts';
export { RemovedCard } from './entities/removed-card.ts';
export { MailTurn } from './entities/mail-turn.ts';
export {
  OutboxMail,
  mailEvents,
  mailStates,
  type MailEvent,
} from './entities/outbox-mail.ts';
export { segmentBits } from './entities/profile-segment.ts';
export { Profile, type Socials } from './entities/profile.ts';
export { formerAddresses, isOfAccount } from './former-addresses.ts';
export { isPublicCard, settleOlderCards } from './public-cards.ts';
export { usernameKinds } from './entities/resting-username.ts';
export {
  keyMakerKinds,
  keyScopes,
  ServiceKey,
  type KeyScope,
} from './entities/service-key.ts';
export { Session, type SessionKind } from './entities/session.ts';
export {
  User,
  identityNames,
  languages,
  roles,
  type IdentityName,
  type Language,
  type Role,
  type Suspension,
} from './entities/user.ts';
export {
  type ActSubject,
  WaitingAct,
  type LeftOut,
  type WaitingActKind,
  type WaitingActState,
  waitingActKinds,
} from './entities/waiting-act.ts';
export { deliveryStates } from './entities/webhook-delivery.ts';
export { WebhookEndpoint, webhookStates } from './entities/webhook-endpoint.ts';
export {
  instantOfIso,
  isoInstant,
  isoInstantOrNull,
  readDays,
  readInstant,
} from './instants.ts';
export { keyset, type Keyset, type SortKey } from './keyset.ts';
export { DatabaseUrlError, parseDatabaseUrl, placeOf } from './database-url.ts';
export { diagnose, type Diagnosis } from './diagnosis.ts';
export { barredMigrations, migrate, requireMigrated } from './migrate.ts';
export { openOrm, openProbe, type Orm, type Probe } from './orm.ts';
export { preparedRow, preparedSql, unplanned, type Value } from './prepared-query.ts';
export { readPersonalData, type Whom } from './personal-data/export.ts';
export { describedColumns } from './personal-data/columns.ts';
export { columnsOf } from './property-names.ts';
export {
  databaseErrorIn,
  isUnavailable,
  reasonOf,
  troubleIn,
  violatesUnique,
  type DatabaseTrouble,
} from './errors.ts';
export type { PoolFigures } from './driver.ts';
export { doneTogether, lookedUpTogether } from './batch.ts';
export { batchedWrite, lockIfFree, lockNewIfFree } from './batched-write.ts';
export { unmetBy } from './requirements.ts';
export { retry } from './retry.ts';
export { StartError, startErrorOf } from './start-error.ts';
export { StatementTimes } from './statement-times.ts';
