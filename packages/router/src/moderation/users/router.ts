import { compiled, compiledInput } from '../../compiled.ts';
import { moderationMutation, moderationQuery } from '../../openapi.ts';
import {
  adminOrKeyProcedure,
  adminOrListingKeyProcedure,
  adminProcedure,
  adminWithCodeProcedure,
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
  search: adminProcedure(moderationQuery('users.search', 'Find users'))
    .meta(expensive)
    .input(compiledInput(SearchUsersInput))
    .output(compiled(UserPage))
    .query(({ ctx, input }) => searchUsers(ctx.deps, ctx.actor, input)),

  inspect: adminProcedure(
    moderationQuery('users.inspect', 'Read a user with sessions, mails and profiles'),
    readUserErrors,
  )
    .input(compiledInput(UserId))
    .output(compiled(InspectedUser))
    .query(({ ctx, input }) => inspectUser(ctx.deps, ctx.actor, input)),

  /** A mutation, because it is recorded. */
  readAddress: moderatorProcedure(
    moderationMutation(
      'users.readAddress',
      'Read the email address of a user; the history records it',
    ),
    readUserErrors,
  )
    .input(compiledInput(UserId))
    .output(compiled(ReadAddress))
    .mutation(({ ctx, input }) => readAddress(ctx.deps, ctx.actor, input)),

  changeRole: adminProcedure(
    moderationMutation(
      'users.changeRole',
      'Change the role of a user; a role above `user` takes a mailed code',
    ),
    changeUserErrors,
  )
    .input(compiledInput(ChangeRoleInput))
    .output(compiled(ChangedUser))
    .mutation(({ ctx, input }) => changeRole(ctx.deps, ctx.actor, input)),

  suspend: adminOrKeyProcedure(
    moderationMutation('users.suspend', 'Suspend a user and end their sessions'),
    changeUserErrors,
  )
    .input(compiledInput(SuspendUserInput))
    .output(compiled(ChangedUser))
    .mutation(({ ctx, input }) => suspendUser(ctx.deps, ctx.actor, input)),

  unsuspend: adminOrKeyProcedure(
    moderationMutation('users.unsuspend', 'End a suspension'),
    unsuspendUserErrors,
  )
    .input(compiledInput(UnsuspendUserInput))
    .output(compiled(ChangedUser))
    .mutation(({ ctx, input }) => unsuspendUser(ctx.deps, ctx.actor, input)),

  endSession: adminProcedure(
    moderationMutation('users.endSession', 'End one session of a user'),
    endSessionErrors,
  )
    .input(compiledInput(EndSessionInput))
    .output(compiled(ChangedUser))
    .mutation(({ ctx, input }) => endOneSession(ctx.deps, ctx.actor, input)),

  endSessions: adminOrKeyProcedure(
    moderationMutation('users.endSessions', 'End all sessions of a user'),
    endSessionsErrors,
  )
    .input(compiledInput(EndSessionsInput))
    .output(compiled(SessionsEnded))
    .mutation(({ ctx, input }) => endAllSessions(ctx.deps, ctx.actor, input)),

  erase: adminWithCodeProcedure(
    moderationMutation('users.erase', 'Erase a user for good'),
    eraseUserErrors,
  )
    .input(compiledInput(EraseUserInput))
    .output(compiled(UserErased))
    .mutation(({ ctx, input }) => eraseOther(ctx.deps, ctx.actor, input)),

  eraseAddress: adminWithCodeProcedure(
    moderationMutation(
      'users.eraseAddress',
      'Forget an address without an account. Wrong codes of the last 24 hours, a block, a ban, “never again” and a change to it that a member asked for stay',
    ),
  )
    .input(compiledInput(EraseAddressInput))
    .output(compiled(UserErased))
    .mutation(({ ctx, input }) => eraseAddress(ctx.deps, ctx.actor, input)),

  openMove: adminProcedure(
    moderationMutation(
      'users.openMove',
      'Change the address of a user who has lost the mailbox',
    ),
    openMoveErrors,
  )
    .input(compiledInput(OpenMoveInput))
    .output(compiled(MoveOpened))
    .mutation(({ ctx, input }) => openMove(ctx.deps, ctx.actor, input)),

  confirmMove: adminProcedure(
    moderationMutation(
      'users.confirmMove',
      'Agree to a change of a user’s address that another admin opened',
    ),
    confirmMoveErrors,
  )
    .input(compiledInput(MoveInput))
    .output(compiled(Nothing))
    .mutation(({ ctx, input }) => confirmMove(ctx.deps, ctx.actor, input)),

  endMove: adminProcedure(
    moderationMutation(
      'users.endMove',
      'Stop a change of a user’s address, or take it back',
    ),
    endMoveErrors,
  )
    .input(compiledInput(EndMoveInput))
    .output(compiled(Nothing))
    .mutation(({ ctx, input }) => endMoveOf(ctx.deps, ctx.actor, input)),

  /** A mutation, because it is recorded. */
  listOut: adminOrListingKeyProcedure(
    moderationMutation('users.listOut', 'Take the list of users and cards out, as CSV'),
  )
    .meta(expensive)
    .input(compiledInput(ListOutInput))
    .output(compiled(ListOut))
    .mutation(({ ctx, input }) => listOut(ctx.deps, ctx.actor, input)),

  /** A mutation, because it is recorded. */
  export: recentAdminProcedure(
    moderationMutation(
      'users.export',
      'Export the data of a user; the history records it',
    ),
    actOnUserErrors,
  )
    .meta(expensive)
    .input(compiledInput(UserId))
    .output(compiled(PersonalFile))
    .mutation(({ ctx, input }) => exportOther(ctx.deps, ctx.actor, input)),

  /** A mutation, because it is recorded. */
  exportAddress: recentAdminProcedure(
    moderationMutation(
      'users.exportAddress',
      'Export what is kept with an address without an account; the history records it',
    ),
  )
    .meta(expensive)
    .input(compiledInput(MailAddress))
    .output(compiled(PersonalData))
    .mutation(({ ctx, input }) => exportAddress(ctx.deps, ctx.actor, input)),
});
