import { originOf } from '../../events/record.ts';
import { adminProcedure } from '../../trpc.ts';
import { changeRole, endAllSessions, endOneSession, suspendUser, unsuspendUser } from './acts.ts';
import {
  ActOnUser,
  ChangeRoleInput,
  EndSessionInput,
  InspectedUser,
  SearchUsersInput,
  SessionsEnded,
  SuspendUserInput,
  UnsuspendUserInput,
  UserId,
  UserPage,
} from './schemas.ts';
import { inspectUser, searchUsers } from './service.ts';

/** What admins do with people. */
export const userManagement = {
  search: adminProcedure
    .input(SearchUsersInput)
    .output(UserPage)
    .query(({ ctx, input }) => searchUsers(ctx.deps, input)),

  inspect: adminProcedure
    .input(UserId)
    .output(InspectedUser)
    .query(({ ctx, input }) => inspectUser(ctx.deps, input)),

  changeRole: adminProcedure
    .input(ChangeRoleInput)
    .output(ActOnUser)
    .mutation(({ ctx, input }) => changeRole(ctx.deps, ctx.actor, originOf(ctx.call), input)),

  suspend: adminProcedure
    .input(SuspendUserInput)
    .output(ActOnUser)
    .mutation(({ ctx, input }) => suspendUser(ctx.deps, ctx.actor, originOf(ctx.call), input)),

  unsuspend: adminProcedure
    .input(UnsuspendUserInput)
    .output(ActOnUser)
    .mutation(({ ctx, input }) => unsuspendUser(ctx.deps, ctx.actor, originOf(ctx.call), input)),

  endSession: adminProcedure
    .input(EndSessionInput)
    .output(ActOnUser)
    .mutation(({ ctx, input }) => endOneSession(ctx.deps, ctx.actor, originOf(ctx.call), input)),

  endSessions: adminProcedure
    .input(UserId)
    .output(SessionsEnded)
    .mutation(({ ctx, input }) => endAllSessions(ctx.deps, ctx.actor, originOf(ctx.call), input)),
};
