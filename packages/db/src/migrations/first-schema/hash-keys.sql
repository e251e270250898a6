create table hash_keys (
  purpose text primary key constraint hash_keys_purpose_check
    check (purpose in ('audiences', 'guesses', 'limits', 'logs', 'mails', 'usernames')),
  sealed bytea,
  key_id text
);
-- The first start makes the keys.
insert into hash_keys (purpose)
values ('audiences'), ('guesses'), ('limits'), ('logs'), ('mails'), ('usernames');
