import type { Environment } from './env.ts';

/** The settings as the router's features know them. */
export function routerSettings(environment: Environment) {
  const admins =
    environment.ADMIN_EMAILS ??
    (environment.NODE_ENV === 'production' ? [] : ['admin@example.com']);
  return {
    adminEmails: new Set(admins),
    codeDigits: environment.CODE_DIGITS,
    wrongPerAddress: environment.LIMIT_WRONG_PER_ADDRESS,
    mailsPerChallenge: environment.LIMIT_MAILS_PER_CHALLENGE,
    sessionDays: environment.SESSION_DAYS,
    profilesPerAccount: environment.MAX_PROFILES_PER_ACCOUNT,
  };
}
