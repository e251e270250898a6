export { isTestCode, newTestCode, readGuess } from './access/codes.ts';
export { areShortCodesClosed } from './access/guesses/queries.ts';
export { addressInLog, type Hashes, openHashes } from './access/hashes.ts';
export { createKeyRing, type KeyRing } from './access/keys.ts';
export { type Ranges, rangesOf } from './access/networks.ts';
export { longMinutes, markRemoval } from './access/queries.ts';
export { countLiveChallenges, readSealingKeys } from './access/keys/queries.ts';
export { operator, type OperatorActor } from './access/service.ts';
export { answerError, answerReason, errorHeaders } from './answers.ts';
export { recordOperation } from './audit/service.ts';
export { readPendingSeconds } from './changes/queries.ts';
export { startNumbering } from './changes/worker.ts';
export type {
  Asker,
  Call,
  Context,
  Deps,
  Pool,
  Randomness,
  Replica,
  Settings,
  TestLogin,
  WebhookAnswer,
  WebhookMessage,
  WebhookSender,
} from './context.ts';
export { AppError, appErrorFrom, overloaded, rateLimited } from './errors.ts';
export { readLags, startFolding, startSweeper, sweep } from './jobs/service.ts';
export { type JobWorker, startRecurring } from './jobs/worker.ts';
export { suppressedAmong } from './mail/recipients/queries.ts';
export { listMailbox, recordWebhook } from './mail/service.ts';
export { startOutbox, type OutboxWorker } from './mail/worker.ts';
export {
  clearSuppression,
  inspectAddress,
  readDeliveries,
  retryMails,
  suppressAddress,
} from './moderation/mail/service.ts';
export { CreateKeyInput, KeyId } from './moderation/keys/schemas.ts';
export { createKey, endKey, listKeys } from './moderation/keys/service.ts';
export { RetryMails, SuppressAddress } from './moderation/mail/schemas.ts';
export { HideProfileInput, RestoreProfileInput } from './moderation/profiles/schemas.ts';
export {
  hideProfile,
  inspectProfile,
  restoreProfile,
} from './moderation/profiles/service.ts';
export { eraseOther, recordExport } from './moderation/users/data/service.ts';
export {
  ChangeRoleInput,
  SuspendUserInput,
  UnsuspendUserInput,
} from './moderation/users/schemas.ts';
export {
  changeRole,
  endAllSessions,
  inspectUser,
  suspendUser,
  unsuspendUser,
} from './moderation/users/service.ts';
export { documentInformation } from './openapi.ts';
export { appRouter, createCaller, type AppRouter } from './root.ts';
export {
  countedEvents,
  limitNames,
  securityEvents,
  type ErasureReceipt,
  type SecurityEvent,
  type Telemetry,
  webhookEvents,
} from './telemetry.ts';
export { type Reason, reasonMeanings, reasons } from './reasons.ts';
export { inSnapshot, sharedManager } from './transaction.ts';
export { applyErasures, finishErasures } from './users/erasure/service.ts';
export { startErasures } from './users/erasure/worker.ts';
export { exportWhole } from './users/export/service.ts';
export { startWebhooks, type WebhookWorker } from './webhooks/deliveries/worker.ts';
