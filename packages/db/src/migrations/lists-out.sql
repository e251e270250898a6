-- The scope of a key that takes the list of users out.
alter table service_keys
  drop constraint service_keys_scopes_check,
  add constraint service_keys_scopes_check check (
    scopes <@ array[
      'profiles:read', 'users:read', 'users:write', 'users:invite', 'users:list',
      'moderation',
      'changes:read'
    ]
  );
