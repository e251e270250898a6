import { readEnvironment } from '../../settings/environment.ts';
import { buildServer } from '../../server.ts';
import { listen, openServiceParts, productionOptions } from './parts.ts';

/** The service itself, put together as `npm start` does. It believes the proxies that the environment names. */
const { TRUST_PROXY: trustProxy } = readEnvironment();
await listen(
  await buildServer(await openServiceParts(), { ...productionOptions, trustProxy }),
);
