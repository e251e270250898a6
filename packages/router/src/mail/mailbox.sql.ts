import { allRows, type Executor } from '@namecard/db';
import { isYounger, longMinutes } from '../access/challenges.sql.ts';
import type { MailLimits } from '../access/guesses.sql.ts';
import { type DueMail, dueMailColumns } from './mails.sql.ts';
import type { DecisionMail } from './view.ts';

/** The 50 newest delivered mails with valid codes, newest first. */
export const deliveredMails = (em: Executor, limits: MailLimits): Promise<DueMail[]> =>
  allRows(em)<DueMail>`
    select ${dueMailColumns(limits)}
    from outbox o join challenges c on c.id = o.challenge_id join addresses a on a.email = c.email
    where o.state = 'sent' and ${isYounger(longMinutes)}
    order by o.created_at desc, o.id desc limit 50
  `;

type KeptDecision = DecisionMail & { id: string; requestedAt: string };

/** The 50 newest delivered mails about decisions, newest first. */
export const deliveredDecisions = (em: Executor): Promise<KeptDecision[]> =>
  allRows(em)<KeptDecision>`
    select outbox.id, coalesce(users.email, recipient) as email, outbox.language, decisions, outbox.created_at as "requestedAt"
    from outbox left join users on users.email_key = recipient
    where decisions is not null and state = 'sent'
    order by outbox.created_at desc limit 50
  `;
