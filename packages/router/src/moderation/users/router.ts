import { adminProcedure, expensive, recentAdminProcedure, removing, router } from '../../trpc.ts';
import { PersonalData } from '../../users/schemas.ts';
import { eraseOther, exportOther } from './data/service.ts';
import {
  actOnUserErrors,
  changeUserErrors,
  endSessionErrors,
  eraseUserErrors,
  inspectUserErrors,
  unsuspendUserErrors,
} from './errors.ts';
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
  UserId,
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
  search: adminProcedure()
    .meta(expensive)
    .input(SearchUsersInput)
    .output(UserPage)
    .query(({ ctx, input }) => searchUsers(ctx.deps, ctx.actor, input)),

  inspect: adminProcedure(inspectUserErrors)
    .input(UserId)
    .output(InspectedUser)
    .query(({ ctx, input }) => inspectUser(ctx.deps, ctx.actor, input)),

  changeRole: adminProcedure(changeUserErrors)
    .input(ChangeRoleInput)
    .output(ChangedUser)
    .mutation(({ ctx, input }) => changeRole(ctx.deps, ctx.actor, input)),

  suspend: adminProcedure(changeUserErrors)
    .meta(removing)
    .input(SuspendUserInput)
    .output(ChangedUser)
    .mutation(({ ctx, input }) => suspendUser(ctx.deps, ctx.actor, input)),

  unsuspend: adminProcedure(unsuspendUserErrors)
    .input(UnsuspendUserInput)
    .output(ChangedUser)
    .mutation(({ ctx, input }) => unsuspendUser(ctx.deps, ctx.actor, input)),

  endSession: adminProcedure(endSessionErrors)
    .input(EndSessionInput)
    .output(ChangedUser)
    .mutation(({ ctx, input }) => endOneSession(ctx.deps, ctx.actor, input)),

  endSessions: adminProcedure(actOnUserErrors)
    .input(UserId)
    .output(SessionsEnded)
    .mutation(({ ctx, input }) => endAllSessions(ctx.deps, ctx.actor, input)),

  erase: recentAdminProcedure(eraseUserErrors)
    .meta(removing)
    .input(EraseUserInput)
    .output(UserErased)
    .mutation(({ ctx, input }) => eraseOther(ctx.deps, ctx.actor, input)),

  /** A mutation, since it is recorded. */
  export: recentAdminProcedure(actOnUserErrors)
    .meta(expensive)
    .input(UserId)
    .output(PersonalData)
    .mutation(({ ctx, input }) => exportOther(ctx.deps, ctx.actor, input)),
});
