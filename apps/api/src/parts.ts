import { randomUUID } from 'node:crypto';
import {
  migrate,
  openOrm,
  openProbe,
  type Orm,
  placeOf,
  type PoolFigures,
  StatementTimes,
} from '@namecard/db';
import type { Mailer } from '@namecard/email';
import {
  countedMailer,
  createKeyRing,
  openHashes,
  sharedManager,
  startActs,
  startBrakeMails,
  startDecisionMails,
  startInvitationMails,
  startMoves,
  startErasures,
  startNumbering,
  startSweeper,
  startOutbox,
  startPresence,
  type Context,
  type KeptReceipt,
  type OutboxWorker,
  startWebhooks,
  type WebhookSender,
} from '@namecard/router';
import type { Logger } from 'pino';
import { Admission } from './fairness/admission.ts';
import { addFigures } from './watch/figures.ts';
import { type Health, startProbes } from './watch/health.ts';
import { randomness } from './adapters/random.ts';
import { createShedding, type Shed } from './fairness/shedding.ts';
import type { Metrics } from './watch/metrics.ts';
import { otherHashKey } from './watch/other-hash-key.ts';
import { createTelemetry, type ServiceTelemetry } from './watch/telemetry.ts';
import { tracing } from './watch/tracing-hooks.ts';
import { version } from './watch/version.ts';

/** The parts of the running service. */
export type Parts = {
  /** For background work; calls use `deps.em`. */
  orm: Orm;
  health: Health;
  admission: Admission;
  deps: Context['deps'];
  telemetry: ServiceTelemetry;
  /** Undefined if metrics are off. */
  metrics: Metrics | undefined;
  shed: Shed;
  worker: OutboxWorker;
  logger: Logger;
  /** For closing: fails all waiting work if the database does not answer. */
  giveUpSilentDatabase(): void;
  close(): Promise<void>;
};

export type PartsOptions = {
  databaseUrl: string;
  /** The most connections to the database. */
  connections: number;
  secretKeys: readonly [string, ...string[]];
  /** The database tells which one of them is used. */
  hashKeys: readonly [string, ...string[]];
  /** This instance's host and port, to list running instances. */
  name: string;
  settings: Context['deps']['settings'];
  mailer: Mailer;
  webhooks: WebhookSender;
  logger: Logger;
  /** Whether metrics are on. */
  measures: boolean;
  /** Writes receipts of erasures to a file; the log has them too. */
  keepReceipt?: (receipt: KeptReceipt) => Promise<void>;
};

const preparedElsewhere =
  'The connection pooler mixes prepared statements between sessions, so this process sends its statements without from now on. They are faster: a newer pooler can keep them apart (PgBouncer 1.21, max_prepared_statements)';

/**
 * Divides the connections. The health probe has its own, so that it never waits.
 * Background work gets an eighth, calls get the rest.
 */
function divide(connections: number) {
  const background = Math.max(1, Math.floor(connections / 8));
  return { health: 1, background, calls: connections - background - 1 };
}

/**
 * Calls that run at once: 1.5 for each connection, so that connections are used
 * while other calls write their answers. A network may have half of these calls.
 * Even then some connections are left for others.
 */
const callsAtOnce = (connections: number): number => Math.floor(connections * 1.5);

async function loadMetrics(): Promise<Metrics> {
  const { Metrics: Loaded } = await import('./watch/metrics.ts');
  return new Loaded();
}

