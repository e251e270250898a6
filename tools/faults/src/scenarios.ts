import { failover } from './cluster/scenario.ts';
import { restarts } from './crash/restarts.ts';
import { databases } from './database/scenarios.ts';
import { door } from './door/scenario.ts';
import type { Scenario } from './harness/scenario.ts';
import { invariants } from './invariants/scenario.ts';
import { likeness } from './likeness.ts';

/** In the order in which they run. */
export const scenarios: readonly Scenario[] = [
  likeness,
  invariants,
  ...restarts,
  ...databases,
  failover,
  ...door,
];
