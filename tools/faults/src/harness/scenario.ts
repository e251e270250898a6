import type { Figure } from './figures.ts';

type World = {
  /** The scenario's own server and empty database, not migrated. */
  databaseUrl: string;
  /** Takes seconds instead of minutes, and proves less. */
  short: boolean;
};

/**
 * Something done to the service, and figures that show whether its promises held.
 */
export type Scenario = {
  name: string;
  /** The promise in a few words. */
  promise: string;
  run: (world: World) => Promise<Figure[]>;
};
