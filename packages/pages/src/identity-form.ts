import { type Markup, markup } from '@namecard/look';
import type { createCaller } from '@namecard/router';
import type { Failure } from './failure.ts';
import { lineField } from './fields.ts';
import { memberForm } from './member-form.ts';
import { type Posted, textOf, typedOr } from './posted.ts';
import { shownField, type Values } from './shown-values.ts';
import type { Visit } from './visit.ts';

type Change = Parameters<ReturnType<typeof createCaller>['users']['updateMe']>[0];

type Identity = Exclude<keyof Exclude<Change, void>, 'username'>;

/** Compiles only with all identities of the router. */
const identities: { readonly [Name in Identity]-?: Name } = {
  walletAddress: 'walletAddress',
  farcasterId: 'farcasterId',
  coinbaseWallet: 'coinbaseWallet',
  worldId: 'worldId',
};

export const identityFields = Object.values(identities);

type Identities = Record<Identity, string | null>;

export const identityValues = (stored: Identities): Values =>
  Object.fromEntries(identityFields.map((name) => [name, stored[name] ?? '']));

/** What was typed in one form of the account's page, and why it was refused. */
export type Typed = {
  section?: 'username' | 'identities' | 'language';
  posted?: Posted | undefined;
  failure?: Failure | undefined;
};

export function identityForm(
  visit: Pick<Visit, 'texts' | 'member'>,
  stored: Identities,
  { section, posted, failure }: Typed,
): Markup {
  const { account } = visit.texts;
  const isTyped = section === 'identities' && posted !== undefined;
  const typed = isTyped ? posted : {};
  const values = identityValues(stored);
  const fields = identityFields.map((name) =>
    lineField(
      {
        name,
        label: account.identity[name],
        value: typedOr(typed, name, textOf(values, name)),
      },
      isTyped ? failure : undefined,
    ),
  );
  const action = '/me/account/identities';
  return markup`<h2>${account.identities}</h2>
<p class="note">${account.identitiesHint}</p>
${memberForm(visit, { action, fields: markup`${fields}${shownField(values, typed)}`, button: account.saveIdentities })}`;
}
