import { sessionKindOf } from '../access/token.ts';
import { compiled, compiledInput } from '../compiled.ts';
import { proveMove } from '../moves/cases.ts';
import { proveMoveErrors, undoMoveErrors } from '../moves/errors.ts';
import { MoveProven, ProvenAddress } from '../moves/schemas.ts';
import { undoMove } from '../moves/undo-move.ts';
import { Nothing } from '../schemas.ts';
import { limitedProcedure, router, userProcedure } from '../trpc.ts';
import { appealSuspension } from './appeal-suspension.ts';
import { revokeOtherSessions, revokeSession, signOut } from './end-sessions.ts';
import {
  appealSuspensionErrors,
  revokeSessionErrors,
  verifyCodeErrors,
} from './errors.ts';
import { refuseInvitation } from './refuse-invitation.ts';
import { readSessions } from './read-sessions.ts';
import {
  AppealSuspensionInput,
  SendCodeInput,
  SessionList,
  SessionName,
  SignedIn,
  VerifyCodeInput,
} from './schemas.ts';
import { sendCode } from './send-code.ts';
import { createToken } from './tokens/create-token.ts';
import { createTokenErrors } from './tokens/errors.ts';
import { AudienceToken, CreateTokenInput } from './tokens/schemas.ts';
import { verifyCode } from './verify-code.ts';

