import { actCodeErrors } from '../../access/act-codes.ts';
import { compiled, compiledInput } from '../../compiled.ts';
import { moderationMutation, moderationQuery } from '../../openapi.ts';
import {
  adminOrKeyProcedure,
  adminOrListingKeyProcedure,
  adminProcedure,
  expensive,
  moderatorProcedure,
  recentAdminProcedure,
  router,
} from '../../trpc.ts';
import { confirmMove, endMoveOf, openMove } from '../../moves/cases.ts';
import { confirmMoveErrors, endMoveErrors, openMoveErrors } from '../../moves/errors.ts';
import {
  EndMoveInput,
  MoveInput,
  MoveOpened,
  OpenMoveInput,
} from '../../moves/schemas.ts';
import { Nothing } from '../../schemas.ts';
import { readUserErrors } from '../../users/errors.ts';
import { PersonalData, UserId } from '../../users/schemas.ts';
import { MailAddress } from '../mail/schemas.ts';
import { changeRole } from './change-role.ts';
import { endAllSessions, endOneSession } from './end-sessions.ts';
import {
  eraseAddress,
  eraseOther,
  exportAddress,
  exportOther,
} from './erase-and-export.ts';
import {
  actOnUserErrors,
  changeUserErrors,
  endSessionErrors,
  endSessionsErrors,
  eraseUserErrors,
  unsuspendUserErrors,
} from './errors.ts';
import { inspectUser } from './inspect-user.ts';
import {
  ChangedUser,
  ChangeRoleInput,
  EndSessionInput,
  EndSessionsInput,
  EraseAddressInput,
  EraseUserInput,
  InspectedUser,
  ListOut,
  ListOutInput,
  PersonalFile,
  ReadAddress,
  SearchUsersInput,
  SessionsEnded,
  SuspendUserInput,
  UnsuspendUserInput,
  UserErased,
  UserPage,
} from './schemas.ts';
import { listOut } from './list-out.ts';
import { readAddress } from './read-address.ts';
import { searchUsers } from './search-users.ts';
import { suspendUser, unsuspendUser } from './suspend-and-unsuspend.ts';

