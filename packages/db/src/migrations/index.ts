import type { MigrationObject } from '@mikro-orm/core';
import { Migration20261125080000_first_schema } from './Migration20261125080000_first_schema.ts';
import { Migration20261126221500_one_level_of_counts } from './Migration20261126221500_one_level_of_counts.ts';
import { Migration20261126231000_guards } from './Migration20261126231000_guards.ts';
import { Migration20261126231500_username_order } from './Migration20261126231500_username_order.ts';
import { Migration20261126233000_erasure_reason } from './Migration20261126233000_erasure_reason.ts';
import { Migration20261126234000_turns_of_every_ask } from './Migration20261126234000_turns_of_every_ask.ts';
import { Migration20261126235000_bounded_edits } from './Migration20261126235000_bounded_edits.ts';
import { Migration20261126235500_undone_events } from './Migration20261126235500_undone_events.ts';
import { Migration20261127000000_hash_key } from './Migration20261127000000_hash_key.ts';

/** In order. Add a new one at the end. Never edit one that has run. */
export const migrations: MigrationObject[] = [
  Migration20261125080000_first_schema,
  Migration20261126221500_one_level_of_counts,
  Migration20261126231000_guards,
  Migration20261126231500_username_order,
  Migration20261126233000_erasure_reason,
  Migration20261126234000_turns_of_every_ask,
  Migration20261126235000_bounded_edits,
  Migration20261126235500_undone_events,
  Migration20261127000000_hash_key,
].map((migration) => ({ name: migration.name, class: migration }));

export type UnknownMigrations = {
  /** Of versions before 1.0.0, which had another schema. */
  older: string[];
  newer: string[];
};

export function unknownMigrations(taken: readonly string[]): UnknownMigrations {
  const known = new Set(migrations.map(({ name }) => name));
  const unknown = taken.filter((name) => !known.has(name));
  // Names begin with the time at which a migration was written.
  const isOlder = (name: string) => name < Migration20261125080000_first_schema.name;
  return {
    older: unknown.filter(isOlder),
    newer: unknown.filter((name) => !isOlder(name)),
  };
}
