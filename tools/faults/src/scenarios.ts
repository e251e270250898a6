import { failover } from './cluster/scenario.ts';
import { crashedMail } from './crash/mail.ts';
import { restarts } from './crash/restarts.ts';
import { pooling } from './database/scenarios.ts';
import { door } from './door/scenario.ts';
import type { Scenario } from './harness/scenario.ts';
import { invariants } from './invariants/scenario.ts';
import { signingIn } from './sign-in/scenarios.ts';

/** In the order in which they run. */
export const scenarios: readonly Scenario[] = [
  ...signingIn,
  invariants,
  ...restarts,
  crashedMail,
  ...pooling,
  failover,
  ...door,
];
