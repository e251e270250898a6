import type { MigrationObject } from '@mikro-orm/core';
import { Migration20261121000000_first_schema } from './Migration20261121000000_first_schema.ts';
import { Migration20261122070000_hash_keys } from './Migration20261122070000_hash_keys.ts';
import { Migration20261122071000_network_guesses } from './Migration20261122071000_network_guesses.ts';
import { Migration20261122072500_fair_mail } from './Migration20261122072500_fair_mail.ts';
import { Migration20261122073000_storage_bounds } from './Migration20261122073000_storage_bounds.ts';
import { Migration20261122074000_resting_usernames } from './Migration20261122074000_resting_usernames.ts';
import { Migration20261122114000_counts_by_group } from './Migration20261122114000_counts_by_group.ts';
import { Migration20261122114500_moderators_indexes } from './Migration20261122114500_moderators_indexes.ts';
import { Migration20261122120000_claims_at_any_level } from './Migration20261122120000_claims_at_any_level.ts';
import { Migration20261122115000_log_positions } from './Migration20261122115000_log_positions.ts';
import { Migration20261122150000_mail_events } from './Migration20261122150000_mail_events.ts';
import { Migration20261122152000_log_hashes } from './Migration20261122152000_log_hashes.ts';
import { Migration20261122154000_erasure } from './Migration20261122154000_erasure.ts';
import { Migration20261122160000_service_keys } from './Migration20261122160000_service_keys.ts';
import { Migration20261122161000_changes } from './Migration20261122161000_changes.ts';
import { Migration20261122162000_webhooks } from './Migration20261122162000_webhooks.ts';
import { Migration20261122163000_audience_hashes } from './Migration20261122163000_audience_hashes.ts';
import { Migration20261122213000_unchanged_rows } from './Migration20261122213000_unchanged_rows.ts';
import { Migration20261122214500_cheaper_writes } from './Migration20261122214500_cheaper_writes.ts';
import { Migration20261123021000_operators_acts } from './Migration20261123021000_operators_acts.ts';
import { Migration20261124090000_kept_history } from './Migration20261124090000_kept_history.ts';
import { Migration20261124091000_test_sessions } from './Migration20261124091000_test_sessions.ts';
import { Migration20261125030000_mail_turns } from './Migration20261125030000_mail_turns.ts';
import { Migration20261125073856_no_request_keys } from './Migration20261125073856_no_request_keys.ts';
import { Migration20261125075920_no_replicas } from './Migration20261125075920_no_replicas.ts';

/** Every migration in order; a new one is added at the end. What has run somewhere is never edited. */
export const migrations: MigrationObject[] = [
  Migration20261121000000_first_schema,
  Migration20261122070000_hash_keys,
  Migration20261122071000_network_guesses,
  Migration20261122072500_fair_mail,
  Migration20261122073000_storage_bounds,
  Migration20261122074000_resting_usernames,
  Migration20261122114000_counts_by_group,
  Migration20261122114500_moderators_indexes,
  Migration20261122115000_log_positions,
  Migration20261122120000_claims_at_any_level,
  Migration20261122150000_mail_events,
  Migration20261122152000_log_hashes,
  Migration20261122154000_erasure,
  Migration20261122160000_service_keys,
  Migration20261122161000_changes,
  Migration20261122162000_webhooks,
  Migration20261122163000_audience_hashes,
  Migration20261122213000_unchanged_rows,
  Migration20261122214500_cheaper_writes,
  Migration20261123021000_operators_acts,
  Migration20261124090000_kept_history,
  Migration20261124091000_test_sessions,
  Migration20261125030000_mail_turns,
  Migration20261125073856_no_request_keys,
  Migration20261125075920_no_replicas,
].map((migration) => ({ name: migration.name, class: migration }));
