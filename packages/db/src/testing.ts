/** For tests of all packages: a separate database, its clock, and races. */
export { dropDatabase, withDatabase } from './testing/provided.ts';
export { raceTogether } from './testing/race-together.ts';
export { statementsOf } from './testing/statements-of.ts';
export { startTemporary } from './testing/temporary-server.ts';
export { startTlsServer, type TlsServer } from './testing/tls-server.ts';
export { giveClock, type TestClock } from './testing/test-clock.ts';
export {
  createTestDatabase,
  useTestDatabase,
  type TestDatabase,
} from './testing/test-database.ts';
export { wrongCounts } from './testing/wrong-counts.ts';
