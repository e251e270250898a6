import { type Markup, markup } from '@namecard/look';
import type { Failure } from './failure.ts';
import { formOf, lineField } from './fields.ts';
import { type Posted, textOf } from './posted.ts';
import type { Visit } from './site.ts';

export const identityFields = [
  'walletAddress',
  'farcasterId',
  'coinbaseWallet',
  'worldId',
] as const;

type Identities = Record<(typeof identityFields)[number], string | null>;

type Typed = { section?: string; posted?: Posted; failure?: Failure | undefined };

/** What other services know the member by. */
export function identityForm(
  { texts }: Pick<Visit, 'texts'>,
  stored: Identities,
  { section, posted, failure }: Typed,
): Markup {
  const { account } = texts;
  const isTyped = section === 'identities' && posted !== undefined;
  const fields = identityFields.map((name) =>
    lineField(
      {
        name,
        label: account.identity[name],
        value: isTyped ? textOf(posted, name) : (stored[name] ?? ''),
      },
      isTyped ? failure : undefined,
    ),
  );
  const action = '/me/account/identities';
  return markup`<h2>${account.identities}</h2>
<p class="note">${account.identitiesHint}</p>
${formOf({ action, fields: markup`${fields}`, button: account.saveIdentities })}`;
}
