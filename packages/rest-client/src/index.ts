export { createRestClient, type RestClientOptions } from './client.ts';
export type { components, operations, paths } from './schema.d.ts';
