/** Codes and cookies are derived under it, so that no mail has to be read. */
export const benchSecret = 'a-secret-that-is-known-to-the-benchmark-alone';

/** Sessions that calls are spread over, so that writers seldom wait for one another. */
export const sessionsUsed = 100;

/**
 * Every limit is off. Mail stays in the process, as in development: what a provider costs is nobody's speed.
 * Wrong codes are counted all the same, since a code under way counts as wrong until it was compared.
 */
export const environment = {
  NODE_ENV: 'development',
  LOG_LEVEL: 'fatal',
  CORS_ORIGINS: '',
  SECRET_KEY: benchSecret,
  EMAIL_FROM: 'bench@example.com',
  // The first of the people that are seeded.
  ADMIN_EMAILS: 'person1@example.com',
  TRUST_PROXY: '127.0.0.1/32',
  LIMIT_SEND_PER_IP: '0',
  LIMIT_VERIFY_PER_IP: '0',
  LIMIT_WRONG_PER_IP: '100000',
  MAX_MAILS_PER_HOUR: '0',
  MAX_PROFILES_PER_ACCOUNT: '0',
};
