import { HttpError } from '@namecard/rest';
import type { FastifyInstance } from 'fastify';
import { MetricsAnswer } from './worker.ts';

/**
 * The metrics of all workers, which the supervisor gathers. What a worker has counted stays when it ends; gauges, which say what
 * is now, go with it.
 */
export function readAllWorkers(app: FastifyInstance): () => Promise<string> {
  const { AggregatorRegistry, register } = app.metrics.client;
  const registry = new AggregatorRegistry();
  app.addHook('onClose', async () => {
    for (const { name, type } of register.getMetricsAsArray()) {
      if (type === 'gauge') register.removeSingleMetric(name);
    }
    // In vain where the supervisor is gone.
    await registry.shutdown().catch(() => {});
  });
  let waiting: PromiseWithResolvers<string> | undefined;
  process.on('message', (message) => {
    const { data } = MetricsAnswer.safeParse(message);
    if (data?.metrics) waiting?.resolve(data.metrics);
    else if (data) waiting?.reject(new HttpError('UNAVAILABLE'));
    if (data) waiting = undefined;
  });
  return async () => {
    if (!waiting) {
      waiting = Promise.withResolvers();
      process.send?.('metrics');
    }
    return waiting.promise;
  };
}
