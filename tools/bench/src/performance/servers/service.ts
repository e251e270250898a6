import { buildServer } from '../../../../../apps/api/src/server.ts';
import { announce } from './announce.ts';
import { openServiceParts, productionOptions } from './service-parts.ts';

/** The service itself, put together as `npm start` does. */
await announce(await buildServer(await openServiceParts(), productionOptions));
