import { adminEmailsOf, type Environment } from './env.ts';

/** The settings as the router's features know them. */
export function routerSettings(environment: Environment) {
  return {
    adminEmails: new Set(adminEmailsOf(environment)),
    signUps: environment.SIGN_UPS,
    testLogins: environment.TEST_LOGINS,
    product: { name: environment.PRODUCT_NAME, color: environment.PRODUCT_COLOR },
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
    publicProfiles: environment.PUBLIC_PROFILES,
    locationPrecision: environment.LOCATION_PRECISION,
  };
}
