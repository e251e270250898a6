import { attacks } from './abuse/attacks.ts';
import { guesses } from './abuse/guesses.ts';
import { holding } from './abuse/holding.ts';
import { limits } from './abuse/limits.ts';
import { mail } from './abuse/mail.ts';
import { readiness } from './abuse/readiness.ts';
import { changes } from './changes/scenario.ts';
import { failover } from './cluster/scenario.ts';
import { crashedMail } from './crash/mail.ts';
import { restarts } from './crash/restarts.ts';
import { pooling } from './database/scenarios.ts';
import { door } from './door/scenario.ts';
import { erasure } from './erasure/erasure.ts';
import { failingStarts } from './failing-starts.ts';
import type { Scenario } from './harness/scenario.ts';
import { instances } from './instances.ts';
import { invariants } from './invariants/scenario.ts';
import { documentedNginx } from './proxies/nginx.ts';
import { rolling } from './proxies/rolling.ts';
import { signingIn } from './sign-in/scenarios.ts';
import { soak } from './soak.ts';
import { riddenOut } from './trouble/scenarios.ts';

/** In the order in which they run. */
export const scenarios: readonly Scenario[] = [
  ...signingIn,
  invariants,
  instances,
  changes,
  ...restarts,
  crashedMail,
  documentedNginx,
  ...rolling,
  ...pooling,
  failover,
  failingStarts,
  erasure,
  ...attacks,
  readiness,
  limits,
  guesses,
  ...mail,
  ...holding,
  ...door,
  ...riddenOut,
  soak,
];
