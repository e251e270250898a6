import type { Orm, PoolFigures, StatementTimes } from '@namecard/db';
import {
  areShortCodesClosed,
  type JobWorker,
  type OutboxWorker,
  readBackupAge,
  readLags,
  readPendingSeconds,
  type Settings,
  type WebhookWorker,
} from '@namecard/router';
import { version } from './version.ts';
import type { Health } from './health.ts';
import type { Metrics } from './metrics.ts';

/** The parts of the service that are read for the metrics, where metrics are asked for. */
type Figures = {
  /** For what is read in the database. */
  orm: Orm;
  settings: Settings;
  /** The pools of connections, by name. */
  pools: ReadonlyMap<string, readonly PoolFigures[]>;
  statements: StatementTimes;
  outbox: OutboxWorker;
  webhooks: WebhookWorker;
  /** What recurs, by name. */
  jobs: Readonly<Record<string, Pick<JobWorker, 'secondsSinceSuccess'>>>;
  health: Health;
  /** Whether no key of `SECRET_KEY` opens the keys of the hashes. */
  isKeyMissing: boolean;
  /** How many calls wait in each pool. */
  admission: { pools: Record<string, { waiting: number }> };
};

type Target = Pick<Metrics, 'addGauge' | 'addStatements'>;

function addDatabase(metrics: Target, { pools, statements }: Figures): void {
  const figuresOf = ({ totalCount, idleCount, waitingCount }: PoolFigures) =>
    Object.entries({
      used: totalCount - idleCount,
      idle: idleCount,
      waiting: waitingCount,
    });
  metrics.addGauge(
    {
      name: 'namecard_pool_connections',
      help: 'Connections to the database that are in use, that are idle, and for which work waits',
      labelNames: ['pool', 'state'],
    },
    () =>
      [...pools].flatMap(([pool, figures]) =>
        ['used', 'idle', 'waiting'].map((state) => ({
          labels: { pool, state },
          value: figures
            .flatMap(figuresOf)
            .reduce((sum, [name, count]) => sum + (name === state ? count : 0), 0),
        })),
      ),
  );
  metrics.addStatements(statements);
}

function addMail(metrics: Target, { outbox, orm, settings }: Figures): void {
  metrics.addGauge(
    {
      name: 'namecard_mails_held',
      help: 'Mails to addresses that never signed in that wait to be let go',
    },
    async () => (await outbox.queue()).held,
  );
  metrics.addGauge(
    {
      name: 'namecard_outbox_mails',
      help: 'Mails that wait to be delivered, those that are held included',
    },
    async () => (await outbox.queue()).queued,
  );
  metrics.addGauge(
    {
      name: 'namecard_outbox_oldest_seconds',
      help: 'For how long the oldest mail has been due that waits and is not held',
    },
    async () => (await outbox.queue()).oldest,
  );
  metrics.addGauge(
    {
      name: 'namecard_short_codes_closed',
      help: 'Whether the day’s limit of wrong codes has closed short codes to everybody',
    },
    async () => Number(await areShortCodesClosed(orm.em, settings)),
  );
}

function addWebhooks(metrics: Target, { webhooks }: Figures): void {
  metrics.addGauge(
    {
      name: 'namecard_webhooks_oldest_seconds',
      help: 'For how long the delivery of a webhook that has waited longest for its next try has been due',
    },
    async () => (await webhooks.figures()).oldestSeconds,
  );
  metrics.addGauge(
    {
      name: 'namecard_webhooks_failing_seconds',
      help: 'For how long the webhook that has accepted nothing for longest has failed',
    },
    async () => (await webhooks.figures()).failingSeconds,
  );
  metrics.addGauge(
    {
      name: 'namecard_webhooks_switched_off',
      help: 'Webhooks that were switched off because they accepted nothing for a day',
    },
    async () => (await webhooks.figures()).switchedOff,
  );
}

function addJobs(metrics: Target, { jobs, orm }: Figures): void {
  metrics.addGauge(
    {
      name: 'namecard_job_age_seconds',
      help: 'How long ago a process last did what recurs, or looked whether it was to be done, without a failure',
      labelNames: ['kind'],
    },
    () =>
      Object.entries(jobs).map(([kind, worker]) => ({
        labels: { kind },
        value: worker.secondsSinceSuccess(),
      })),
  );
  metrics.addGauge(
    {
      name: 'namecard_job_lag_seconds',
      help: 'For how long a job of the table jobs has been due',
      labelNames: ['kind'],
    },
    async () =>
      (await readLags({ orm })).map(({ kind, seconds }) => ({
        labels: { kind },
        value: seconds,
      })),
  );
}

function addChanges(metrics: Target, { orm }: Figures): void {
  metrics.addGauge(
    {
      name: 'namecard_changes_oldest_seconds',
      help: 'How long ago the oldest change was made that is not in the feed of changes yet',
    },
    () => readPendingSeconds(orm.em),
  );
}

/** Adds what the service reads of itself to the metrics. */
export function addFigures(metrics: Target, figures: Figures): void {
  metrics.addGauge(
    {
      name: 'namecard_build_info',
      help: 'Always 1; its labels tell which version runs, on which Node',
      labelNames: ['version', 'node'],
    },
    () => [{ labels: { version, node: process.versions.node }, value: 1 }],
  );
  addDatabase(metrics, figures);
  addMail(metrics, figures);
  addWebhooks(metrics, figures);
  addJobs(metrics, figures);
  addChanges(metrics, figures);
  metrics.addGauge(
    {
      name: 'namecard_ready',
      help: 'Whether requests may be sent here, as /readyz says',
    },
    () => Number(figures.health.isReady()),
  );
  metrics.addGauge(
    {
      name: 'namecard_backup_age_seconds',
      help: 'How long ago namecard backup last made a backup; NaN where it never has',
    },
    async () => (await readBackupAge(figures.orm.em)) ?? Number.NaN,
  );
  metrics.addGauge(
    {
      name: 'namecard_secret_key_missing',
      help: 'Whether no key of SECRET_KEY opens what the database holds sealed',
    },
    () => Number(figures.isKeyMissing),
  );
  for (const [pool, calling] of Object.entries(figures.admission.pools)) {
    const help = `Calls of the pool ${pool} that wait for their turn`;
    metrics.addGauge(
      {
        name: `namecard_waiting_${pool}`,
        help,
      },
      () => calling.waiting,
    );
  }
}
