import type { FastifyInstance } from 'fastify';

/** Listens on a free port of 127.0.0.1, tells the parent process where, and ends with it. */
export async function announce(app: FastifyInstance): Promise<void> {
  const origin = await app.listen({ host: '127.0.0.1', port: 0 });
  process.send?.({ origin });
  process.once('disconnect', () => process.exit());
}
