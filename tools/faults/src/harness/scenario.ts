import type { Figure } from './figures.ts';

type World = {
  /** The scenario's own empty database, not migrated. */
  databaseUrl: string;
  /** Takes seconds instead of minutes, and proves less. */
  short: boolean;
};

/**
 * Something done to the service, and figures that show whether its promises held.
 */
export type Scenario = {
  /** `group/name`. The command line accepts the name or the group. */
  name: string;
  /** The promise in a few words. */
  promise: string;
  /** Paths of required programs outside the repository. */
  needs?: readonly string[];
  /** It needs clients in many networks (`own-network.ts`). */
  needsNetwork?: boolean;
  run: (world: World) => Promise<Figure[]>;
};
