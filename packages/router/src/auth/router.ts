import { Nothing } from '../schemas.ts';
import { synchronous } from '../synchronous.ts';
import { limitedProcedure, router, userProcedure } from '../trpc.ts';
import { SendCodeInput, SessionList, SessionName, SignedIn, VerifyCodeInput } from './schemas.ts';
import {
  readSessions,
  revokeOtherSessions,
  revokeSession,
  sendCode,
  signOut,
  verifyCode,
} from './service.ts';

const tooMany = 'Too many requests from one network (`RATE_LIMITED`).';

export const authRouter = router({
  sendCode: limitedProcedure('send')
    .meta({
      openapi: {
        method: 'POST',
        path: '/auth/send-code',
        operationId: 'sendCode',
        tags: ['Auth'],
        summary: 'Send a sign-in code to an email address',
        description:
          'Answers alike whether the address is known or not. The mail holds a short code, good for 10 minutes, and a long one, good for 60.',
        protect: false,
        errorResponses: { 429: tooMany },
      },
    })
    .input(synchronous(SendCodeInput))
    .output(synchronous(Nothing))
    .mutation(({ ctx, input }) => sendCode(ctx.deps, ctx.call, input)),

  verifyCode: limitedProcedure('verify')
    .meta({
      openapi: {
        method: 'POST',
        path: '/auth/verify-code',
        operationId: 'verifyCode',
        tags: ['Auth'],
        summary: 'Exchange the code for the user and an auth token',
        description:
          'Any of the codes of the mails that are still good. The first sign-in makes the account. A code signs in once.',
        protect: false,
        errorResponses: {
          401: 'The code is wrong, used or expired (`CODE_INVALID`).',
          403: 'The account is suspended (`ACCOUNT_SUSPENDED`).',
          429: tooMany,
        },
      },
    })
    .input(synchronous(VerifyCodeInput))
    .output(synchronous(SignedIn))
    .mutation(({ ctx, input }) => verifyCode(ctx.deps, ctx.call, input)),

  signOut: userProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/auth/sign-out',
        operationId: 'signOut',
        tags: ['Auth', 'Extension'],
        summary: 'End the session of the token',
        description: 'The token is refused from then on, everywhere.',
        protect: true,
      },
    })
    .output(synchronous(Nothing))
    .mutation(({ ctx }) => signOut(ctx.deps, ctx.actor)),

  sessions: userProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/auth/sessions',
        operationId: 'listSessions',
        tags: ['Auth', 'Extension'],
        summary: 'List your sessions, the one used last first',
        description: 'Those that have not ended, so that you can end one that is not yours.',
        protect: true,
      },
    })
    .output(SessionList)
    .query(({ ctx }) => readSessions(ctx.deps, ctx.actor)),

  revokeSession: userProcedure
    .meta({
      openapi: {
        method: 'DELETE',
        path: '/auth/sessions/{id}',
        operationId: 'revokeSession',
        tags: ['Auth', 'Extension'],
        summary: 'End one of your sessions',
        description: 'Its token is refused from then on, everywhere.',
        protect: true,
        errorResponses: { 404: 'You have no such session (`SESSION_NOT_FOUND`).' },
      },
    })
    .input(SessionName)
    .output(synchronous(Nothing))
    .mutation(({ ctx, input }) => revokeSession(ctx.deps, ctx.actor, input)),

  revokeOtherSessions: userProcedure
    .meta({
      openapi: {
        method: 'DELETE',
        path: '/auth/sessions',
        operationId: 'revokeOtherSessions',
        tags: ['Auth', 'Extension'],
        summary: 'End all your sessions but this one',
        description: 'For when a token may be in others’ hands.',
        protect: true,
      },
    })
    .output(synchronous(Nothing))
    .mutation(({ ctx }) => revokeOtherSessions(ctx.deps, ctx.actor)),
});
