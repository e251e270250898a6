import type { FastifyInstance } from 'fastify';
import type { Parts } from './parts.ts';

async function databaseAnswers({ orm }: Parts): Promise<boolean> {
  try {
    await orm.em.execute('select 1');
    return true;
  } catch {
    return false;
  }
}

/**
 * `/healthz`: the process is alive. `/readyz`: it can serve; 503 without its database, while mail that can't leave is told
 * as `degraded`. (While the server closes, every path answers 503.)
 */
export function mountHealth(app: FastifyInstance, parts: Parts): void {
  app.get('/healthz', () => ({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    const ready = await databaseAnswers(parts);
    if (!ready) {
      void reply.code(503).header('retry-after', '2');
    }
    return {
      status: ready ? 'ok' : 'unavailable',
      database: ready ? 'ok' : 'unavailable',
      mail: ready ? await parts.worker.health() : 'degraded',
    };
  });
}
