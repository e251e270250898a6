import { defaultProduct } from '@namecard/look';
import { productionMemory } from '../fairness/memory.ts';
import type { ServerOptions } from '../server.ts';

/** The defaults of production. */
export const productionOptions: ServerOptions = {
  trustProxy: [],
  corsOrigins: [],
  origin: 'http://127.0.0.1',
  mailbox: undefined,
  webhookSecret: undefined,
  profilePages: undefined,
  memberPages: { identities: [] },
  publicUrl: undefined,
  metricsToken: undefined,
  memory: productionMemory,
  product: { ...defaultProduct, url: undefined },
};
