import { Migration } from '@mikro-orm/migrations';

/**
 * An account has 100 sessions at most: of more, those that have ended go first, then those used least recently. An idempotency key
 * is kept as a hash, and an error as its reason.
 */
const bounds = `
  delete from sessions where id in (
    select id from (
      select id, row_number() over (
        partition by user_id order by ended_at is null desc, last_used_at desc, id desc
      ) as place from sessions
    ) ranked where place > 100
  );

  update idempotency_keys set
    key = rtrim(translate(encode(sha256(convert_to(key, 'UTF8')), 'base64'), '+/', '-_'), '='),
    answer = case when answer ? 'error'
      then jsonb_build_object('error', answer #> '{error,reason}') else answer end;
`;

export class Migration20261122073000_storage_bounds extends Migration {
  override name = 'Migration20261122073000_storage_bounds';

  override up(): void {
    this.addSql(bounds);
  }
}
