import { compiled, compiledInput } from '../compiled.ts';
import { moderationMutation, moderationQuery } from '../openapi.ts';
import {
  adminOrInvitingKeyProcedure,
  adminProcedure,
  expensive,
  router,
} from '../trpc.ts';
import { inviteErrors } from './errors.ts';
import { invite } from './invite.ts';
import { listInvitations } from './list-invitations.ts';
import {
  InvitationList,
  InviteAnswer,
  InviteInput,
  MailedAgain,
  ListInvitationsInput,
  InvitedInput,
  Withdrawn,
} from './schemas.ts';
import { mailAgain } from './mail-again.ts';
import { withdraw } from './withdraw.ts';

export const invitationsRouter = router({
  invite: adminOrInvitingKeyProcedure(
    moderationMutation(
      'invitations.invite',
      'Invite people, or tell what inviting them would do',
    ),
    inviteErrors,
  )
    .meta(expensive)
    .input(compiledInput(InviteInput))
    .output(compiled(InviteAnswer))
    .mutation(({ ctx, input }) => invite(ctx.deps, ctx.actor, input)),

  list: adminProcedure(moderationQuery('invitations.list', 'List the invited'))
    .meta(expensive)
    .input(compiledInput(ListInvitationsInput))
    .output(compiled(InvitationList))
    .query(({ ctx, input }) => listInvitations(ctx.deps, input)),

  mailAgain: adminProcedure(
    moderationMutation(
      'invitations.mailAgain',
      'Mail unused invitations again, each of them once',
    ),
  )
    .input(compiledInput(InvitedInput))
    .output(compiled(MailedAgain))
    .mutation(({ ctx, input }) => mailAgain(ctx.deps, ctx.actor, input)),

  withdraw: adminProcedure(
    moderationMutation(
      'invitations.withdraw',
      'Withdraw invitations that nobody has used',
    ),
  )
    .input(compiledInput(InvitedInput))
    .output(compiled(Withdrawn))
    .mutation(({ ctx, input }) => withdraw(ctx.deps, ctx.actor, input)),
});
