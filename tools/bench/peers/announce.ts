import type { FastifyInstance } from 'fastify';

/** Prints the address. Exits so that Node can write its profile. */
export async function announce(app: FastifyInstance): Promise<void> {
  const origin = await app.listen({ host: '127.0.0.1', port: 0 });
  process.once('SIGTERM', () => process.exit());
  console.log(JSON.stringify({ ready: { origin } }));
}

/** A required environment variable. */
export function setting(name: string): string {
  const value = process.env[name];
  if (value === undefined || value === '') {
    throw new Error(`${name} is needed`);
  }
  return value;
}
