import { fastify, type FastifyRequest } from 'fastify';
import { fromNodeHeaders } from 'better-auth/node';
import { announce } from '../announce.ts';
import { auth } from './auth.ts';

/** As native routes, which are faster than better-auth's router. */
const app = fastify({ logger: false });

type Body<Fields> = FastifyRequest<{ Body: Fields }>;

app.post(
  '/api/auth/email-otp/send-verification-otp',
  (request: Body<{ email: string }>) =>
    auth.api.sendVerificationOTP({
      body: { email: request.body.email, type: 'sign-in' },
    }),
);

app.post(
  '/api/auth/sign-in/email-otp',
  async (request: Body<{ email: string; otp: string }>, reply) => {
    const { email, otp } = request.body;
    const { headers, response } = await auth.api.signInEmailOTP({
      body: { email, otp },
      headers: fromNodeHeaders(request.headers),
      returnHeaders: true,
    });
    return reply.header('set-cookie', headers.getSetCookie()).send(response);
  },
);

app.get('/api/auth/get-session', (request) =>
  auth.api.getSession({ headers: fromNodeHeaders(request.headers) }),
);

await announce(app);
