/** What tests of clients need: the real service over HTTP, and the codes that it mails. */
export { mailedCode } from './testing/mailed-code.ts';
export { useService, type RunningService } from './testing/use-service.ts';
