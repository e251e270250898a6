import type { Orm, PoolFigures, StatementTimes } from '@namecard/db';
import {
  areShortCodesClosed,
  type JobWorker,
  type OutboxWorker,
  readBackupAge,
  readDatabaseAge,
  readJobLags,
  readPendingSeconds,
  type Settings,
  type WebhookWorker,
} from '@namecard/router';
import { version } from './version.ts';
import type { Health } from './health.ts';
import type { Metrics } from './metrics.ts';

/** The parts that the metrics read. */
type Figures = {
  orm: Orm;
  settings: Settings;
  /** By pool. */
  pools: ReadonlyMap<string, PoolFigures>;
  statements: StatementTimes;
  outbox: OutboxWorker;
  webhooks: WebhookWorker;
  /** Recurring jobs by name. */
  jobs: Readonly<Record<string, Pick<JobWorker, 'secondsSinceSuccess'>>>;
  health: Health;
  /** Whether the database was used with another `HASH_KEY`. */
  isHashKeyOther: boolean;
  /** Waiting calls by pool. */
  admission: { pools: Record<string, { waiting: number }> };
};

type Target = Pick<Metrics, 'addGauge' | 'addStatements'>;

function addDatabase(metrics: Target, { pools, statements }: Figures): void {
  metrics.addGauge(
    {
      name: 'namecard_pool_connections',
      help: 'Database connections in use or idle, and work waiting for one',
      labelNames: ['pool', 'state'],
    },
    () =>
      [...pools].flatMap(([pool, { totalCount, idleCount, waitingCount }]) =>
        Object.entries({
          used: totalCount - idleCount,
          idle: idleCount,
          waiting: waitingCount,
        }).map(([state, value]) => ({ labels: { pool, state }, value })),
      ),
  );
  metrics.addStatements(statements);
}

function addMail(metrics: Target, { outbox, orm, settings }: Figures): void {
  metrics.addGauge(
    {
      name: 'namecard_mails_held',
      help: 'Held mails to addresses that never signed in',
    },
    async () => (await outbox.queue()).held,
  );
  metrics.addGauge(
    {
      name: 'namecard_outbox_mails',
      help: 'Mails waiting for delivery, held ones included',
    },
    async () => (await outbox.queue()).queued,
  );
  metrics.addGauge(
    {
      name: 'namecard_outbox_oldest_seconds',
      help: 'Seconds since the oldest waiting mail was due, without held mails',
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
      help: 'Seconds since the oldest waiting delivery to a webhook was due',
    },
    async () => (await webhooks.figures()).oldestSeconds,
  );
  metrics.addGauge(
    {
      name: 'namecard_webhooks_failing_seconds',
      help: 'Most seconds for which a webhook has accepted nothing',
    },
    async () => (await webhooks.figures()).failingSeconds,
  );
  metrics.addGauge(
    {
      name: 'namecard_webhooks_switched_off',
      help: 'Webhooks switched off after accepting nothing for a day',
    },
    async () => (await webhooks.figures()).switchedOff,
  );
}

function addJobs(metrics: Target, { jobs, orm }: Figures): void {
  metrics.addGauge(
    {
      name: 'namecard_job_age_seconds',
      help: 'Seconds since a recurring job last ran, or checked for work, without failing',
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
      help: 'Seconds since the oldest job of a kind was due, in the table jobs',
      labelNames: ['kind'],
    },
    async () =>
      (await readJobLags(orm.em)).map(({ kind, seconds }) => ({
        labels: { kind },
        value: seconds,
      })),
  );
}

function addChanges(metrics: Target, { orm }: Figures): void {
  metrics.addGauge(
    {
      name: 'namecard_changes_oldest_seconds',
      help: 'Age of the oldest change that is not yet in the feed of changes',
    },
    () => readPendingSeconds(orm.em),
  );
}

export function addFigures(metrics: Target, figures: Figures): void {
  metrics.addGauge(
    {
      name: 'namecard_build_info',
      help: 'Always 1; labels have the versions of the service and of Node',
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
      help: 'Whether this instance takes requests, as in /readyz',
    },
    () => Number(figures.health.isReady()),
  );
  metrics.addGauge(
    {
      name: 'namecard_backup_age_seconds',
      help: 'Seconds since the last namecard backup, or since the database was made',
    },
    async () =>
      (await readBackupAge(figures.orm.em)) ?? (await readDatabaseAge(figures.orm.em)),
  );
  metrics.addGauge(
    {
      name: 'namecard_hash_key_changed',
      help: 'Whether the database was used with another HASH_KEY',
    },
    () => Number(figures.isHashKeyOther),
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
