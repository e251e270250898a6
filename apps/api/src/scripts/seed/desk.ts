import { type Executor, statements } from '@namecard/db';
import { sql } from 'kysely';
import type { Parts } from '../../parts.ts';

/** The newest cards wait for review, in the order of their creation. */
const openNew = (em: Executor, count: number) =>
  sql`
    insert into items (id, kind, profile_id, user_id, revision, opened_at)
    select gen_random_uuid(), 'new', id, owner_id, revision, created_at
    from profiles where not hidden order by created_at desc limit ${count}
  `.execute(statements(em));

/** Some older cards were approved days ago and changed since. */
const openChanged = (em: Executor, count: number) =>
  sql`
    with chosen as (
      select id, owner_id, revision from profiles
      where not hidden and about is not null order by created_at desc offset 60 limit ${count}
    ),
    approved as (
      insert into items (id, kind, profile_id, user_id, revision, opened_at, closed_at, outcome, seen)
      select gen_random_uuid(), 'new', id, owner_id, revision,
        current_instant() - interval '5 days', current_instant() - interval '4 days', 'approved',
        jsonb_build_object('revision', revision, 'about', 'Just signed up.', 'socials', '{}'::jsonb)
      from chosen
    )
    insert into items (id, kind, profile_id, user_id, revision, opened_at)
    select gen_random_uuid(), 'changed', id, owner_id, revision, current_instant() - interval '3 hours' from chosen
  `.execute(statements(em));

/** Cards that people report, with their text and the reports. */
const planted = [
  {
    about: 'Cheap followers! 1,000 for five dollars, delivered tonight. Write to me.',
    website: 'https://cheap-followers.example.org',
    reasons: ['spam', 'spam', 'spam'],
    text: null,
  },
  {
    about: 'Official support. Send me your recovery phrase and I verify your wallet.',
    website: 'https://wallet-verify.example.net',
    reasons: ['impersonation', 'impersonation', 'spam'],
    text: 'They say that they are the support. They are not.',
  },
  {
    about: 'I know where you live, Robin. You will see.',
    website: 'https://example.org',
    reasons: ['danger', 'harassment'],
    text: 'He writes about me, and stood at my door yesterday.',
  },
] as const;

type Planted = (typeof planted)[number];

/** Changes a card and reports it: by a member, then without an account. */
const report = (
  em: Executor,
  { about, website, reasons, text }: Planted,
  index: number,
) =>
  sql`
    with chosen as (
      select id from profiles where not hidden order by created_at desc offset ${100 + index} limit 1
    ),
    changed as (
      update profiles set about = ${about}, socials = jsonb_build_object('website', ${website}::text)
      from chosen where profiles.id = chosen.id returning profiles.id, profiles.owner_id, profiles.revision
    ),
    item as (
      insert into items (id, kind, profile_id, user_id, revision, urgent, opened_at)
      select gen_random_uuid(), 'reported', id, owner_id, revision,
        'danger' = any(${[...reasons]}::text[]), current_instant() - interval '2 hours'
      from changed returning id, user_id
    ),
    member as (
      select id from users where role = 'user' and id not in (select user_id from item) order by created_at limit 1
    )
    insert into reports (id, item_id, reporter_id, reason, text, at)
    select gen_random_uuid(), item.id,
      case when place = 1 then (select id from member) end, reason,
      case when place = 1 then ${text}::text end, current_instant() - make_interval(mins => 100 - place::int)
    from item, unnest(${[...reasons]}::text[]) with ordinality as given (reason, place)
  `.execute(statements(em));

/** The owner of the card that was hidden last appeals. */
const appeal = (em: Executor) =>
  sql`
    insert into items (id, kind, profile_id, user_id, revision, cause, text, kept_from)
    select gen_random_uuid(), 'appealed', profiles.id, profiles.owner_id, profiles.revision, events.action_id,
      'It is my own shop, and I link to nothing else. Please look again.', actions.actor_id
    from audit_events events join moderation_actions actions on actions.id = events.action_id
    join profiles on profiles.id = events.profile_id
    where events.type = 'profile.hidden' and profiles.hidden order by events.position desc limit 1
  `.execute(statements(em));

/** The demo's people have no mailboxes for mails about decisions. */
const mailNobody = (em: Executor) =>
  sql`delete from jobs where kind = 'decision'`.execute(statements(em));

/** Adds work of each kind to the demo's desk. */
export const fillDesk = ({ orm }: Pick<Parts, 'orm'>): Promise<void> =>
  orm.em.transactional(async (em) => {
    await openNew(em, 30);
    await openChanged(em, 6);
    for (const [index, card] of planted.entries()) {
      await report(em, card, index);
    }
    await appeal(em);
    await mailNobody(em);
  });
