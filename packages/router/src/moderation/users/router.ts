import {
  adminOrKeyProcedure,
  adminProcedure,
  expensive,
  recentAdminProcedure,
  removing,
  router,
} from '../../trpc.ts';
import { moderationMutation, moderationQuery } from '../../openapi.ts';
import { PersonalData, UserId } from '../../users/schemas.ts';
import { eraseOther, exportOther } from './data/service.ts';
import {
  ChangedUser,
  ChangeRoleInput,
  EndSessionInput,
  EraseUserInput,
  InspectedUser,
  SearchUsersInput,
  SessionsEnded,
  SuspendUserInput,
  UnsuspendUserInput,
  UserErased,
  UserPage,
} from './schemas.ts';
import { searchUsers } from './search/service.ts';
import {
  changeRole,
  endAllSessions,
  endOneSession,
  inspectUser,
  suspendUser,
  unsuspendUser,
} from './service.ts';

export const usersRouter = router({
  search: adminProcedure
    .meta({
      ...expensive,
      ...moderationQuery({ name: 'users.search', summary: 'Find users', for: 'admins' }),
    })
    .input(SearchUsersInput)
    .output(UserPage)
    .query(({ ctx, input }) => searchUsers(ctx.deps, ctx.actor, input)),

  inspect: adminProcedure
    .meta(
      moderationQuery({
        name: 'users.inspect',
        summary: 'Read a user, their sessions, mails and profiles',
        for: 'admins',
        errors: { 404: 'There is no such user, or no longer (`USER_NOT_FOUND`).' },
      }),
    )
    .input(UserId)
    .output(InspectedUser)
    .query(({ ctx, input }) => inspectUser(ctx.deps, ctx.actor, input)),

  changeRole: adminProcedure
    .meta(
      moderationMutation({
        name: 'users.changeRole',
        summary: 'Give a role',
        for: 'admins',
        errors: {
          403: 'The person is an admin by `ADMIN_EMAILS` (`CONFIGURED_ADMIN`).',
          404: 'There is no such user, or no longer (`USER_NOT_FOUND`).',
          409: 'Somebody changed it meanwhile (`CHANGED_MEANWHILE`). Nobody else is an admin (`LAST_ADMIN`).',
        },
      }),
    )
    .input(ChangeRoleInput)
    .output(ChangedUser)
    .mutation(({ ctx, input }) => changeRole(ctx.deps, ctx.actor, input)),

  suspend: adminOrKeyProcedure
    .meta({
      ...removing,
      ...moderationMutation({
        name: 'users.suspend',
        summary: 'Suspend a user and end their sessions',
        for: 'admins and keys',
        errors: {
          403: 'The person is an admin by `ADMIN_EMAILS` (`CONFIGURED_ADMIN`).',
          404: 'There is no such user, or no longer (`USER_NOT_FOUND`).',
          409: 'Somebody changed it meanwhile (`CHANGED_MEANWHILE`). Nobody else is an admin (`LAST_ADMIN`).',
        },
      }),
    })
    .input(SuspendUserInput)
    .output(ChangedUser)
    .mutation(({ ctx, input }) => suspendUser(ctx.deps, ctx.actor, input)),

  unsuspend: adminOrKeyProcedure
    .meta(
      moderationMutation({
        name: 'users.unsuspend',
        summary: 'End a suspension',
        for: 'admins and keys',
        errors: {
          403: 'The person is an admin by `ADMIN_EMAILS` (`CONFIGURED_ADMIN`). To service keys alone.',
          404: 'There is no such user, or no longer (`USER_NOT_FOUND`).',
          409: 'Somebody changed it meanwhile (`CHANGED_MEANWHILE`).',
        },
      }),
    )
    .input(UnsuspendUserInput)
    .output(ChangedUser)
    .mutation(({ ctx, input }) => unsuspendUser(ctx.deps, ctx.actor, input)),

  endSession: adminProcedure
    .meta(
      moderationMutation({
        name: 'users.endSession',
        summary: 'End one session of a user',
        for: 'admins',
        errors: {
          403: 'The person is an admin by `ADMIN_EMAILS` (`CONFIGURED_ADMIN`).',
          404: 'There is no such user or session (`USER_NOT_FOUND`, `SESSION_NOT_FOUND`).',
        },
      }),
    )
    .input(EndSessionInput)
    .output(ChangedUser)
    .mutation(({ ctx, input }) => endOneSession(ctx.deps, ctx.actor, input)),

  endSessions: adminOrKeyProcedure
    .meta(
      moderationMutation({
        name: 'users.endSessions',
        summary: 'End all sessions of a user',
        for: 'admins and keys',
        errors: {
          403: 'The person is an admin by `ADMIN_EMAILS` (`CONFIGURED_ADMIN`).',
          404: 'There is no such user, or no longer (`USER_NOT_FOUND`).',
        },
      }),
    )
    .input(UserId)
    .output(SessionsEnded)
    .mutation(({ ctx, input }) => endAllSessions(ctx.deps, ctx.actor, input)),

  erase: recentAdminProcedure
    .meta({
      ...removing,
      ...moderationMutation({
        name: 'users.erase',
        summary: 'Erase a user for good',
        for: 'admins just signed in',
        errors: {
          403: 'The person is an admin by `ADMIN_EMAILS` (`CONFIGURED_ADMIN`).',
          404: 'There is no such user, or no longer (`USER_NOT_FOUND`).',
          409: 'Nobody else is an admin (`LAST_ADMIN`).',
        },
      }),
    })
    .input(EraseUserInput)
    .output(UserErased)
    .mutation(({ ctx, input }) => eraseOther(ctx.deps, ctx.actor, input)),

  /** A mutation, since it is recorded. */
  export: recentAdminProcedure
    .meta({
      ...expensive,
      ...moderationMutation({
        name: 'users.export',
        summary: 'Read all that is held of a user, which is recorded',
        for: 'admins just signed in',
        errors: {
          403: 'The person is an admin by `ADMIN_EMAILS` (`CONFIGURED_ADMIN`).',
          404: 'There is no such user, or no longer (`USER_NOT_FOUND`).',
        },
      }),
    })
    .input(UserId)
    .output(PersonalData)
    .mutation(({ ctx, input }) => exportOther(ctx.deps, ctx.actor, input)),
});
