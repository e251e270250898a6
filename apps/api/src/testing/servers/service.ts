import { readEnvironment } from '../../settings/environment.ts';
import { buildServer } from '../../server.ts';
import { listen, openServiceParts, productionOptions } from './parts.ts';

/** The whole service. Trusts the proxies of the environment. */
const { TRUST_PROXY: trustProxy } = readEnvironment();
await listen(
  await buildServer(await openServiceParts(), { ...productionOptions, trustProxy }),
);
