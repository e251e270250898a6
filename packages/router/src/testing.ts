/** Exports for tests and tools of other packages. */
export { deriveCodes } from './access/codes.ts';
export { type Claims, signToken } from './auth/tokens/create-token.ts';
export { expireMails } from './mail/mails.sql.ts';
export { claimAndDeliver, deliverNext } from './testing/mail.ts';
export { defaultSettings, fixedHashes, silentTelemetry } from './testing/settings.ts';
export { makeService, type TestService } from './testing/use-service.ts';
export { sealSecret } from './webhooks/secrets.ts';
