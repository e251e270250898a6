import { attacks } from './attacks.ts';
import { holding } from './holding.ts';
import { guesses } from './guesses.ts';
import { instances } from './instances.ts';
import { mail } from './mail.ts';
import { readiness } from './readiness.ts';
import { runScenarios } from './run-scenarios.ts';

/**
 * What one account, one network, one slow reader or one moderator's search can take from everybody else. Exits with 1 where a
 * figure is beyond its limit.
 *
 *     npm run chaos:abuse -- [--only NAME]… [--short]
 */
await runScenarios([...attacks, ...holding, readiness, ...mail, guesses, instances]);
