export { newTestCode } from './access/codes.ts';
export { addressKey, readAddress } from './addresses.ts';
export { seenWord } from './seen-text.ts';
export { isUsername, seenName, usernameKey } from './usernames.ts';
export { areShortCodesClosed } from './access/guesses.sql.ts';
export {
  addressInLog,
  findHashKey,
  hashKeyFrom,
  type Hashes,
  openHashes,
} from './access/hashes.ts';
export { readHashCheck } from './access/hash-check.sql.ts';
export { knownName } from './access/device.ts';
export { isLanguage, languageOf } from './access/language.ts';
export { createKeyRing, type KeyRing } from './access/keys.ts';
export { rangesOf } from './access/networks.ts';
export { longMinutes } from './access/challenges.sql.ts';
export { countLiveChallenges, readSealingKeys } from './access/keys.sql.ts';
export { operator, type OperatorActor } from './access/caller.ts';
export { answerError, answerReason, errorHeaders } from './answers.ts';
export { findTrouble as findMailTrouble } from './mail/trouble.sql.ts';
export { readBackupAge, readDatabaseAge } from './audit/backups.sql.ts';
export { type HistoryDue, readHistoryDue } from './audit/history-due.sql.ts';
export { recordOperation } from './audit/record-action.ts';
export { readPendingSeconds } from './changes/numbering.sql.ts';
export { startNumbering } from './changes/numbering.ts';
export type {
  Asker,
  Context,
  Deps,
  Pool,
  Randomness,
  Settings,
  TestLogin,
  WebhookAnswer,
  WebhookMessage,
  WebhookSender,
} from './context.ts';
export type { Call } from './call.ts';
export {
  type AnyCallReason,
  anyCallErrors,
  AppError,
  appErrorFrom,
  type Appealed,
  nothingTold,
  overloaded,
  rateLimited,
  type ToldSuspension,
} from './errors.ts';
export { readInstances, readVanished, type Presence } from './instances/instances.sql.ts';
export { startPresence } from './instances/start-presence.ts';
export { readJobLags } from './jobs/jobs.sql.ts';
export { startSweeper, sweep } from './jobs/sweep.ts';
export { type JobWorker, startRecurring } from './jobs/worker.ts';
export { listMailbox } from './mail/mailbox.ts';
export { listLetters } from './moves/mail-letters.ts';
export { rekeyMoves } from './moves/rekey.ts';
export { startMoves } from './moves/start-moves.ts';
export { decodeList, readList } from './invitations/read-list.ts';
export { invite } from './invitations/invite.ts';
export {
  listInvitationMails,
  startInvitationMails,
} from './invitations/mail-invitations.ts';
export { lineStates } from './invitations/schemas.ts';
export { openMove } from './moves/cases.ts';
export { OpenMoveInput } from './moves/schemas.ts';
export { countedMailer } from './mail/counted-mailer.ts';
export { recordWebhook } from './mail/record-webhook.ts';
export { startOutbox, type OutboxWorker } from './mail/outbox.ts';
export { startDecisionMails } from './moderation/decision-mails/mail-people.ts';
export { startActs } from './moderation/acts/run-acts.ts';
export { startBrakeMails } from './moderation/brake/mail-admins.ts';
export { suppressAddress } from './moderation/mail/suppress-and-clear.ts';
export { mailTest } from './moderation/mail/mail-test.ts';
export { inspectAddress } from './moderation/mail/inspect-address.ts';
export { readDeliveries } from './moderation/mail/read-deliveries.ts';
export { CreateKeyInput, KeyId } from './moderation/keys/schemas.ts';
export { createKey, endKey } from './moderation/keys/create-and-end.ts';
export { listKeys } from './moderation/keys/list-keys.ts';
export { SuppressAddress } from './moderation/mail/schemas.ts';
export { hideProfile } from './moderation/profiles/hide-and-restore.ts';
export {
  eraseAddress,
  eraseOther,
  exportAddress,
  exportOther,
} from './moderation/users/erase-and-export.ts';
export {
  ChangeRoleInput,
  SuspendUserInput,
  UnsuspendUserInput,
} from './moderation/users/schemas.ts';
export { changeRole } from './moderation/users/change-role.ts';
export { inspectUser } from './moderation/users/inspect-user.ts';
export { ActionsByInput } from './moderation/undo/schemas.ts';
export { undo } from './moderation/undo/undo.ts';
export { findActionsBy } from './moderation/undo/undo.sql.ts';
export { suspendUser, unsuspendUser } from './moderation/users/suspend-and-unsuspend.ts';
export { moderationReasons } from '@namecard/db';
export { UpdateSocialsInput } from './profiles/schemas.ts';
export { findTowns } from './profiles/places/find-towns.ts';
export { nearestTown } from './profiles/places/nearest-town.ts';
export type { Town } from './profiles/places/towns.ts';
export { asOthersSeeIt } from './profiles/view.ts';
export { withOffered } from './offered.ts';
export { documentNames, documents, type DocumentName } from './openapi.ts';
export { appRouter, createCaller, type AppRouter } from './root.ts';
export {
  Ban,
  countedEvents,
  limitNames,
  securityEvents,
  type KeptReceipt,
  type SecurityEvent,
  type Telemetry,
  webhookEvents,
} from './telemetry.ts';
export { type Reason, reasonMeanings, reasons } from './reasons.ts';
export { sharedManager } from './transaction.ts';
export { applyErasures } from './users/erasure/apply-erasures.ts';
export { finishErasures } from './users/erasure/job.ts';
export { startErasures } from './users/erasure/job.ts';
export { sealUnderFirst } from './webhooks/seal-again.ts';
export {
  startWebhooks,
  type WebhookWorker,
} from './webhooks/deliveries/start-webhooks.ts';
