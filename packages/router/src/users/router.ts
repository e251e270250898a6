import { freshSignInDescription, scopeDescription } from '../access/errors.ts';
import { Nothing } from '../schemas.ts';
import { synchronous } from '../synchronous.ts';
import {
  expensive,
  recentSignInProcedure,
  removing,
  router,
  scopedProcedure,
  userProcedure,
} from '../trpc.ts';
import { removeMe } from './erasure/service.ts';
import { exportMe } from './export/service.ts';
import { KnownUser, Me, PersonalData, UpdatedUser, UpdateMeInput, UserId } from './schemas.ts';
import { readMe, readUser, updateMe } from './service.ts';

export const usersRouter = router({
  me: userProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/users/me',
        operationId: 'getMe',
        tags: ['Users', 'Extension'],
        summary: 'Read yourself, your role and when your session ends',
        protect: true,
      },
    })
    .output(synchronous(Me))
    .query(({ ctx }) => readMe(ctx.actor)),

  read: scopedProcedure('users:read')
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
        errorResponses: {
          403: scopeDescription('users:read'),
          404: 'There is no such user, or no longer (`USER_NOT_FOUND`).',
        },
      },
    })
    .input(UserId)
    .output(KnownUser)
    .query(({ ctx, input }) => readUser(ctx.deps, input)),

  updateMe: userProcedure
    .meta({
      openapi: {
        method: 'PATCH',
        path: '/users/me',
        operationId: 'updateMe',
        tags: ['Users'],
        summary: 'Update your own record',
        description: 'What is left out stays as it is.',
        protect: true,
        errorResponses: { 409: 'The username is taken (`USERNAME_TAKEN`).' },
      },
    })
    .input(synchronous(UpdateMeInput))
    .output(synchronous(UpdatedUser))
    .mutation(({ ctx, input }) => updateMe(ctx.deps, ctx.actor, input)),

  exportMe: recentSignInProcedure
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
        errorResponses: { 403: freshSignInDescription },
      },
    })
    .output(PersonalData)
    .query(({ ctx }) => exportMe(ctx.deps, ctx.actor)),

  removeMe: recentSignInProcedure
    .meta({
      ...removing,
      openapi: {
        method: 'DELETE',
        path: '/users/me',
        operationId: 'removeMe',
        tags: ['Users', 'Extension'],
        summary: 'Erase yourself, your sessions and your profiles for good',
        description:
          'Takes a sign-in of the last hour. Once it is answered, nobody can see or use the account any more and its address is free; what is left in the history is emptied within two minutes. Usernames that were held for a week rest for 90 days, for everybody.',
        protect: true,
        errorResponses: {
          403: freshSignInDescription,
          409: 'Nobody else is an admin: make somebody else one first (`LAST_ADMIN`).',
        },
      },
    })
    .output(Nothing)
    .mutation(({ ctx }) => removeMe(ctx.deps, ctx.actor)),
});
