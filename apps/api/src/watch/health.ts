import type { Probe } from '@namecard/db';
import { isLoopback } from '@namecard/email';
import { type OutboxWorker, startRecurring } from '@namecard/router';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isForwarded } from './forwarded.ts';
import { hasSecret } from './shared-secret.ts';
import type { ServiceTelemetry } from './telemetry.ts';

/** Milliseconds. The mail takes two statements and changes slowly. */
const intervals = { database: 1_000, mail: 3_000 };

/** Milliseconds without an answer after which the database counts as gone. */
const oldest = 3_000;

/** Results of the newest probes. */
export type Health = {
  databaseAnswers(): boolean;
  isReady(): boolean;
  /** From now on the instance is not ready. */
  drain(): void;
  /** Not ready while calls are refused for lack of memory. */
  noteMemory(isExceeded: boolean): void;
  memory(): 'ok' | 'exceeded';
  mail(): 'ok' | 'degraded';
  stop(): Promise<void>;
};

/**
 * Probes the database once a second, however many requests ask. Before the first
 * probe the database counts as answering.
 * @param database has its own connection, so it never waits for other statements
 */
export function startProbes({
  database,
  worker,
  onUnexpected,
}: {
  database: Pick<Probe, 'ask'>;
  worker: Pick<OutboxWorker, 'health'>;
  onUnexpected: (error: unknown, where: string) => void;
}): Health {
  let answeredAt = performance.now();
  let mail: 'ok' | 'degraded' = 'ok';
  let draining = false;
  let lacksMemory = false;
  const askDatabase = async () => {
    try {
      await database.ask();
      answeredAt = performance.now();
    } catch (error) {
      answeredAt = -Infinity;
      throw error;
    }
  };
  const askMail = async () => {
    mail = await worker.health();
  };
  const probe = (name: keyof typeof intervals, ask: () => Promise<void>) =>
    startRecurring(ask, {
      name: `probe of the ${name}`,
      interval: intervals[name],
      onUnexpected,
    });
  const probes = [probe('database', askDatabase), probe('mail', askMail)];
  const databaseAnswers = () => performance.now() - answeredAt < oldest;
  return {
    databaseAnswers,
    isReady: () => !draining && !lacksMemory && databaseAnswers(),
    drain: () => {
      draining = true;
    },
    noteMemory: (isExceeded) => {
      lacksMemory = isExceeded;
    },
    memory: () => (lacksMemory ? 'exceeded' : 'ok'),
    mail: () => mail,
    stop: async () => {
      await Promise.all(probes.map((one) => one.stop()));
    },
  };
}

/** From this machine itself, not through a proxy on it. */
function isLocal(request: FastifyRequest): boolean {
  const { remoteAddress = '' } = request.socket;
  return !isForwarded(request) && isLoopback(remoteAddress);
}

function databaseOf({ isTroubledBy }: Pick<ServiceTelemetry, 'isTroubledBy'>) {
  if (isTroubledBy('disk_full')) return 'full';
  return isTroubledBy('read_only') ? 'read_only' : 'ok';
}

/**
 * `/healthz`: the process is alive. `/readyz`: it can serve. That is 503 without
 * a database, while calls are refused for lack of memory, and while it drains.
 * Only this machine and requests with the token see which part failed. `degraded`
 * means that mail can't be sent. `full` or `read_only` means that the database
 * took no writes in the last 90 seconds; reading still works.
 */
export function mountHealth(
  app: FastifyInstance,
  {
    health,
    telemetry,
  }: { health: Health; telemetry: Pick<ServiceTelemetry, 'isTroubledBy'> },
  token: string | undefined,
): void {
  app.get('/healthz', () => ({ status: 'ok' }));
  app.get('/readyz', (request, reply) => {
    const isReady = health.isReady();
    if (!isReady) {
      void reply.code(503).header('retry-after', '2');
    }
    const status = isReady ? 'ok' : 'unavailable';
    const seesParts =
      isLocal(request) || (token !== undefined && hasSecret(request, token));
    if (!seesParts) {
      return { status };
    }
    const memory = health.memory();
    if (!health.databaseAnswers()) {
      return { status, database: 'unavailable', mail: 'degraded', memory };
    }
    const database = databaseOf(telemetry);
    return { status, database, mail: health.mail(), memory };
  });
}
