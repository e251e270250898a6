import { z } from 'zod';
import { Nothing } from '../answers.ts';
import { publicProcedure, router, userProcedure } from '../trpc.ts';
import { deviceOf } from './device.ts';
import { SendCodeInput, SignedIn, VerifyCodeInput } from './schemas.ts';
import { sendCode, signOut, verifyCode } from './service.ts';

export const authRouter = router({
  sendCode: publicProcedure
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
      },
    })
    .input(SendCodeInput)
    .output(Nothing)
    .mutation(({ ctx, input }) => sendCode(ctx.deps, deviceOf(ctx.call.userAgent), input)),

  verifyCode: publicProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/auth/verify-code',
        operationId: 'verifyCode',
        tags: ['Auth'],
        summary: 'Exchange the code for the user and an auth token',
        protect: false,
        errorResponses: {
          401: 'The code is wrong, used or expired (`CODE_INVALID`).',
          403: 'The account is suspended (`ACCOUNT_SUSPENDED`).',
        },
      },
    })
    .input(VerifyCodeInput)
    .output(SignedIn)
    .mutation(({ ctx, input }) => verifyCode(ctx.deps, deviceOf(ctx.call.userAgent), input)),

  signOut: userProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/auth/sign-out',
        operationId: 'signOut',
        tags: ['Auth', 'Extension'],
        summary: 'End the session of the token',
        protect: true,
      },
    })
    .input(z.void())
    .output(Nothing)
    .mutation(({ ctx }) => signOut(ctx.deps, ctx.actor)),
});
