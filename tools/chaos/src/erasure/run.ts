import { runScenarios } from '../abuse/run-scenarios.ts';
import { erasure } from './erasure.ts';

/**
 * Erases a moderator with 800,000 events while others call: all is forgotten within two minutes, and others are as fast as
 * `chaos:abuse` demands beside anybody else. Exits with 1 where that is not so.
 *
 *     npm run chaos:erase -- [--short]
 */
await runScenarios([erasure]);
