import { reasonOf, StartError } from '@namecard/db';
import type { FastifyInstance } from 'fastify';
import type { Environment } from '../settings/environment.ts';
import { codeOf } from '../settings/error-code.ts';
import { openable } from '../settings/router-settings.ts';

const noAddress =
  'HOST is not an address of this machine: set it to one of its addresses, or to 0.0.0.0 for all';

const remedies = new Map([
  ['EADDRINUSE', 'PORT is in use: stop the other program, or set another PORT'],
  [
    'EACCES',
    'this user may not use PORT: set PORT to 1024 or more, or give Node the capability CAP_NET_BIND_SERVICE',
  ],
  ['EADDRNOTAVAIL', noAddress],
  ['EAFNOSUPPORT', noAddress],
  ['EINVAL', noAddress],
  ['ENOTFOUND', noAddress],
  ['EAI_AGAIN', noAddress],
]);

/**
 * Connections that the kernel takes while the process is busy; at most its own
 * `somaxconn`, 4,096. Beyond, clients wait for seconds, and a proxy takes the instance
 * for dead.
 */
const waitingConnections = 4_096;

type Listening = Pick<Environment, 'HOST' | 'PORT'>;

/**
 * Listens and returns the address for a browser.
 * @throws StartError if a setting must change
 */
export async function listen(
  app: Pick<FastifyInstance, 'listen'>,
  { HOST, PORT }: Listening,
): Promise<string> {
  try {
    const address = await app.listen({
      port: PORT,
      host: HOST,
      backlog: waitingConnections,
      listenTextResolver: (origin) => `Server listening at ${openable(origin)}`,
    });
    return openable(address);
  } catch (error) {
    const remedy = remedies.get(codeOf(error) ?? '');
    if (remedy === undefined) {
      throw error;
    }
    throw new StartError(`Namecard can’t listen: ${remedy} (${reasonOf(error)}).`, {
      cause: error,
    });
  }
}
