import type { Environment } from './env.ts';

/** The settings as the router's features know them. */
export function routerSettings(environment: Environment) {
  const admins =
    environment.ADMIN_EMAILS ??
    (environment.NODE_ENV === 'production' ? [] : ['admin@example.com']);
  return {
    adminEmails: new Set(admins),
    codeDigits: environment.CODE_DIGITS,
    sendPerIp: environment.LIMIT_SEND_PER_IP,
    verifyPerIp: environment.LIMIT_VERIFY_PER_IP,
    wrongPerAddress: environment.LIMIT_WRONG_PER_ADDRESS,
    wrongPerIp: environment.LIMIT_WRONG_PER_IP,
    wrongPerDay: environment.LIMIT_WRONG_PER_DAY,
    mailsPerChallenge: environment.LIMIT_MAILS_PER_CHALLENGE,
    mailsPerHour: environment.MAX_MAILS_PER_HOUR,
    sessionDays: environment.SESSION_DAYS,
    auditMonths: environment.AUDIT_MONTHS,
    profilesPerAccount: environment.MAX_PROFILES_PER_ACCOUNT,
  };
}
