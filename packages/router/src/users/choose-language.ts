import { User } from '@namecard/db';
import type { z } from 'zod';
import type { UserActor } from '../access/caller.ts';
import { countWrite } from '../access/limit-writes.ts';
import type { Deps } from '../context.ts';
import { tokenInvalid } from '../errors.ts';
import { inTransaction } from '../transaction.ts';
import type { LanguageInput } from './schemas.ts';

/** Sets the language of mails. Fails with `TOKEN_INVALID` for an erased user. */
export async function chooseLanguage(
  deps: Deps,
  { id }: Pick<UserActor, 'id'>,
  { language }: z.infer<typeof LanguageInput>,
): Promise<{ data: null }> {
  await inTransaction(deps, async (inner) => {
    const { em } = inner;
    const user = await em.findOne(User, id);
    if (!user) {
      throw tokenInvalid();
    }
    user.chooseLanguage(language);
    await em.flush();
    await countWrite(inner, id);
  });
  return { data: null };
}
