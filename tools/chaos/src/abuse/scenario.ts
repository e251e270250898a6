import type { Figure } from '../figures.ts';

type Surroundings = {
  /** An empty database of the scenario's own, not migrated yet. */
  databaseUrl: string;
  /** Seconds in place of minutes: for tests. */
  short: boolean;
  /** For how long whatever may last for long does. */
  minutes: number;
};

/** What somebody does to the service, and the figures that tell what it costs everybody else. */
export type Scenario = {
  name: string;
  run: (surroundings: Surroundings) => Promise<Figure[]>;
};
