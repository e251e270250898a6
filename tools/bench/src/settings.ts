/** Codes and cookies are derived from it, so that no mail has to be read. */
export const benchSecret = 'a-secret-that-is-known-to-the-benchmark-alone';

/** Sessions that share the calls, so that writers rarely wait for each other. */
export const sessionsUsed = 100;

/**
 * As in production, with all limits off. Wrong codes are still counted: each code
 * counts as wrong until it is compared.
 */
export const environment = {
  NODE_ENV: 'production',
  LOG_LEVEL: 'fatal',
  SECRET_KEY: benchSecret,
  POSTMARK_SERVER_TOKEN: 'of-the-bench',
  EMAIL_FROM: 'bench@example.com',
  PUBLIC_URL: 'https://cards.example.com',
  // The first seeded person.
  ADMIN_EMAILS: 'person1@example.com',
  TRUST_PROXY: '127.0.0.1/32',
  LIMIT_SEND_PER_IP: '0',
  LIMIT_VERIFY_PER_IP: '0',
  LIMIT_WRONG_PER_IP: '100000',
  MAX_MAILS_PER_HOUR: '0',
  LIMIT_WRITES_PER_ACCOUNT: '0',
  MAX_PROFILES_PER_ACCOUNT: '0',
};
