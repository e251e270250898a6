import { fastify } from 'fastify';
import { announce } from '../announce.ts';
import { sendHeaders } from './headers.ts';
import { mountProfiles } from './profiles.ts';
import { mountUsers } from './users.ts';

/**
 * The service's answers written by hand: only Fastify, pg, prepared statements
 * and compiled schemas.
 */
const app = fastify({ logger: false, bodyLimit: 64 * 1024 });
sendHeaders(app);
mountUsers(app);
mountProfiles(app);
await announce(app);
