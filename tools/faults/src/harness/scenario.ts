import type { Figure } from './figures.ts';

type World = {
  /** An empty database of the scenario's own, not migrated yet. */
  databaseUrl: string;
  /** Seconds instead of minutes: shows that the scenario works, and proves less. */
  short: boolean;
};

/** Something that is done to the service, and the figures that show whether its promises held. */
export type Scenario = {
  /** `group/name`. The command line takes either a whole name or a group. */
  name: string;
  /** What must hold, in a few words. */
  promise: string;
  /** Programs that are not part of the repository, by their paths. */
  needs?: readonly string[];
  /** It spends its time waiting, so all such scenarios run at the same time. */
  waits?: boolean;
  run: (world: World) => Promise<Figure[]>;
};
