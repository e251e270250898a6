import type { Orm } from '@namecard/db';
import { isLoopback } from '@namecard/email';
import { type OutboxWorker, startRecurring } from '@namecard/router';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isForwarded } from './forwarded.ts';
import { hasSecret } from './shared-secret.ts';
import type { ServiceTelemetry } from './telemetry.ts';

/** Milliseconds between two probes. Whether mail leaves takes two statements, and lasts. */
const intervals = { database: 1_000, mail: 3_000 };

/** Milliseconds after the database's last answer until it counts as gone. */
const oldest = 3_000;

/** What the newest probes found. */
export type Health = {
  databaseAnswers(): boolean;
  /** Whether requests may be sent here. */
  isReady(): boolean;
  /** From now on it is not ready, whatever the probes find. */
  drain(): void;
  /** While calls are refused for memory it is not ready. */
  noteMemory(isExceeded: boolean): void;
  memory(): 'ok' | 'exceeded';
  mail(): 'ok' | 'degraded';
  stop(): Promise<void>;
};

/**
 * Asks the database once a second whether it answers, however many ask us. Until the first probe it counts as one that does.
 * @param orm nobody else's, so that a probe waits for no other statement
 */
export function startProbes({
  orm,
  worker,
  onUnexpected,
}: {
  orm: Orm;
  worker: Pick<OutboxWorker, 'health'>;
  onUnexpected: (error: unknown, where: string) => void;
}): Health {
  let answeredAt = performance.now();
  let mail: 'ok' | 'degraded' = 'ok';
  let draining = false;
  let lacksMemory = false;
  const askDatabase = async () => {
    try {
      await orm.em.execute('select 1');
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

/** Whether this machine asks, and not a proxy on it for somebody else. */
function isLocal(request: FastifyRequest): boolean {
  const { remoteAddress = '' } = request.socket;
  return !isForwarded(request) && isLoopback(remoteAddress);
}

/**
 * `/healthz`: the process is alive. `/readyz`: it can serve. It is 503 without a database,
 * while calls are refused for memory, and once it drains. Only this machine, and requests
 * with the token, are told which part is at fault. Mail that can't leave is `degraded`. A
 * database is `full` for 90 seconds after its disk was: it can be read.
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
    const database = telemetry.isTroubledBy('disk_full') ? 'full' : 'ok';
    return { status, database, mail: health.mail(), memory };
  });
}
