import { columnName } from '../property-names.ts';
import { type Column, describedColumns } from './columns.ts';
import { type Purpose, purposes } from './purposes.ts';

const inExport = {
  exported: 'yes',
  repeated: 'another column says the same',
  withheld: 'no: a secret, or others’',
} as const;

const whenErased = {
  deleted: 'deleted at once',
  cleared: 'emptied at once',
  forgotten: 'emptied within two minutes',
  swept: 'deleted when its time is over',
  kept: 'kept with the history',
} as const;

function columnLine({ property, personalData }: Column): string[] {
  if (!personalData?.isPersonal) return [];
  const { exported, erased } = personalData;
  return [
    `| \`${columnName(property)}\` | ${inExport[exported]} | ${whenErased[erased]} |`,
  ];
}

const columnLines = (table: string): string[] =>
  describedColumns.filter((column) => column.table === table).flatMap(columnLine);

function tableSection([table, { holds, why, howLong }]: [string, Purpose]): string[] {
  const lines = columnLines(table);
  if (lines.length === 0) return [];
  return [
    `### ${holds}`,
    '',
    `\`${table}\`. ${why}`,
    '',
    `How long: ${howLong}`,
    '',
    '| Column | In an export | When the account is erased |',
    '| --- | --- | --- |',
    ...lines,
    '',
  ];
}

const impersonalTables = (): string =>
  Object.keys(purposes)
    .filter((table) => columnLines(table).length === 0)
    .map((table) => `\`${table}\``)
    .join(', ');

const introduction = `# What is kept of people

<!-- Made by \`npm run documents\` from packages/db/src/entities and packages/db/src/personal-data. Change it there. -->

For whoever answers for the data of a running service: every column that says something of a person, why it is there and how long.
It is no legal advice. The service sends mail through the provider you choose. Besides, it gives data to the webhooks that admins make and to programs with a service key, and, with \`PUBLIC_PROFILES\`, shows profiles to anybody.

## What people can do

- **Export.** \`GET /users/me/export\` (\`users.exportMe\` over tRPC) answers with all that is held of whoever asks, as JSON: of each table the newest 1,000 rows, and \`shortened\` names the tables that have more. It takes a sign-in of the last hour. \`namecard user export\` writes all rows, however many. Nobody else’s identity, no private note of the team and no secret is in it.
- **Erasure.** \`DELETE /users/me\`, the button on an admin’s page of a user, and \`namecard user erase\` do the same. When it is answered nobody can see or use the account any more and its address is free: whoever signs in with it gets a new account. What is left in the history is emptied in the background, within two minutes.

## What an erasure leaves

- Usernames that were held for a week rest for 90 days, as keyed hashes without an owner.
- What moderators did stays, without whom it concerned, without whoever is erased, and without notes.
- An address against which a wrong code was tried in the last 24 hours stays for the rest of that day, so that an erasure gives nobody more tries.
- What other people wrote: a username that somebody named as their referral stays in their profile, and what an admin writes elsewhere is beyond the service.
- **What other programs keep.** Programs that read by a service key, and the receivers of webhooks, have copies of their own. The [feed of changes](../use/changes.md) and the webhooks tell them of each erasure (\`user.erased\`) and each profile that is hidden or deleted. Agree with whoever runs them that they delete it then. Nobody tells those who copied a public profile.
- **Backups and WAL archives** made before the erasure still hold the account, and copies on standbys do until they have replayed it. Keep them no longer than you would want to explain, 30 days say, and apply the receipts after reading one back.
- **The provider’s and the proxy’s logs** are theirs: Postmark keeps mails for 45 days unless you say otherwise; an SMTP server’s logs are its operator’s.

## Receipts

Each erasure is a line in the log named \`account_erased\`, and one in \`DATA_DIR/erasures.jsonl\` where that can be written: the account’s random id, when it was erased, and until when names of it rest. Neither holds an address or a name. Keep these lines apart from the database’s backups: after a restore they say whom to erase again, and \`namecard restore\` does it by them. \`namecard move\` copies a database in use, from which they are gone already. A line whose account is not in the database changes nothing.
`;

/** `docs/run/data-protection.md`, made from `purposes` and from the properties of the entities. */
export const dataProtectionPage = (): string =>
  [
    introduction,
    '## What is held, table by table',
    '',
    ...Object.entries(purposes).flatMap(tableSection),
    '## What says nothing of anybody',
    '',
    `${impersonalTables()}.`,
    '',
  ].join('\n');
