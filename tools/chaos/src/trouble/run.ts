import { runScenarios } from '../abuse/run-scenarios.ts';
import { rideOut } from './ride-out.ts';
import { troubles } from './troubles.ts';

/**
 * Ten minutes of each trouble, all at the same time, each in a service of its own that people use and a Prometheus watches by
 * deploy/alerts.yaml: one line in the log when it begins and one when it is over, a metric, an alert, and nothing lost. The short
 * form has seconds, twenty times shorter times in the alerts, and does not wait for the last line. Needs root for the disk, and
 * Debian's Prometheus.
 *
 *     npm run chaos:trouble -- [--only NAME]… [--minutes 10] [--short]
 */
await runScenarios(troubles.map(rideOut), { together: true });
