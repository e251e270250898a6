import { compiled, compiledInput } from '../compiled.ts';
import { Nothing } from '../schemas.ts';
import {
  expensive,
  recentSignInProcedure,
  router,
  scopedProcedure,
  userProcedure,
} from '../trpc.ts';
import { chooseLanguage } from './choose-language.ts';
import { removeMe } from './erasure/remove-me.ts';
import { readUserErrors, removeMeErrors, updateMeErrors } from './errors.ts';
import { exportMe } from './export-user.ts';
import { readMe, readUser } from './read-users.ts';
import {
  KnownUser,
  Me,
  PersonalData,
  LanguageInput,
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
          'What a client asks when it starts: whether its token is still good, and whose it is.',
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
          'For programs that have to know at once whether somebody is suspended, erased or has lost a role. It takes a service key with the scope `users:read`, and gives neither the address nor linked identities.',
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
        description: 'What is left out stays as it is.',
        protect: true,
      },
    })
    .input(compiledInput(UpdateMeInput.prefault({})))
    .output(compiled(UpdatedUser))
    .mutation(({ ctx, input }) => updateMe(ctx.deps, ctx.actor, input)),

  chooseLanguage: userProcedure()
    .meta({
      openapi: {
        method: 'PUT',
        path: '/users/me/language',
        operationId: 'chooseLanguage',
        tags: ['Users', 'Extension'],
        summary: 'Choose the language of mails to you',
        description: 'It holds until you choose another.',
        protect: true,
      },
    })
    .input(compiledInput(LanguageInput))
    .output(compiled(Nothing))
    .mutation(({ ctx, input }) => chooseLanguage(ctx.deps, ctx.actor, input)),

  exportMe: recentSignInProcedure()
    .meta({
      ...expensive,
      openapi: {
        method: 'GET',
        path: '/users/me/export',
        operationId: 'exportMe',
        tags: ['Users', 'Extension'],
        summary: 'Read all that is held of you',
        description:
          'Takes a sign-in of the last hour. Of each table the newest 1,000 rows; `shortened` names those that have more.',
        protect: true,
      },
    })
    .output(compiled(PersonalData))
    .query(({ ctx }) => exportMe(ctx.deps, ctx.actor)),

  removeMe: recentSignInProcedure(removeMeErrors)
    .meta({
      openapi: {
        method: 'DELETE',
        path: '/users/me',
        operationId: 'removeMe',
        tags: ['Users', 'Extension'],
        summary: 'Erase yourself, your sessions and your profiles for good',
        description:
          'Takes a sign-in of the last hour. Once it is answered, nobody can see or use the account any more and its address is free; what is left in the history is emptied within two minutes. Usernames that were held for a week rest for 90 days, for everybody.',
        protect: true,
      },
    })
    .output(compiled(Nothing))
    .mutation(({ ctx }) => removeMe(ctx.deps, ctx.actor)),
});
