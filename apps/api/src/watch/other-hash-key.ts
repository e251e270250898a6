/** For the log of a start, `./namecard doctor` and commands, which refuse. */
export const otherHashKey =
  'The database was used with another HASH_KEY, or with one that derives from a key that SECRET_KEY lacks. Set that HASH_KEY or add that key. Until then limits start from zero and released usernames can be taken at once';
