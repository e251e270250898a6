export { createKeyRing, type KeyRing } from './auth/keys.ts';
export type { Call, Context, Randomness, Settings } from './context.ts';
export {
  answerError,
  answerReason,
  AppError,
  appErrorFrom,
  errorHeaders,
  reasons,
  type Reason,
} from './errors.ts';
export { listMailbox, takeInEvent } from './mail/service.ts';
export { startWorker, type OutboxWorker } from './mail/worker.ts';
export { repairCounts, type Repaired } from './profiles/counts.ts';
export { appRouter, createCaller, type AppRouter } from './root.ts';
export { sweep } from './retention/service.ts';
export { startSweeper } from './retention/worker.ts';
export { documentInformation } from './openapi.ts';
