import { type Markup, markup } from '@namecard/look';
import type { Failure } from './failure.ts';
import { lineField } from './fields.ts';
import type { Identity } from './identity.ts';
import { memberForm } from './member-form.ts';
import { type Posted, textOf, typedOr } from './posted.ts';
import { shownField, type Values } from './shown-values.ts';
import type { Visit } from './visit.ts';

type Identities = Record<Identity, string | null>;

/** @param shown the fields of the form */
export const identityValues = (stored: Identities, shown: readonly Identity[]): Values =>
  Object.fromEntries(shown.map((name) => [name, stored[name] ?? '']));

/** What was typed in one form of the account's page, and why it was refused. */
export type Typed = {
  section?: 'username' | 'identities';
  posted?: Posted | undefined;
  failure?: Failure | undefined;
};

export function identityForm(
  visit: Visit,
  stored: Identities,
  { section, posted, failure }: Typed,
): Markup {
  const { identities: shown, texts } = visit;
  if (shown.length === 0) return markup``;
  const { account } = texts;
  const isTyped = section === 'identities' && posted !== undefined;
  const typed = isTyped ? posted : {};
  const values = identityValues(stored, shown);
  const fields = shown.map((name) =>
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