export const authRouter = router({
  sendCode: limitedProcedure('send')()
    .meta({
      openapi: {
        method: 'POST',
        path: '/auth/send-code',
        operationId: 'sendCode',
        tags: ['Auth'],
        summary: 'Send a sign-in code to an email address',
        description:
          'The answer is the same for known and unknown addresses. The mail has a short code of 6 digits, which works for 10 minutes, and a long code, which works for 60. Repeated calls mail the same codes at most three times in five minutes, and new codes after that. Further calls get the same answer but mail nothing. Offer another mail after 30, 60 and then 240 seconds.',
        protect: false,
      },
    })
    .input(compiledInput(SendCodeInput))
    .output(compiled(Nothing))
    .mutation(({ ctx, input }) => sendCode(ctx.deps, ctx.call, input)),

  verifyCode: limitedProcedure('verify')(verifyCodeErrors)
    .meta({
      openapi: {
        method: 'POST',
        path: '/auth/verify-code',
        operationId: 'verifyCode',
        tags: ['Auth'],
        summary: 'Exchange the code for the user and a session token',
        description:
          'Accepts each mailed code that has not expired. The first sign-in creates the account. A code works once.',
        protect: false,
      },
    })
    .input(compiledInput(VerifyCodeInput))
    .output(compiled(SignedIn))
    .mutation(({ ctx, input }) =>
      verifyCode(ctx.deps, ctx.call, input, sessionKindOf(ctx.call)),
    ),

  appeal: limitedProcedure('verify')(appealSuspensionErrors)
    .meta({
      openapi: {
        method: 'POST',
        path: '/auth/appeals',
        operationId: 'appealSuspension',
        tags: ['Auth', 'Extension'],
        summary: 'Ask for another look at the suspension of your account',
        description:
          'Takes a mailed code, which it uses up, or the `ticket` from the refused sign-in. It signs nobody in. Works once for each suspension. The answer appears in the place of the reason.',
        protect: false,
      },
    })
    .input(compiledInput(AppealSuspensionInput))
    .output(compiled(Nothing))
    .mutation(({ ctx, input }) => appealSuspension(ctx.deps, ctx.call, input)),

  proveMove: limitedProcedure('verify')(proveMoveErrors)
    .meta({
      openapi: {
        method: 'POST',
        path: '/auth/address/prove',
        operationId: 'proveMove',
        tags: ['Auth', 'Extension'],
        summary: 'Confirm the new address of an account whose mailbox is lost',
        description:
          'Takes the code that an admin had mailed to the new address. It signs nobody in. The account gets the address after a wait of 7 days, or 14 if it has a role.',
        protect: false,
      },
    })
    .input(compiledInput(ProvenAddress))
    .output(compiled(MoveProven))
    .mutation(({ ctx, input }) => proveMove(ctx.deps, input)),

  undoMove: limitedProcedure('verify')(undoMoveErrors)
    .meta({
      openapi: {
        method: 'POST',
        path: '/auth/address/undo',
        operationId: 'undoMove',
        tags: ['Auth', 'Extension'],
        summary: 'End a change of your account’s address that you did not want',
        description:
          'Takes the old address and the code of a notice to it. Stops a change that waits, or takes one back that was done within 14 days, with all later ones. Then every session of the account has ended, and a role rests until an admin gives it again. It signs nobody in.',
        protect: false,
      },
    })
    .input(compiledInput(ProvenAddress))
    .output(compiled(Nothing))
    .mutation(({ ctx, input }) => undoMove(ctx.deps, input)),

  refuseInvitation: limitedProcedure('verify')(['CODE_INVALID'])
    .meta({
      openapi: {
        method: 'POST',
        path: '/auth/invitation/refuse',
        operationId: 'refuseInvitation',
        tags: ['Auth', 'Extension'],
        summary: 'Refuse an invitation, and all later ones',
        description:
          'Takes a mailed code, which it uses up. It makes no account and signs nobody in. The invitation is forgotten, and the address is never invited again. The answer is the same for an address that nobody invited.',
        protect: false,
      },
    })
    .input(compiledInput(VerifyCodeInput))
    .output(compiled(Nothing))
    .mutation(({ ctx, input }) => refuseInvitation(ctx.deps, ctx.call, input)),

  signOut: userProcedure()
    .meta({
      openapi: {
        method: 'POST',
        path: '/auth/sign-out',
        operationId: 'signOut',
        tags: ['Auth', 'Extension'],
        summary: 'End the session of the token',
        description: 'The token stops working at once, everywhere.',
        protect: true,
      },
    })
    .output(compiled(Nothing))
    .mutation(({ ctx }) => signOut(ctx.deps, ctx.actor)),

  createToken: userProcedure(createTokenErrors)
    .meta({
      openapi: {
        method: 'POST',
        path: '/auth/tokens',
        operationId: 'createToken',
        tags: ['Auth', 'Extension'],
        summary: 'Exchange the session for a token that another server verifies',
        description:
          'Creates a JWT for one of the configured audiences. It is valid for five minutes. It has your id but not your email address. The other server verifies it with the keys at `/.well-known/jwks.json`.',
        protect: true,
      },
    })
    .input(compiledInput(CreateTokenInput))
    .output(compiled(AudienceToken))
    .mutation(({ ctx, input }) => createToken(ctx.deps, ctx.actor, input)),

  sessions: userProcedure()
    .meta({
      openapi: {
        method: 'GET',
        path: '/auth/sessions',
        operationId: 'listSessions',
        tags: ['Auth', 'Extension'],
        summary: 'List your sessions, last used first',
        description:
          'Lists the sessions that have not ended. If one is not yours, you can end it.',
        protect: true,
      },
    })
    .output(compiled(SessionList))
    .query(({ ctx }) => readSessions(ctx.deps, ctx.actor)),

  revokeSession: userProcedure(revokeSessionErrors)
    .meta({
      openapi: {
        method: 'DELETE',
        path: '/auth/sessions/{id}',
        operationId: 'revokeSession',
        tags: ['Auth', 'Extension'],
        summary: 'End one of your sessions',
        description: 'Its token stops working at once, everywhere.',
        protect: true,
      },
    })
    .input(compiledInput(SessionName))
    .output(compiled(Nothing))
    .mutation(({ ctx, input }) => revokeSession(ctx.deps, ctx.actor, input)),

  revokeOtherSessions: userProcedure()
    .meta({
      openapi: {
        method: 'DELETE',
        path: '/auth/sessions',
        operationId: 'revokeOtherSessions',
        tags: ['Auth', 'Extension'],
        summary: 'End all your sessions but this one',
        description: 'Use it if somebody else may have a token of yours.',
        protect: true,
      },
    })
    .output(compiled(Nothing))
    .mutation(({ ctx }) => revokeOtherSessions(ctx.deps, ctx.actor)),
});
