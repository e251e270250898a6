import type { MigrationObject } from '@mikro-orm/core';
import { Migration20261121093053_first_schema } from './Migration20261121093053_first_schema.ts';
import { Migration20261121094618_sign_in_limits } from './Migration20261121094618_sign_in_limits.ts';
import { Migration20261121095923_idempotency_keys } from './Migration20261121095923_idempotency_keys.ts';
import { Migration20261121100615_profile_positions } from './Migration20261121100615_profile_positions.ts';
import { Migration20261121103709_session_lapse } from './Migration20261121103709_session_lapse.ts';
import { Migration20261121123349_moderation } from './Migration20261121123349_moderation.ts';
import { Migration20261121125823_overview_lists } from './Migration20261121125823_overview_lists.ts';
import { Migration20261121180500_event_triggers } from './Migration20261121180500_event_triggers.ts';

/** Every migration in order; a new one is added at the end. */
export const migrations: MigrationObject[] = [
  { name: 'Migration20261121093053_first_schema', class: Migration20261121093053_first_schema },
  { name: 'Migration20261121094618_sign_in_limits', class: Migration20261121094618_sign_in_limits },
  {
    name: 'Migration20261121095923_idempotency_keys',
    class: Migration20261121095923_idempotency_keys,
  },
  {
    name: 'Migration20261121100615_profile_positions',
    class: Migration20261121100615_profile_positions,
  },
  { name: 'Migration20261121103709_session_lapse', class: Migration20261121103709_session_lapse },
  { name: 'Migration20261121123349_moderation', class: Migration20261121123349_moderation },
  { name: 'Migration20261121125823_overview_lists', class: Migration20261121125823_overview_lists },
  { name: 'Migration20261121180500_event_triggers', class: Migration20261121180500_event_triggers },
];
