/** The secret that codes of every side are derived under; known, so that no mail has to be read. */
export const benchSecret = 'a-secret-that-is-known-to-the-benchmark-alone';

/** Sessions that requests are spread over, so that writers seldom wait for one another. */
export const sessionsUsed = 100;

/** As in production, with every limit off: one client must be able to ask as often as it can. */
export const serverEnvironment = {
  NODE_ENV: 'production',
  SECRET_KEY: benchSecret,
  POSTMARK_SERVER_TOKEN: 'not-used',
  EMAIL_FROM: 'bench@example.com',
  TRUST_PROXY: '127.0.0.1/32',
  LIMIT_SEND_PER_IP: '0',
  LIMIT_VERIFY_PER_IP: '0',
  // Counted all the same: a code under way counts as wrong until it was compared.
  LIMIT_WRONG_PER_IP: '100000',
  MAX_MAILS_PER_HOUR: '0',
  MAX_PROFILES_PER_ACCOUNT: '0',
};
