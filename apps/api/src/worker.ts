import { z } from 'zod';

/** Milliseconds that a process may take to end, apart from `SHUTDOWN_DELAY`. */
export const closeTimeout = 15_000;

/** What a worker says once it serves: the text that is printed when all do. */
export const Serving = z.object({ serving: z.string() });

/** What a worker asks for, and what it is given: the metrics of all, or null where they can't be had. */
export const MetricsQuestion = z.literal('metrics');
export const MetricsAnswer = z.object({ metrics: z.string().nullable() });

const Order = z.enum(['stop', 'retire']);

/** What a worker is told: to end as the service ends, or because another has taken its place. */
export type Order = z.infer<typeof Order>;

/** Signals that terminals and process managers send to all processes of a service at once. */
export const groupSignals = ['SIGHUP', 'SIGINT', 'SIGQUIT', 'SIGTERM'] as const;

/** Calls `obey` with the supervisor's first order. Signals no longer end the process: the supervisor hears them too. */
export function onOrder(obey: (order: Order) => void): void {
  for (const signal of groupSignals) {
    process.on(signal, () => {});
  }
  let isEnding = false;
  process.on('message', (message) => {
    const { data: order } = Order.safeParse(message);
    if (order !== undefined && !isEnding) {
      isEnding = true;
      obey(order);
    }
  });
}
