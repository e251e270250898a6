import {
  addsAlone,
  isFree,
  preparedSql,
  rowsOfJson,
  type Value,
  writtenTogether,
} from '@namecard/db';
import { sql } from 'kysely';
import type { Device } from '../access/device.ts';

/** Who asks for a mail: keyed hashes of their IP address, network and allocation; null where nobody's mail is held. */
export type Requester = Record<'ip' | 'network' | 'allocation', string | null> & {
  isForwarded: boolean;
};

type NewMail = Device & {
  address: string;
  most: number;
  challengeId: string;
  keyId: string;
  mailId: string;
} & Requester;

const columnsOfNewMail = [
  ['address', 'text'],
  ['most', 'int'],
  ['challengeId', 'uuid'],
  ['keyId', 'text'],
  ['mailId', 'uuid'],
  ['browser', 'text'],
  ['system', 'text'],
  ['ip', 'text'],
  ['network', 'text'],
  ['allocation', 'text'],
  ['isForwarded', 'boolean'],
] as const satisfies [keyof NewMail, string][];

const queueOne = preparedSql(
  (value: Value<NewMail>) =>
    sql`select from queue_mail(${sql.join(columnsOfNewMail.map(([name]) => value(name)))})`,
);

const queueFree = preparedSql(
  (value: Value<{ given: string }>) => sql<Pick<NewMail, 'address'>>`
    with given as (${rowsOfJson(
      value('given'),
      sql.join(columnsOfNewMail.map(([name, type]) => sql.raw(`"${name}" ${type}`))),
    )})
    select address, queue_mail(${sql.join(columnsOfNewMail.map(([name]) => sql.raw(`"${name}"`)))})
    from given where ${isFree('addresses', 'email', 'address', addsAlone('addresses', sql`address`))}
  `,
);

/**
 * Queues a mail with the address's codes, or nothing where one that was mailed lately will do. Where one is held it is that mail, which
 * gets a turn of this asker's too. `most` are mails with the codes of one
 * challenge. Those who ask for the same address at the same time wait for one another.
 */
export const queueMail = writtenTogether({
  keyOf: ({ address }: NewMail) => address,
  all: async (em, mails) => {
    const rows = await queueFree(em, { given: JSON.stringify(mails) });
    return new Map(rows.map((row) => [row.address, row]));
  },
  one: async (em, mail) => {
    await queueOne(em, mail);
    return mail;
  },
});
