import { runScenarios } from '../abuse/run-scenarios.ts';
import { replacing } from './replacing.ts';

/**
 * Replaces what serves, by SIGHUP and one instance after another behind nginx, while clients call 20,000 times; no call may fail.
 * Needs Debian's nginx.
 *
 *     npm run chaos:rolling -- [--only NAME]… [--short]
 */
await runScenarios(replacing);
