/** A PostgreSQL from npm, for a first start and for tests. */
export { withConnection } from './connection.ts';
export { clusterPath } from './home.ts';
export { platformPackage } from './platform-package.ts';
export { runningPostmaster } from './postmaster.ts';
export { startEmbedded, type Embedded } from './start.ts';
export { EmbeddedUnavailable } from './unavailable.ts';
