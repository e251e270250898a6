export { createKeyRing, type KeyRing } from './access/keys.ts';
export type { Call, Context, Deps, Randomness, Settings } from './context.ts';
export {
  answerError,
  answerReason,
  AppError,
  appErrorFrom,
  errorHeaders,
  reasons,
  type Reason,
} from './errors.ts';
export { startSweeper, sweep } from './jobs/service.ts';
export { listMailbox, recordWebhook } from './mail/service.ts';
export { startOutbox, type OutboxWorker } from './mail/worker.ts';
export { hideProfile } from './moderation/profiles/service.ts';
export { documentInformation } from './openapi.ts';
export { appRouter, createCaller, type AppRouter } from './root.ts';
export { sharedManager } from './transaction.ts';
