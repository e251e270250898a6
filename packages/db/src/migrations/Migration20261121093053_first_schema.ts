import { Migration } from '@mikro-orm/migrations';

export class Migration20261121093053_first_schema extends Migration {
  override name = 'Migration20261121093053_first_schema';

  override up(): void | Promise<void> {
    // Every stamp and every deadline is read from this one clock, the database's; tests replace it by one they turn.
    this.addSql(
      `create function current_instant() returns timestamptz language sql stable parallel safe as 'select clock_timestamp()';`,
    );

    this.addSql(
      `create table "addresses" ("email" text not null, "guesses" timestamptz[] not null default '{}', "asked_at" timestamptz not null, primary key ("email"));`,
    );

    this.addSql(
      `create table "challenges" ("id" uuid not null, "email" text not null, "created_at" timestamptz not null, "mails" int not null, "key_id" text not null, primary key ("id"));`,
    );
    this.addSql(`create index "challenges_by_address" on "challenges" ("email", "created_at");`);

    this.addSql(
      `create table "outbox" ("id" uuid not null, "challenge_id" uuid not null, "recipient" text not null, "known" boolean not null, "browser" text not null, "system" text not null, "state" text not null default 'queued', "attempts" int not null default 0, "next_at" timestamptz not null, "created_at" timestamptz not null default current_instant(), "sent_at" timestamptz null, "message_id" text null, "outcome" text null, primary key ("id"));`,
    );
    this.addSql(
      `create index outbox_queue on outbox (known desc, next_at) where state = 'queued';`,
    );
    this.addSql(`create index "outbox_by_challenge" on "outbox" ("challenge_id");`);
    this.addSql(`create index "outbox_by_recipient" on "outbox" ("recipient", "created_at");`);
    this.addSql(
      `alter table "outbox" add constraint "outbox_state_check" check ("state" in ('queued', 'sent', 'refused', 'expired'));`,
    );

    this.addSql(
      `create table "users" ("id" uuid not null, "email" text not null, "email_key" text not null, "username" text null, "username_key" text null, "wallet_address" text null, "farcaster_id" text null, "coinbase_wallet" text null, "world_id" text null, "role" text not null default 'user', "profile_count" int not null default 0, "suspended_at" timestamptz null, "created_at" timestamptz not null default current_instant(), "updated_at" timestamptz not null default current_instant(), primary key ("id"));`,
    );
    this.addSql(
      `alter table "users" add constraint "users_email_key_unique" unique ("email_key");`,
    );
    this.addSql(
      `alter table "users" add constraint "users_username_key_unique" unique ("username_key");`,
    );
    this.addSql(
      `alter table "users" add constraint "users_role_check" check ("role" in ('user', 'moderator', 'admin'));`,
    );

    this.addSql(
      `create table "sessions" ("id" uuid not null, "user_id" uuid not null, "token_hash" bytea not null, "browser" text not null, "system" text not null, "created_at" timestamptz not null default current_instant(), "last_used_at" timestamptz not null default current_instant(), "ended_at" timestamptz null, primary key ("id"));`,
    );
    this.addSql(
      `alter table "sessions" add constraint "sessions_token_hash_unique" unique ("token_hash");`,
    );
    this.addSql(`create index "sessions_by_user" on "sessions" ("user_id", "created_at");`);

    this.addSql(
      `create table "profiles" ("id" uuid not null, "owner_id" uuid not null, "username" text not null, "username_key" text not null, "referral" text not null, "referrer_id" uuid null, "about" text null, "socials" jsonb not null default '{}', "latitude" double precision null, "longitude" double precision null, "hidden" boolean not null default false, "created_at" timestamptz not null default current_instant(), "updated_at" timestamptz not null default current_instant(), primary key ("id"));`,
    );
    this.addSql(
      `alter table "profiles" add constraint "profiles_username_key_unique" unique ("username_key");`,
    );
    this.addSql(`create index "profiles_by_creation" on "profiles" ("created_at", "id");`);
    this.addSql(
      `create index profiles_active_by_creation on profiles (created_at, id) where not hidden;`,
    );
    this.addSql(`create index "profiles_by_owner" on "profiles" ("owner_id", "created_at", "id");`);
    this.addSql(`create index "profiles_by_referrer" on "profiles" ("referrer_id");`);
    this.addSql(
      `alter table "profiles" add constraint "profiles_location_is_whole" check ((latitude is null) = (longitude is null));`,
    );

    this.addSql(
      `alter table "challenges" add constraint "challenges_email_foreign" foreign key ("email") references "addresses" ("email") on delete cascade;`,
    );

    this.addSql(
      `alter table "sessions" add constraint "sessions_user_id_foreign" foreign key ("user_id") references "users" ("id") on delete cascade;`,
    );

    this.addSql(
      `alter table "profiles" add constraint "profiles_owner_id_foreign" foreign key ("owner_id") references "users" ("id") on delete cascade;`,
    );
    this.addSql(
      `alter table "profiles" add constraint "profiles_referrer_id_foreign" foreign key ("referrer_id") references "profiles" ("id") on delete set null;`,
    );
  }
}
