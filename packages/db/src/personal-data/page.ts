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

const introduction = `# Stored personal data

<!-- Made by \`npm run documents\` from packages/db/src/entities and packages/db/src/personal-data. Change it there. -->

This page is for the operator who answers for the data. It lists every column that says something about a person, why it is there and for how long. It is not legal advice.

[Before you open](before-you-open.md) has a notice to fill in. The service gives data to others in four ways: mail goes through the provider you choose, webhooks and programs with a service key get what admins let them have, and with \`PUBLIC_PROFILES\` anybody can read the profiles whose owners leave them open.

## What people can do

- **Export.** \`GET /users/me/export\` returns all data about the caller, as JSON. It needs a sign-in of the last hour. It has the newest 1,000 rows of each table, and \`shortened\` names the tables with more. \`./namecard user export\` writes all rows. An export contains no other person’s identity, no private note of the team and no secret. Only the files of an admin and of the command have a part about what others wrote of the person, to be weighed before it is given. A suspended person saves the same data from the page that says why, once for each sign-in: the history records it, and a mail tells them.
- **Erasure.** \`POST /users/me/removal\` mails the person a code, and \`POST /users/me/removal/confirm\` takes it. This, the button on an admin’s page of a user, and \`./namecard user erase\` do the same. For an address without an account, the last two also erase, and an admin and \`./namecard user export\` also save, what is kept with it. After the answer, nobody can see or use the account any more. Unless the account was suspended, its address is free: the next sign-in with it creates a new account. The history is emptied in the background, within two minutes.

## What an erasure leaves

- Usernames that were held for a week rest for 90 days, as keyed hashes without an owner.
- The history keeps what moderators did, without the erased person, and without notes that tell nobody else why.
- An address against which a wrong code was tried in the last 24 hours stays for the rest of that day. Otherwise an erasure would give more tries.
- Reports by the erased person stay with their words, without a name, as long as their item. So moderators can still judge them.
- A card that was hidden or had open reports stays for 180 days as a keyed hash of its name, without an owner.
- The addresses of a suspended account stay as keyed hashes until the suspension would have ended, two years at most. Nobody makes an account with them. An admin can end that on the page Mail, by typing the address.
- Other people’s words stay: a username that somebody named as their referral, and what an admin wrote elsewhere.
- **Other programs.** Programs with a service key and receivers of webhooks have copies of their own. The [feed of changes](../use/changes.md) and the webhooks tell them of each erasure (\`user.erased\`) and of each profile that is hidden or deleted. Agree with their operators that they delete it then. People who copied a public profile are not told.
- **Backups and WAL archives** made before the erasure still hold the account. So do standbys until they have replayed it. Keep backups no longer than you can explain, such as 30 days. Apply the receipts after a restore.
- **Logs of the provider and the proxy** are not erased. Postmark keeps mails for 45 days unless you change that.

## Receipts

Each erasure is a line in the log named \`account_erased\`, and one in \`DATA_DIR/erasures.jsonl\` if that can be written. It has the account’s random id, when it was erased, until when its usernames rest, and hashes of a suspended account’s addresses. It has no address and no name. Keep these lines apart from backups: after a restore they say whom to erase again, and \`./namecard restore\` does so. A line whose account is not in the database brings back only the suspension of its addresses. If an admin ends that, it is a line too, named \`ban_ended\` in the log, with the hash.

## What browsers keep

All of it is needed for what somebody asked for, so it takes no banner. There is nothing of third parties.

| Where | Name | What it holds | How long |
| --- | --- | --- | --- |
| members’ pages, cookie | \`namecard\` | the session’s token | 180 days; the session ends after \`SESSION_DAYS\` without use |
| | \`namecard-member\` | the id of who signed in last, who alone gets a half-sent form back | \`SESSION_DAYS\` from the last page, or until signing out |
| | \`namecard-language\` | the chosen language | 180 days, or until signing out |
| | \`namecard-address\` | the address that a code was mailed to | an hour, or until signing in |
| | \`namecard-trial\` | nothing: whether cookies are kept | an hour |
| admin app, tab | \`namecard.token\` | the session’s token | until the tab is closed |
| admin app, browser | \`namecard.letters\` | whether letters are shortcuts | until the browser forgets it |
| | \`namecard.first-steps\` | that an admin has closed the list of first steps | until the browser forgets it |

Over HTTPS the cookies’ names begin with \`__Host-\`.

## What the log keeps

The service’s [log](../run/watching.md#the-log) has ids of accounts, and keyed hashes of addresses that change every month. It has no address, no IP address, no code and no token. It stays as long as the journal of your machine keeps it. nginx’s access log has IP addresses, and with the shipped configuration no queries. Its error log has whole requests. Debian keeps both for 14 days. With the shipped Caddyfile, Caddy logs only requests that fail, without address, query and headers. Delete other logs after 14 days.
`;

/** The text of `docs/run/data-protection.md`. */
export const dataProtectionPage = (): string =>
  [
    introduction,
    '## All tables with personal data',
    '',
    ...Object.entries(purposes).flatMap(tableSection),
    '## Tables without personal data',
    '',
    `${impersonalTables()}.`,
    '',
  ].join('\n');
