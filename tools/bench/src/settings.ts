/** Codes and cookies are derived from it, so that no mail has to be read. */
export const benchSecret = 'a-secret-that-is-known-to-the-benchmark-alone';

/** Sessions that share the calls, so that writers rarely wait for each other. */
export const sessionsUsed = 100;

/**
 * Wrong codes are still counted, as in production: each code counts as wrong until it is
 * compared.
 */
export const environment = {
  SECRET_KEY: benchSecret,
  LOG_LEVEL: 'fatal',
  LIMIT_WRONG_PER_IP: '100000',
  LIMIT_WRONG_PER_DAY: '100000',
};
