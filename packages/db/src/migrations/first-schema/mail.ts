export const mail = `
  create table outbox (
    id uuid primary key,
    challenge_id uuid not null,
    recipient text not null,
    has_account boolean not null,
    browser text not null,
    system text not null,
    state text not null default 'queued'
      constraint outbox_state_check check (state in ('queued', 'sent', 'refused', 'expired')),
    attempts int not null default 0,
    next_at timestamptz not null,
    created_at timestamptz not null default current_instant(),
    sent_at timestamptz,
    message_id text,
    outcome text,
    event text constraint outbox_event_check check (event in ('bounced', 'complained', 'suppressed', 'reactivated')),
    event_at timestamptz
  );
  create index outbox_queue on outbox (has_account desc, next_at) where state = 'queued';
  create index outbox_by_challenge on outbox (challenge_id);
  create index outbox_by_message on outbox (message_id);
  create index outbox_by_recipient on outbox (recipient, created_at);
  create index outbox_failed on outbox (created_at, id)
    where state in ('refused', 'expired') or event in ('bounced', 'complained', 'suppressed');
`;
