import { fastify } from 'fastify';
import { announce } from '../announce.ts';
import { sendHeaders } from './headers.ts';
import { startDelivering } from './outbox.ts';
import { mountProfiles } from './profiles.ts';
import { answerError } from './refused.ts';
import { mountSignIn } from './sign-in.ts';
import { mountUsers } from './users.ts';

/** The same answers as the service's, by hand: Fastify, pg, prepared statements, compiled schemas, nothing between. */
const app = fastify({ logger: false, bodyLimit: 64 * 1024 });
app.setErrorHandler(answerError);
sendHeaders(app);
mountUsers(app);
mountProfiles(app);
mountSignIn(app);
startDelivering();
await announce(app);
