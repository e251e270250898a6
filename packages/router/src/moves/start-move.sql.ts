import { preparedRow, type Value } from '@namecard/db';
import { type RawBuilder, sql } from 'kysely';
import { secondsUntil } from '../access/limits.sql.ts';

/** Starts of one session in 24 hours. Each mails the present address. */
const startsPerSession = 3;

/** Mails of one account to one new address in 24 hours. */
const mailsPerDay = 3;

/** Mails of one account to new addresses in an hour. */
const mailsPerHour = 5;

/** Mails to one address in 24 hours for all accounts that are younger than a week. */
const mailsOfYoung = 9;

const isOld = (createdAt: RawBuilder<unknown>) =>
  sql<boolean>`${createdAt} <= current_instant() - interval '7 days'`;

type Asked = {
  id: string;
  keyId: string;
  userId: string;
  sessionId: string;
  toEmail: string;
  toKey: string;
};

/**
 * Locks the account, so that its starts and cases come one after the other. An update:
 * see `lockAddressesAndAccount`. It changes nothing.
 */
export const lockAccount = preparedRow(
  (value: Value<{ userId: string }>) => sql<{ emailKey: string; isYoung: boolean }>`
    update users set language = language where id = ${value('userId')}
    returning email_key as "emailKey", not ${isOld(sql`created_at`)} as "isYoung"
  `,
);

/** Moves that mailed a code to a new address, of accounts that are younger than a week. */
const ofYoung = sql`
  select to_key, asked_at from moves join users young on young.id = user_id
  where mails_new and not is_case and not ${isOld(sql`young.created_at`)}
`;

/**
 * Writes down a move of the account's owner. Reads nothing about the new address, so
 * there is nothing to tell. The limits decide which codes are mailed. Nothing is
 * returned if the session has started too often: then `waitForStart`.
 */
export const askMove = preparedRow(
  (value: Value<Asked>) => sql<{ id: string }>`
    with past as materialized (
      select to_key, session_id, mails_new, asked_at from moves
      where user_id = ${value('userId')} and asked_at > current_instant() - interval '24 hours' and not is_case
    )
    insert into moves (
      id, key_id, user_id, session_id, from_email, from_key, to_email, to_key, mails_new
    )
    select ${value('id')}::uuid, ${value('keyId')}, u.id, ${value('sessionId')}::uuid, u.email, u.email_key,
      ${value('toEmail')}, ${value('toKey')},
      (select count(*) from past where to_key = ${value('toKey')} and mails_new) < ${sql.lit(mailsPerDay)}
      and (
        select count(*) from past where mails_new and asked_at > current_instant() - interval '1 hour'
      ) < ${sql.lit(mailsPerHour)}
      and (${isOld(sql`u.created_at`)} or (
        select count(*) from (${ofYoung}) m
        where m.to_key = ${value('toKey')} and m.asked_at > current_instant() - interval '24 hours'
      ) < ${sql.lit(mailsOfYoung)})
    from users u where u.id = ${value('userId')}::uuid
      and (select count(*) from past where session_id = ${value('sessionId')}::uuid) < ${sql.lit(startsPerSession)}
    returning id
  `,
);

/** Seconds until the session may start a move again. */
export const waitForStart = preparedRow(
  (value: Value<{ sessionId: string; userId: string }>) => sql<{ seconds: number }>`
    select ${secondsUntil(sql`asked_at + interval '24 hours'`)} as seconds
    from moves where user_id = ${value('userId')}::uuid and session_id = ${value('sessionId')}::uuid
    order by asked_at desc offset ${sql.lit(startsPerSession - 1)} limit 1
  `,
);
