import { requireCode } from '../../access/act-codes.ts';
import type { Moderator } from '../../access/caller.ts';
import { lastAdmin } from '../../access/errors.ts';
import { requireCanActOn } from '../../access/moderator.ts';
import { setRole } from '../../audit/set-role.ts';
import type { Deps } from '../../context.ts';
import { mustChangeUser, type Shape } from './change-user.ts';
import { roleChanged } from './errors.ts';
import { canGiveRole, isOtherAdmin } from './policy.ts';

/**
 * A role above `user` takes a code, and so does taking another admin's. Fails with
 * `USER_NOT_FOUND`, `CONFIGURED_ADMIN`, `CHANGED_MEANWHILE`, `LAST_ADMIN`,
 * `CODE_REQUIRED`, `CODE_INVALID`.
 */
export const changeRole = async (
  deps: Deps,
  actor: Moderator,
  { id, from, to, note, code }: Shape<'ChangeRoleInput'>,
) =>
  mustChangeUser(
    deps,
    actor,
    { id, privateNote: note },
    async (inner, { user, locked }) => {
      requireCanActOn(deps, actor, user.emailKey);
      if (user.role !== from) {
        throw await roleChanged(inner.em, actor, user);
      }
      if (!canGiveRole(locked, to)) {
        throw lastAdmin();
      }
      if (to !== 'user' || isOtherAdmin(actor, locked)) {
        await requireCode(inner, actor, { act: 'give_role', detail: [id, to], code });
      }
      return setRole(inner, user, to);
    },
  );
