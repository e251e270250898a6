-- All types of events. An action has the type of its events, or undoes others.
do $$
declare
  types text := $types$
    'profile.hidden', 'profile.restored', 'profile.approved', 'profile.passed_on',
    'appeal.upheld', 'item.snoozed', 'item.reopened', 'act.stopped',
    'reporter.read', 'history.exported', 'address.read', 'address.searched',
    'user.suspended', 'user.unsuspended', 'user.role_changed',
    'user.move_opened', 'user.move_confirmed', 'user.move_ended', 'user.moved',
    'user.invited', 'user.uninvited',
    'user.erased', 'user.exported', 'user.listed', 'session.revoked', 'address.cleared', 'user.test_signed_in',
    'mail.retried', 'key.created', 'key.ended',
    'webhook.created', 'webhook.changed', 'webhook.ended', 'webhook.tested',
    'webhook.resent',
    'address.suppressed', 'counts.repaired', 'secret.rotated', 'database.restored',
    'database.moved', 'database.backed_up'
  $types$;
begin
  execute format('alter table audit_events
    drop constraint audit_events_type_check,
    add constraint audit_events_type_check check (type in (%s))', types);
  execute format('alter table moderation_actions
    drop constraint moderation_actions_type_check,
    add constraint moderation_actions_type_check check (type in (%s, ''undo''))', types);
end $$;
