import { type Executor, preparedSql, statements, type Value } from '@namecard/db';
import { sql } from 'kysely';
import { isAdmitted } from '../../access/sign-ups/queries.ts';

/** Those of some addresses (in lower case) that an operator has no mail leave to. */
export async function suppressedAmong(
  em: Executor,
  addresses: readonly string[],
): Promise<Set<string>> {
  const rows = await statements(em)
    .selectFrom('addresses')
    .select('email')
    .where('email', '=', sql<string>`any(${addresses}::text[])`)
    .where('suppressedAt', 'is not', null)
    .execute();
  return new Set(rows.map(({ email }) => email));
}

/** Whose mail leaves: who may sign up, null being everybody. */
export type Recipients = { admitted: string[] | null };

/** Why mail `o` does not leave, whatever its provider would say; null where it may. */
export const withheldFor = (value: Value<Recipients>) => sql`case
  when not (o.has_account or ${isAdmitted(sql`o.recipient`, value('admitted'))}) then 'not_admitted'
end`;

/** Ends what does not leave: nothing of it showed when it was asked for, so that nobody learns whose addresses these are. */
export const withholdMails = preparedSql(
  (value: Value<Recipients>) => sql`
    update outbox o set state = 'refused', outcome = ${withheldFor(value)}, network = null, allocation = null
    where o.state = 'queued' and ${withheldFor(value)} is not null
  `,
);
