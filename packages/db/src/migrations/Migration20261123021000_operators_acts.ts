import { Migration } from '@mikro-orm/migrations';

const suppressed = 'alter table addresses add column suppressed_at timestamptz';

/**
 * Queues a mail with an address's codes, in one statement of its caller's, where there were four: with the newest challenge's codes
 * while they are new and few mails went out in 24 hours without a success, else with those of a new challenge. Queues nothing where
 * an earlier mail still holds a long code with half an hour or more to live. Each of its own statements sees what others, who held
 * the address's lock before, have written. A mail to an address that is suppressed is refused from the first, and charged to no
 * network.
 */
export const queueMail = `
  create function queue_mail(
    asking text, most int, new_challenge uuid, new_key text, new_mail uuid, asking_browser text, asking_system text,
    asking_network text, asking_allocation text
  ) returns void language plpgsql as $$
  declare
    same_codes constant interval := '5 minutes';
    many_mails constant int := 9;
    pause constant interval := '30 minutes';
    present timestamptz;
    mailed bigint;
    newest timestamptz;
    chosen uuid;
    known boolean;
    suppressed boolean;
  begin
    insert into addresses (email, asked_at) values (asking, current_instant())
    on conflict (email) do update set asked_at = excluded.asked_at
    returning suppressed_at is not null into suppressed;
    present := current_instant();
    select coalesce(sum(mails), 0), max(created_at) into mailed, newest from challenges
    where email = asking and created_at > present - interval '24 hours';
    if newest > present - same_codes and mailed < many_mails then
      update challenges set mails = mails + 1 where email = asking and created_at = newest and mails < most
      returning id into chosen;
    elsif newest is null or newest <= present - (case when mailed < many_mails then same_codes else pause end) then
      insert into challenges (id, email, created_at, mails, key_id) values (new_challenge, asking, present, 1, new_key)
      returning id into chosen;
    end if;
    if chosen is null then
      return;
    end if;
    known := exists (select from users where email_key = asking);
    insert into outbox
      (id, challenge_id, recipient, has_account, browser, system, next_at, created_at, network, allocation, state, outcome)
    values (
      new_mail, chosen, asking, known, asking_browser, asking_system, present, present,
      case when not (known or suppressed) then asking_network end,
      case when not (known or suppressed) then asking_allocation end,
      case when suppressed then 'refused' else 'queued' end, case when suppressed then 'suppressed' end
    );
  end $$;
`;

const typesBefore = [
  'profile.hidden',
  'profile.restored',
  'user.suspended',
  'user.unsuspended',
  'user.role_changed',
  'user.erased',
  'user.exported',
  'session.revoked',
  'address.cleared',
  'user.test_signed_in',
  'mail.retried',
  'key.created',
  'key.ended',
  'webhook.created',
  'webhook.changed',
  'webhook.ended',
  'webhook.tested',
  'webhook.resent',
];

const types = [
  ...typesBefore,
  'address.suppressed',
  'counts.repaired',
  'secret.rotated',
  'database.restored',
  'database.moved',
];

const listOf = (values: readonly string[]) =>
  values.map((value) => `'${value}'`).join(', ');

/** @param validity what is appended to each check */
const knowing = (known: readonly string[], validity = '') => `
  alter table moderation_actions
    drop constraint moderation_actions_type_check,
    add constraint moderation_actions_type_check check (type in (${listOf([...known, 'undo'])})) ${validity};
  alter table audit_events
    drop constraint audit_events_type_check,
    add constraint audit_events_type_check check (type in (${listOf(known)})) ${validity};
`;

/** Asking for a code is one statement; an operator has no mail leave to an address, and the history knows what else a command changes. */
export class Migration20261123021000_operators_acts extends Migration {
  override name = 'Migration20261123021000_operators_acts';

  override up(): void {
    this.addSql(suppressed);
    this.addSql(queueMail);
    this.addSql(knowing(types));
  }

  override down(): void {
    // What was done stays in the history, which nothing is deleted from.
    this.addSql(knowing(typesBefore, 'not valid'));
    this.addSql('drop function queue_mail');
    this.addSql('alter table addresses drop column suppressed_at');
  }
}
