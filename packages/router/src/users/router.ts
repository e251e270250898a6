import { compiled, compiledInput } from '../compiled.ts';
import { declineDraft, readDraft } from '../invitations/draft.ts';
import { OwnInvitation } from '../invitations/schemas.ts';
import { finishMoveErrors, startMoveErrors } from '../moves/errors.ts';
import { finishMove } from '../moves/finish-move.ts';
import { FinishMoveInput, StartMoveInput } from '../moves/schemas.ts';
import { startMove } from '../moves/start-move.ts';
import { Nothing } from '../schemas.ts';
import {
  expensive,
  limitedProcedure,
  recentSignInProcedure,
  router,
  scopedProcedure,
  userProcedure,
} from '../trpc.ts';
import { chooseLanguage } from './choose-language.ts';
import { askRemoval, removeMe } from './erasure/remove-me.ts';
import {
  askRemovalErrors,
  exportSuspendedErrors,
  readUserErrors,
  removeMeErrors,
  updateMeErrors,
} from './errors.ts';
import { exportSuspended } from './export-suspended.ts';
import { exportMe } from './export-user.ts';
import { readMe, readUser } from './read-users.ts';
import {
  ExportSuspendedInput,
  KnownUser,
  Me,
  PersonalData,
  LanguageInput,
  RemoveMeInput,
  UpdatedUser,
  UpdateMeInput,
  UserId,
} from './schemas.ts';
import { updateMe } from './update-me.ts';

