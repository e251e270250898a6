/** Callers by name, each with an Authorization header. */
export type Actors = {
  /** Always signed in: owner, other, moderator, admin, and a program. */
  lasting: Map<string, string>;
  /** People whose session or account a request may end. */
  spare: Map<string, string>;
};

/** Headers that sign nobody in, by name. Undefined means no header. */
export const strangers = new Map<string, string | undefined>([
  ['nobody', undefined],
  ['empty', ''],
  ['scheme alone', 'Bearer'],
  ['scheme and space', 'Bearer '],
  ['another scheme', 'Basic b3duZXI6c2VjcmV0'],
  ['a token of another shape', 'Bearer nc_short'],
  ['an unknown token', `Bearer nc_${'A'.repeat(43)}`],
  ['two tokens', `Bearer nc_${'A'.repeat(43)}, Bearer nc_${'B'.repeat(43)}`],
  ['bytes', 'Bearer \u00e9\u00ff'],
]);

/** The header of an actor, or undefined. */
export function authorizationOf(
  { lasting, spare }: Actors,
  actor: string,
): string | undefined {
  return lasting.get(actor) ?? spare.get(actor) ?? strangers.get(actor);
}
