import { buildServer } from '../../server.ts';
import { listen, openServiceParts, productionOptions } from './parts.ts';

/** The service itself, put together as `npm start` does. */
await listen(await buildServer(await openServiceParts(), productionOptions));