export const usersRouter = router({
  search: adminProcedure()
    .meta({
      ...expensive,
      ...moderationQuery({ name: 'users.search', summary: 'Find users', for: 'admins' }),
    })
    .input(compiledInput(SearchUsersInput))
    .output(compiled(UserPage))
    .query(({ ctx, input }) => searchUsers(ctx.deps, ctx.actor, input)),

  inspect: adminProcedure(readUserErrors)
    .meta(
      moderationQuery({
        name: 'users.inspect',
        summary: 'Read a user with sessions, mails and profiles',
        for: 'admins',
      }),
    )
    .input(compiledInput(UserId))
    .output(compiled(InspectedUser))
    .query(({ ctx, input }) => inspectUser(ctx.deps, ctx.actor, input)),

  /** A mutation, because it is recorded. */
  readAddress: moderatorProcedure(readUserErrors)
    .meta(
      moderationMutation({
        name: 'users.readAddress',
        summary: 'Read the email address of a user; the history records it',
        for: 'moderators',
      }),
    )
    .input(compiledInput(UserId))
    .output(compiled(ReadAddress))
    .mutation(({ ctx, input }) => readAddress(ctx.deps, ctx.actor, input)),

  changeRole: adminProcedure(changeUserErrors)
    .meta(
      moderationMutation({
        name: 'users.changeRole',
        summary: 'Change the role of a user; a role above `user` takes a mailed code',
        for: 'admins',
      }),
    )
    .input(compiledInput(ChangeRoleInput))
    .output(compiled(ChangedUser))
    .mutation(({ ctx, input }) => changeRole(ctx.deps, ctx.actor, input)),

  suspend: adminOrKeyProcedure(changeUserErrors)
    .meta(
      moderationMutation({
        name: 'users.suspend',
        summary: 'Suspend a user and end their sessions',
        for: 'admins and keys',
      }),
    )
    .input(compiledInput(SuspendUserInput))
    .output(compiled(ChangedUser))
    .mutation(({ ctx, input }) => suspendUser(ctx.deps, ctx.actor, input)),

  unsuspend: adminOrKeyProcedure(unsuspendUserErrors)
    .meta(
      moderationMutation({
        name: 'users.unsuspend',
        summary: 'End a suspension',
        for: 'admins and keys',
      }),
    )
    .input(compiledInput(UnsuspendUserInput))
    .output(compiled(ChangedUser))
    .mutation(({ ctx, input }) => unsuspendUser(ctx.deps, ctx.actor, input)),

  endSession: adminProcedure(endSessionErrors)
    .meta(
      moderationMutation({
        name: 'users.endSession',
        summary: 'End one session of a user',
        for: 'admins',
      }),
    )
    .input(compiledInput(EndSessionInput))
    .output(compiled(ChangedUser))
    .mutation(({ ctx, input }) => endOneSession(ctx.deps, ctx.actor, input)),

  endSessions: adminOrKeyProcedure(endSessionsErrors)
    .meta(
      moderationMutation({
        name: 'users.endSessions',
        summary: 'End all sessions of a user',
        for: 'admins and keys',
      }),
    )
    .input(compiledInput(EndSessionsInput))
    .output(compiled(SessionsEnded))
    .mutation(({ ctx, input }) => endAllSessions(ctx.deps, ctx.actor, input)),

  erase: adminProcedure(eraseUserErrors)
    .meta(
      moderationMutation({
        name: 'users.erase',
        summary: 'Erase a user for good',
        for: 'admins with a code',
      }),
    )
    .input(compiledInput(EraseUserInput))
    .output(compiled(UserErased))
    .mutation(({ ctx, input }) => eraseOther(ctx.deps, ctx.actor, input)),

  eraseAddress: adminProcedure(actCodeErrors)
    .meta(
      moderationMutation({
        name: 'users.eraseAddress',
        summary:
          'Forget an address without an account. Wrong codes of the last 24 hours, a block, a ban and “never again” stay',
        for: 'admins with a code',
      }),
    )
    .input(compiledInput(EraseAddressInput))
    .output(compiled(UserErased))
    .mutation(({ ctx, input }) => eraseAddress(ctx.deps, ctx.actor, input)),

  openMove: adminProcedure(openMoveErrors)
    .meta(
      moderationMutation({
        name: 'users.openMove',
        summary: 'Change the address of a user who has lost the mailbox',
        for: 'admins',
      }),
    )
    .input(compiledInput(OpenMoveInput))
    .output(compiled(MoveOpened))
    .mutation(({ ctx, input }) => openMove(ctx.deps, ctx.actor, input)),

  confirmMove: adminProcedure(confirmMoveErrors)
    .meta(
      moderationMutation({
        name: 'users.confirmMove',
        summary: 'Agree to a change of a user’s address that another admin opened',
        for: 'admins',
      }),
    )
    .input(compiledInput(MoveInput))
    .output(compiled(Nothing))
    .mutation(({ ctx, input }) => confirmMove(ctx.deps, ctx.actor, input)),

  endMove: adminProcedure(endMoveErrors)
    .meta(
      moderationMutation({
        name: 'users.endMove',
        summary: 'Stop a change of a user’s address, or take it back',
        for: 'admins',
      }),
    )
    .input(compiledInput(EndMoveInput))
    .output(compiled(Nothing))
    .mutation(({ ctx, input }) => endMoveOf(ctx.deps, ctx.actor, input)),

  /** A mutation, because it is recorded. */
  listOut: adminOrListingKeyProcedure(actCodeErrors)
    .meta({
      ...expensive,
      ...moderationMutation({
        name: 'users.listOut',
        summary: 'Take the list of users and cards out, as CSV',
        for: 'admins with a code and listing keys',
      }),
    })
    .input(compiledInput(ListOutInput))
    .output(compiled(ListOut))
    .mutation(({ ctx, input }) => listOut(ctx.deps, ctx.actor, input)),

  /** A mutation, because it is recorded. */
  export: recentAdminProcedure(actOnUserErrors)
    .meta({
      ...expensive,
      ...moderationMutation({
        name: 'users.export',
        summary: 'Export the data of a user; the history records it',
        for: 'admins just signed in',
      }),
    })
    .input(compiledInput(UserId))
    .output(compiled(PersonalFile))
    .mutation(({ ctx, input }) => exportOther(ctx.deps, ctx.actor, input)),

  /** A mutation, because it is recorded. */
  exportAddress: recentAdminProcedure()
    .meta({
      ...expensive,
      ...moderationMutation({
        name: 'users.exportAddress',
        summary:
          'Export what is kept with an address without an account; the history records it',
        for: 'admins just signed in',
      }),
    })
    .input(compiledInput(MailAddress))
    .output(compiled(PersonalData))
    .mutation(({ ctx, input }) => exportAddress(ctx.deps, ctx.actor, input)),
});