export const usersRouter = router({
  me: userProcedure()
    .meta({
      openapi: {
        method: 'GET',
        path: '/users/me',
        operationId: 'getMe',
        tags: ['Users', 'Extension'],
        summary: 'Read yourself, your role and when your session ends',
        description:
          'For the start of a client. Tells whether its token still works, and whose it is.',
        protect: true,
      },
    })
    .output(compiled(Me))
    .query(({ ctx }) => readMe(ctx.actor)),

  read: scopedProcedure('users:read')(readUserErrors)
    .meta({
      openapi: {
        method: 'GET',
        path: '/users/{id}',
        operationId: 'getUser',
        tags: ['Users', 'Extension'],
        summary: 'Read a user with a service key',
        description:
          'For programs that must know at once if a user is suspended, erased or has lost a role. Needs a service key with the scope `users:read`. The answer has no email address and no linked identities.',
        protect: true,
      },
    })
    .input(compiledInput(UserId))
    .output(compiled(KnownUser))
    .query(({ ctx, input }) => readUser(ctx.deps, input)),

  updateMe: userProcedure(updateMeErrors)
    .meta({
      openapi: {
        method: 'PATCH',
        path: '/users/me',
        operationId: 'updateMe',
        tags: ['Users'],
        summary: 'Update your own record',
        description: 'Fields that are not sent stay as they are.',
        protect: true,
      },
    })
    .input(compiledInput(UpdateMeInput.prefault({})))
    .output(compiled(UpdatedUser))
    .mutation(({ ctx, input }) => updateMe(ctx.deps, ctx.actor, input)),

  exportSuspended: limitedProcedure('verify')(exportSuspendedErrors)
    .meta({
      ...expensive,
      openapi: {
        method: 'POST',
        path: '/auth/export',
        operationId: 'exportSuspended',
        tags: ['Auth', 'Extension'],
        summary: 'Read all stored data about your suspended account',
        description:
          'Takes the `ticket` from the refused sign-in, once. The ticket still takes an appeal after that. The history records it, and a mail tells the address. Not possible while a change of the address can be taken back.',
        protect: false,
      },
    })
    .input(compiledInput(ExportSuspendedInput))
    .output(compiled(PersonalData))
    .mutation(({ ctx, input }) => exportSuspended(ctx.deps, ctx.call, input)),

  chooseLanguage: userProcedure()
    .meta({
      openapi: {
        method: 'PUT',
        path: '/users/me/language',
        operationId: 'chooseLanguage',
        tags: ['Users', 'Extension'],
        summary: 'Choose the language of mails to you',
        description: 'It stays until you choose another one.',
        protect: true,
      },
    })
    .input(compiledInput(LanguageInput))
    .output(compiled(Nothing))
    .mutation(({ ctx, input }) => chooseLanguage(ctx.deps, ctx.actor, input)),

  startMove: userProcedure(startMoveErrors)
    .meta({
      openapi: {
        method: 'POST',
        path: '/users/me/address',
        operationId: 'startMove',
        tags: ['Users', 'Extension'],
        summary: 'Ask to change the email address of your account',
        description:
          'Mails a code to the present address and one to the new one. They work for 30 minutes, in this session. The answer is the same for every new address. Three a session in 24 hours, three mails to one new address, and five an hour to new ones. In its first week an account may have to wait for an hour, if many new accounts ask at once.',
        protect: true,
      },
    })
    .input(compiledInput(StartMoveInput))
    .output(compiled(Nothing))
    .mutation(({ ctx, input }) => startMove(ctx.deps, ctx.actor, input)),

  finishMove: userProcedure(finishMoveErrors)
    .meta({
      openapi: {
        method: 'POST',
        path: '/users/me/address/confirm',
        operationId: 'finishMove',
        tags: ['Users', 'Extension'],
        summary: 'Change the email address of your account with both codes',
        description:
          'All other sessions end. For 14 days a code that is mailed to the old address takes it back. A role rests until an admin gives it again. An account can change its address once in 7 days.',
        protect: true,
      },
    })
    .input(compiledInput(FinishMoveInput))
    .output(compiled(UpdatedUser))
    .mutation(({ ctx, input }) => finishMove(ctx.deps, ctx.actor, input)),

  invitation: userProcedure()
    .meta({
      openapi: {
        method: 'GET',
        path: '/users/me/invitation',
        operationId: 'getMyInvitation',
        tags: ['Users', 'Extension'],
        summary: 'Read the card that was prepared for you',
        description:
          'Whoever invited you may have prepared a card. Nobody but you and admins sees it. Show it to its owner, and publish it by `POST /profiles` and `PATCH /profiles/{username}/socials`.',
        protect: true,
      },
    })
    .output(compiled(OwnInvitation))
    .query(({ ctx }) => readDraft(ctx.deps, ctx.actor)),

  declineInvitation: userProcedure()
    .meta({
      openapi: {
        method: 'DELETE',
        path: '/users/me/invitation',
        operationId: 'declineInvitation',
        tags: ['Users', 'Extension'],
        summary: 'Say that the card that was prepared is not yours',
        description: 'Erases the draft and the invitation. The history tells the admins.',
        protect: true,
      },
    })
    .output(compiled(Nothing))
    .mutation(({ ctx }) => declineDraft(ctx.deps, ctx.actor)),

  exportMe: recentSignInProcedure()
    .meta({
      ...expensive,
      openapi: {
        method: 'GET',
        path: '/users/me/export',
        operationId: 'exportMe',
        tags: ['Users', 'Extension'],
        summary: 'Export all data about you',
        description:
          'Needs a sign-in within the last hour. The answer has the newest 1,000 rows of each table. `shortened` names the tables with more rows.',
        protect: true,
      },
    })
    .output(compiled(PersonalData))
    .query(({ ctx }) => exportMe(ctx.deps, ctx.actor)),

  askRemoval: userProcedure(askRemovalErrors)
    .meta({
      openapi: {
        method: 'POST',
        path: '/users/me/removal',
        operationId: 'askRemoval',
        tags: ['Users', 'Extension'],
        summary: 'Ask for the code that erases your account',
        description:
          'Mails a code to your address. It works once, for 10 minutes, in this session. Fails while a change of the address can be taken back, and says until when. Five an hour.',
        protect: true,
      },
    })
    .output(compiled(Nothing))
    .mutation(({ ctx }) => askRemoval(ctx.deps, ctx.actor)),

  removeMe: userProcedure(removeMeErrors)
    .meta({
      openapi: {
        method: 'POST',
        path: '/users/me/removal/confirm',
        operationId: 'removeMe',
        tags: ['Users', 'Extension'],
        summary: 'Erase yourself, your sessions and your profiles for good',
        description:
          'Needs the mailed code. After the answer, nobody can see or use the account any more, and its email address is free. Your data in the history is removed within two minutes. If you had a username for a week, nobody can take it for 90 days.',
        protect: true,
      },
    })
    .input(compiledInput(RemoveMeInput))
    .output(compiled(Nothing))
    .mutation(({ ctx, input }) => removeMe(ctx.deps, ctx.actor, input)),
});