/** Opens the database, migrates it and starts the background work. */
export async function openParts(options: PartsOptions): Promise<Parts> {
  const { databaseUrl, secretKeys, hashKeys, settings, mailer, webhooks, logger } =
    options;
  await using started = new AsyncDisposableStack();
  const preparation = {
    isOn: true,
    onRefused: () => logger.warn(preparedElsewhere),
  };
  const opened: Pick<Orm, 'close'>[] = [];
  const pools = new Map<string, PoolFigures>();
  const times = new StatementTimes();
  const pooled = (pool: string, poolSize: number) => {
    const onPool = (opening: PoolFigures) => void pools.set(pool, opening);
    return { url: databaseUrl, poolSize, preparation, times, onPool };
  };
  const keepOpen = <Opened extends Pick<Orm, 'close'>>(one: Opened): Opened => {
    started.defer(() => one.close());
    opened.push(one);
    return one;
  };
  const connections = divide(options.connections);
  const calls = keepOpen(await openOrm(pooled('calls', connections.calls)));
  await migrate(calls, { warn: (reason) => logger.warn(reason) });
  const orm = keepOpen(await openOrm(pooled('background', connections.background)));
  const probed = keepOpen(openProbe(pooled('health', connections.health)));
  const em = sharedManager(calls);
  const keys = createKeyRing(secretKeys);
  const presence = {
    id: randomUUID(),
    name: options.name,
    version,
  };
  const { hashes, isOther: isHashKeyOther } = await openHashes(em, hashKeys);
  if (isHashKeyOther) {
    logger.error({ event: 'hash_key_changed' }, otherHashKey);
  }
  const metrics = options.measures ? await loadMetrics() : undefined;
  const { keepReceipt } = options;
  const telemetry = createTelemetry(logger, {
    hashes,
    database: placeOf(databaseUrl),
    keepReceipt,
    metrics,
  });
  const onUnexpected = (error: unknown, job: string) => telemetry.jobFailed(error, job);
  const worker = startOutbox({ orm, keys, settings, mailer, telemetry, onUnexpected });
  const sweeper = startSweeper({ orm, settings, onUnexpected });
  const erasures = startErasures({ orm, telemetry, onUnexpected });
  const counted = countedMailer(mailer, telemetry);
  const brakeMails = startBrakeMails({
    orm,
    hashes,
    mailer: counted,
    settings,
    onUnexpected,
  });
  const decisionMails = startDecisionMails({
    orm,
    hashes,
    mailer: counted,
    random: randomness,
    settings,
    onUnexpected,
  });
  const invitationMails = startInvitationMails({
    orm,
    hashes,
    mailer: counted,
    random: randomness,
    settings,
    onUnexpected,
  });
  const moves = startMoves({
    orm,
    keys,
    hashes,
    mailer: counted,
    random: randomness,
    settings,
    telemetry,
    onUnexpected,
  });
  const telling = startWebhooks({
    orm,
    keys,
    hashes,
    webhooks,
    random: randomness,
    mailer: counted,
    settings,
    telemetry,
    onUnexpected,
  });
  const onNumbered = () => telling.wake();
  const numbering = startNumbering({ orm, onNumbered, onUnexpected });
  const present = startPresence({ orm, onUnexpected }, presence);
  const health = startProbes({ database: probed, worker, onUnexpected });
  started.defer(async () => {
    const recurring = [
      worker,
      sweeper,
      erasures,
      brakeMails,
      decisionMails,
      invitationMails,
      moves,
      numbering,
      telling,
      present,
    ];
    await Promise.all(recurring.map((job) => job.stop()));
    await health.stop();
  });
  const shed = createShedding(telemetry);
  const admission = new Admission(callsAtOnce(connections.calls), shed);
  const deps: Context['deps'] = {
    em,
    admit: admission.admit,
    keys,
    hashes,
    telemetry,
    traced: tracing.traced,
    settings,
    random: randomness,
    mailQueued: () => worker.wake(),
    actBegun: () => acts.wake(),
    deliver: (message) => counted.deliver(message),
    clearSuppression: (address) => mailer.clearSuppression(address),
    webhooks,
  };
  const acts = startActs({ ...deps, orm }, { onUnexpected });
  started.defer(() => acts.stop());
  if (metrics) {
    addFigures(metrics, {
      orm,
      settings,
      pools,
      statements: times,
      outbox: worker,
      jobs: {
        outbox: worker,
        sweep: sweeper,
        erasure: erasures,
        brake_mails: brakeMails,
        decision_mails: decisionMails,
        invitation_mails: invitationMails,
        large_acts: acts,
        moves,
        changes: numbering,
        webhooks: telling,
        instances: present,
      },
      isHashKeyOther,
      webhooks: telling,
      health,
      admission,
    });
  }
  const running = started.move();
  return {
    orm,
    health,
    admission,
    deps,
    telemetry,
    metrics,
    shed,
    worker,
    logger,
    giveUpSilentDatabase: () => {
      if (!health.databaseAnswers()) {
        void Promise.all(opened.map((one) => one.close()));
      }
    },
    close: () => running.disposeAsync(),
  };
}
