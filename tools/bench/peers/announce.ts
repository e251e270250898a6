import type { FastifyInstance } from 'fastify';

/** Listens on a free port of 127.0.0.1 and says where, as the service does. Ends in a way that lets Node write its profile. */
export async function announce(app: FastifyInstance): Promise<void> {
  const origin = await app.listen({ host: '127.0.0.1', port: 0 });
  process.once('SIGTERM', () => process.exit());
  console.log(JSON.stringify({ ready: { origin } }));
}

/** A setting that has to be there. */
export function setting(name: string): string {
  const value = process.env[name];
  if (value === undefined || value === '') {
    throw new Error(`${name} is needed`);
  }
  return value;
}
