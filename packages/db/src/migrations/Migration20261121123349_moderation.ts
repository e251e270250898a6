import { Migration } from '@mikro-orm/migrations';

export class Migration20261121123349_moderation extends Migration {
  override name = 'Migration20261121123349_moderation';

  override up(): void | Promise<void> {
    this.addSql(`create sequence event_positions as bigint;`);
    this.addSql(
      `create table "events" ("id" uuid not null, "position" bigint not null default nextval('event_positions'), "act_id" uuid not null, "at" timestamptz not null default current_instant(), "action" text not null, "actor_id" uuid null, "user_id" uuid null, "profile_id" uuid null, "username" text null, "reason" text null, "note" text null, "private_note" text null, "before" jsonb not null, "after" jsonb not null, "undoes_id" uuid null, "ip" text not null, "browser" text not null, "system" text not null, primary key ("id"));`,
    );
    this.addSql(`alter sequence event_positions owned by events.position;`);
    this.addSql(
      `alter table "events" add constraint "events_position_unique" unique ("position");`,
    );
    this.addSql(`alter table "events" add constraint "events_undoes_unique" unique ("undoes_id");`);
    this.addSql(`create index "events_by_profile" on "events" ("profile_id", "position");`);
    this.addSql(`create index "events_by_user" on "events" ("user_id", "position");`);
    this.addSql(`create index "events_by_actor" on "events" ("actor_id", "position");`);
    this.addSql(`create index "events_by_act" on "events" ("act_id", "position");`);
    this.addSql(
      `create index events_by_username on events (lower(username), position) where username is not null;`,
    );
    this.addSql(`create index "events_by_time" on "events" ("at");`);

    this.addSql(`alter table "users" add "suspended_until" timestamptz null;`);
    // Trigrams are what an index finds a part of a word by; the extension is trusted, so the database's owner may create it.
    this.addSql(`create extension if not exists pg_trgm;`);
    this.addSql(`
      create function user_text(
        email text, username text, wallet_address text, farcaster_id text, coinbase_wallet text, world_id text
      ) returns text language sql immutable parallel safe return lower(
        email || e'\\n' || coalesce(username, '') || e'\\n' || coalesce(wallet_address, '') || e'\\n'
        || coalesce(farcaster_id, '') || e'\\n' || coalesce(coinbase_wallet, '') || e'\\n' || coalesce(world_id, '')
      );
    `);
    this.addSql(`
      create function profile_text(username text, about text, socials jsonb, referral text, owner_email text)
      returns text language sql immutable parallel safe return lower(
        username || e'\\n' || coalesce(about, '') || e'\\n' || coalesce(socials ->> 'x', '') || e'\\n'
        || coalesce(socials ->> 'telegram', '') || e'\\n' || coalesce(socials ->> 'website', '') || e'\\n'
        || coalesce(socials ->> 'discord', '') || e'\\n' || referral || e'\\n' || owner_email
      );
    `);
    this.addSql(
      `create index users_by_text on users using gin (user_text(email_key, username, wallet_address, farcaster_id, coinbase_wallet, world_id) gin_trgm_ops);`,
    );
    this.addSql(`create index "users_by_creation" on "users" ("created_at", "id");`);
    this.addSql(
      `create index users_by_wallet_address on users (wallet_address) where wallet_address is not null;`,
    );
    this.addSql(
      `create index users_by_farcaster_id on users (farcaster_id) where farcaster_id is not null;`,
    );
    this.addSql(
      `create index users_by_coinbase_wallet on users (coinbase_wallet) where coinbase_wallet is not null;`,
    );
    this.addSql(`create index users_by_world_id on users (world_id) where world_id is not null;`);

    // A profile knows its owner's address, which never changes, so that one index finds it by either.
    this.addSql(`alter table "profiles" add "owner_email" text;`);
    this.addSql(
      `update profiles set owner_email = users.email_key from users where users.id = profiles.owner_id;`,
    );
    this.addSql(`alter table "profiles" alter "owner_email" set not null;`);
    this.addSql(`
      create function know_owner() returns trigger language plpgsql as $$
      begin
        select email_key into new.owner_email from users where id = new.owner_id;
        return new;
      end $$;
    `);
    this.addSql(`
      create trigger profiles_know_owner before insert on profiles
      for each row when (new.owner_email is null) execute function know_owner();
    `);
    this.addSql(`create index "profiles_by_creation" on "profiles" ("created_at");`);
    this.addSql(`create index "profiles_by_change" on "profiles" ("updated_at", "position");`);
    this.addSql(
      `create index profiles_by_text on profiles using gin (profile_text(username, about, socials, referral, owner_email) gin_trgm_ops);`,
    );

    this.addSql(
      `alter table "events" add constraint "events_actor_id_foreign" foreign key ("actor_id") references "users" ("id") on delete set null;`,
    );
    this.addSql(
      `alter table "events" add constraint "events_user_id_foreign" foreign key ("user_id") references "users" ("id") on delete set null;`,
    );
    this.addSql(
      `alter table "events" add constraint "events_undoes_id_foreign" foreign key ("undoes_id") references "events" ("id") on delete no action;`,
    );
    this.addSql(
      `alter table "events" add constraint "events_action_check" check ("action" in ('profile.hidden', 'profile.restored', 'user.suspended', 'user.unsuspended', 'user.role_changed', 'session.revoked', 'address.cleared'));`,
    );
    this.addSql(
      `alter table "events" add constraint "events_reason_check" check ("reason" in ('spam', 'impersonation', 'harassment', 'illegal_content', 'personal_data', 'other'));`,
    );
    // What was done stays written down; only who it was is forgotten, with their account.
    this.addSql(`
      create function keep_event() returns trigger language plpgsql as $$
      begin
        if tg_op = 'DELETE' or (to_jsonb(new) - 'actor_id' - 'user_id') <> (to_jsonb(old) - 'actor_id' - 'user_id')
          or coalesce(new.actor_id, old.actor_id) is distinct from old.actor_id
          or coalesce(new.user_id, old.user_id) is distinct from old.user_id
        then
          raise exception 'events are never changed';
        end if;
        return new;
      end $$;
    `);
    this.addSql(`
      create trigger events_stay before update or delete on events
      for each row execute function keep_event();
    `);
  }
}
