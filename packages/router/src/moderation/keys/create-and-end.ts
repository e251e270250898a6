import { type Executor, readInstant, ServiceKey } from '@namecard/db';
import type { z } from 'zod';
import { mailingCode, requireCode } from '../../access/act-codes.ts';
import type { Moderator, OperatorActor, SignedInUser } from '../../access/caller.ts';
import { lockModerator, requireCanActOn } from '../../access/moderator.ts';
import { personOf } from '../../access/policy.ts';
import { newToken } from '../../access/token.ts';
import { recordEvent } from '../../audit/record-action.ts';
import type { Deps } from '../../context.ts';
import { inTransaction } from '../../transaction.ts';
import { readTerm } from '../users/users.sql.ts';
import { keyNotFound } from './errors.ts';
import { type KeyRow, lockKeyToEnd, readKeys } from './keys.sql.ts';
import type { CreatedKey, CreateKeyInput, EndedKey, KeyId } from './schemas.ts';
import { keyView } from './view.ts';

async function loadKey(em: Executor, id: string): Promise<KeyRow> {
  const [row] = await readKeys(em, { id, most: 1 });
  if (!row) {
    throw keyNotFound();
  }
  return row;
}

/**
 * Only this answer has the key's token. Fails with `ROLE_MISSING`, `CODE_REQUIRED`,
 * `CODE_INVALID`.
 */
export async function createKey(
  deps: Deps,
  actor: SignedInUser | OperatorActor,
  { name, scopes, days, code }: z.infer<typeof CreateKeyInput>,
): Promise<z.infer<typeof CreatedKey>> {
  const { token, tokenHash } = newToken(deps, 'nk');
  const confirmed = { act: 'create_key', detail: [name, scopes, days], code } as const;
  const create = async (inner: Deps) => {
    const { em, random } = inner;
    await lockModerator(inner, actor, 'admin');
    await requireCode(inner, actor, confirmed);
    const { since, until } = await readTerm(em, days);
    const { id } = em.create(ServiceKey, {
      id: random.id(),
      tokenHash,
      name,
      scopes: [...scopes],
      makerKind: actor.kind,
      makerId: personOf(actor),
      createdAt: since,
      endsAt: until ?? since,
    });
    await recordEvent(inner, actor, {
      type: 'key.created',
      userId: personOf(actor),
      after: { key: { id, name, scopes } },
    });
    return { data: { key: keyView(await loadKey(em, id), deps.settings), token } };
  };
  return mailingCode(deps, () => inTransaction(deps, create));
}

/**
 * Every instance refuses the key from the next request on. Fails with
 * `KEY_NOT_FOUND`, `CONFIGURED_ADMIN`, `ROLE_MISSING`.
 */
export async function endKey(
  deps: Deps,
  actor: Moderator,
  { id }: z.infer<typeof KeyId>,
): Promise<z.infer<typeof EndedKey>> {
  return inTransaction(deps, async (inner) => {
    const { em } = inner;
    await lockModerator(inner, actor, 'admin');
    if (!(await lockKeyToEnd(em, id))) {
      throw keyNotFound();
    }
    const { maker, name, scopes } = await loadKey(em, id);
    if (maker) {
      requireCanActOn(deps, actor, maker.emailKey);
    }
    const key = await em.findOneOrFail(ServiceKey, id);
    key.end(await readInstant(em));
    await recordEvent(inner, actor, {
      type: 'key.ended',
      userId: maker?.id ?? null,
      before: { key: { id, name, scopes } },
    });
    return { data: { key: keyView(await loadKey(em, id), deps.settings) } };
  });
}
