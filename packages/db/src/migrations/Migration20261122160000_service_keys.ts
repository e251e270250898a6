import { Migration } from '@mikro-orm/migrations';

const table = `
  create table service_keys (
    id uuid primary key,
    token_hash bytea not null constraint service_keys_token_hash_unique unique,
    name text not null,
    scopes text[] not null constraint service_keys_scopes_check check (
      scopes <@ array['profiles:read', 'users:read', 'users:write', 'moderation', 'changes:read']
    ),
    maker_kind text not null constraint service_keys_maker_kind_check check (maker_kind in ('user', 'operator')),
    maker_id uuid constraint service_keys_maker_id_foreign references users on delete cascade,
    created_at timestamptz not null default current_instant(),
    last_used_at timestamptz,
    ends_at timestamptz not null,
    ended_at timestamptz
  );
  create index service_keys_by_maker on service_keys (maker_id);
`;

const types = `
  'profile.hidden', 'profile.restored', 'user.suspended', 'user.unsuspended', 'user.role_changed', 'user.erased',
  'user.exported', 'session.revoked', 'address.cleared', 'user.test_signed_in', 'mail.retried', 'key.created', 'key.ended'
`;

const history = `
  alter table moderation_actions
    drop constraint moderation_actions_type_check,
    add constraint moderation_actions_type_check check (type in (${types}, 'undo'));
  alter table audit_events
    drop constraint audit_events_type_check,
    add constraint audit_events_type_check check (type in (${types}));
`;

/** Keys that programs call the service with, and that they are made and ended. */
export class Migration20261122160000_service_keys extends Migration {
  override name = 'Migration20261122160000_service_keys';

  override up(): void {
    this.addSql(table);
    this.addSql(history);
  }
}
