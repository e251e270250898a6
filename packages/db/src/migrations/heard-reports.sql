-- A reporter without an account may leave a name and an address (entities/report.ts).
alter table reports
  add column name text,
  add column email text,
  add column language text
    constraint reports_language_check check (language in ('en', 'de', 'fr', 'es')),
  add column mail_due_at timestamptz,
  add column heard_at timestamptz;
create index reports_to_mail on reports (mail_due_at) where mail_due_at is not null;
create index reports_by_email on reports (lower(email)) where email is not null;
