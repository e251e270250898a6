import { createHash, randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { v7 } from 'uuid';
import { keyId, longCode, normalised, sameCode, shortCode } from './codes.ts';
import { prepared, transaction } from './database.ts';
import { mailQueued } from './outbox.ts';
import { codeInvalid, Refused } from './refused.ts';
import { sendCodeSchema, verifyCodeSchema } from './schemas.ts';
import { userColumns, userView, type UserRow } from './users.ts';

const lockAddress = prepared(
  'lock-address',
  `insert into addresses (email, asked_at) values ($1, current_instant())
   on conflict (email) do update set asked_at = excluded.asked_at`,
);

/**
 * Repeats the newest challenge's mail within its first five minutes, then begins
 * a new challenge. From the tenth mail on it mails less often.
 */
const queueMail = prepared(
  'queue-mail',
  `with present as materialized (select current_instant() as instant),
   state as materialized (
     select present.instant, coalesce(sum(c.mails), 0) as mailed, max(c.created_at) as newest
     from present left join challenges c on c.email = $1 and c.created_at > present.instant - interval '24 hours'
     group by present.instant
   ),
   again as (
     update challenges c set mails = c.mails + 1 from state
     where c.email = $1 and c.created_at = state.newest
       and state.newest > state.instant - interval '5 minutes' and state.mailed < 9
     returning c.id
   ),
   fresh as (
     insert into challenges (id, email, created_at, mails, key_id)
     select $2, $1, state.instant, 1, $3 from state
     where state.newest is null or state.newest <= state.instant
       - case when state.mailed < 9 then interval '5 minutes' else interval '30 minutes' end
     returning id
   )
   insert into outbox (id, challenge_id, recipient, has_account, browser, system, next_at, created_at)
   select $4, chosen.id, $1, exists (select from users where email_key = $1), $5, $6, state.instant, state.instant
   from state, (select id from again union all select id from fresh) chosen`,
);

type Live = { id: string };

/** A short guess is counted before it is compared. */
const spendGuess = prepared<{ live: Live[] | null }>(
  'spend-guess',
  `update addresses a set guesses = (a.guesses || current_instant())[greatest(cardinality(a.guesses) - 3, 1):]
   where a.email = $1
     and coalesce(a.guesses[cardinality(a.guesses) - 4] <= current_instant() - interval '24 hours', true)
     and not exists (
       select from hourly_counts h where h.counter = 'wrong_guesses'
         and h.hour = date_trunc('hour', current_instant()) and h.count >= 500
     )
     and exists (select from challenges c where c.email = a.email and c.created_at > current_instant() - interval '10 minutes')
   returning (
     select json_agg(json_build_object('id', c.id)) from challenges c
     where c.email = a.email and c.created_at > current_instant() - interval '10 minutes'
   ) as live`,
);

const liveChallenges = prepared<Live>(
  'live-challenges',
  `select id from challenges where email = $1 and created_at > current_instant() - interval '60 minutes'`,
);

const countWrongGuess = prepared(
  'count-wrong-guess',
  `insert into hourly_counts as h (counter, hour, count)
   values ('wrong_guesses', date_trunc('hour', current_instant()), 1)
   on conflict (counter, hour) do update set count = h.count + 1`,
);

/** Takes back a short guess. In any case it locks the address. */
const giveBack = prepared(
  'give-back',
  `update addresses set guesses = trim_array(guesses, least($2::int, cardinality(guesses))) where email = $1`,
);

/**
 * If the matched challenge is alive: ends the challenges, creates the user if
 * needed and begins a session.
 */
const completeSignIn = prepared<UserRow & { suspended: boolean }>(
  'complete-sign-in',
  `with gone as (
     delete from challenges where email = $1 and exists (
       select from challenges c where c.id = $2 and c.created_at > current_instant() - make_interval(mins => $3)
     ) returning id
   ),
   signed as (
     insert into users (id, email, email_key) select $4, $5, $1 where exists (select from gone)
     on conflict (email_key) do update set email_key = excluded.email_key
     returning *
   ),
   begun as (
     insert into sessions (id, user_id, token_hash, browser, system)
     select $6, id, $7, $8, $9 from signed where suspended_at is null
   )
   select ${userColumns.replaceAll('users.', '')}, suspended_at is not null as suspended from signed`,
);

const browser = 'an unknown browser';
const system = 'an unknown system';

async function sendCode(email: string): Promise<{ data: null }> {
  const address = email.toLowerCase();
  await transaction(async (client) => {
    await lockAddress([address], client);
    await queueMail([address, v7(), keyId, v7(), browser, system], client);
  });
  mailQueued();
  return { data: null };
}

async function matchingChallenge(address: string, code: string, isShort: boolean) {
  const live = isShort
    ? ((await spendGuess([address]))[0]?.live ?? [])
    : await liveChallenges([address]);
  const derive = isShort ? shortCode : longCode;
  const matched = live.filter(({ id }) => sameCode(derive(id, address), code));
  if (isShort && live.length > 0 && matched.length === 0) {
    await countWrongGuess([]);
  }
  return matched[0];
}

async function verifyCode(email: string, otp: string) {
  const address = email.toLowerCase();
  const code = normalised(otp);
  const isShort = /^\d{6}$/.test(code);
  const matched = await matchingChallenge(address, code, isShort);
  if (!matched) {
    throw codeInvalid();
  }
  const token = `nc_${randomBytes(32).toString('base64url')}`;
  const hash = createHash('sha256').update(token).digest();
  const [row] = await transaction(async (client) => {
    await giveBack([address, isShort ? 1 : 0], client);
    const minutes = isShort ? 10 : 60;
    return completeSignIn(
      [address, matched.id, minutes, v7(), email, v7(), hash, browser, system],
      client,
    );
  });
  if (!row) {
    throw codeInvalid();
  }
  if (row.suspended) {
    throw new Refused(
      403,
      'FORBIDDEN',
      'ACCOUNT_SUSPENDED',
      'This account is suspended.',
    );
  }
  return { data: { user: userView(row), token } };
}

export function mountSignIn(app: FastifyInstance): void {
  app.post<{ Body: { email: string } }>(
    '/api/v1/auth/send-code',
    { schema: sendCodeSchema },
    ({ body }) => sendCode(body.email),
  );
  app.post<{ Body: { email: string; otp: string } }>(
    '/api/v1/auth/verify-code',
    { schema: verifyCodeSchema },
    ({ body }) => verifyCode(body.email, body.otp),
  );
}
