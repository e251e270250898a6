import type { MigrationObject } from '@mikro-orm/core';
import { Migration20261125080000_first_schema } from './Migration20261125080000_first_schema.ts';

/** Every migration in order. A new one is added at the end. One that has run is never edited. */
export const migrations: MigrationObject[] = [Migration20261125080000_first_schema].map(
  (migration) => ({ name: migration.name, class: migration }),
);

/** Migrations that a database has taken and this version does not have. */
export type UnknownMigrations = {
  /** Of versions before 1.0.0, which had a schema of their own. */
  older: string[];
  /** Of newer versions. */
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
