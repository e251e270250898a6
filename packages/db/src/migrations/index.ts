import type { Constructor } from '@mikro-orm/core';
import type { Migration } from '@mikro-orm/migrations';
import { isOlder, previousMinor, version } from '../version.ts';
import * as all from './all.ts';

/**
 * A migration may name the oldest version that can run beside it, as
 * `static readonly oldest = '1.2.0'`. Otherwise that is the previous minor version.
 */
type Listed = Constructor<Migration> & {
  readonly name: string;
  readonly oldest?: string;
};

export type KnownMigration = {
  name: string;
  class: Constructor<Migration>;
  oldest: string;
};

const known = (migration: Listed): KnownMigration => ({
  name: migration.name,
  class: migration,
  oldest: migration.oldest ?? previousMinor,
});

/** In order. Never edit one that has run. */
export const migrations: KnownMigration[] = Object.values(all).map(known);

/** As the database has it. `oldest` is null if the version that ran it named none. */
export type TakenMigration = { name: string; oldest: string | null };

/** The column is missing until a version that names it has migrated. */
export const takenMigrations = `
  select name, to_jsonb(taken) ->> 'oldest' as oldest from mikro_orm_migrations taken order by id
`;

export type UnknownMigrations = {
  /** Of versions before 1.0.0, which had another schema. */
  older: string[];
  newer: string[];
  /** Whether this version can run beside all the newer ones. */
  runsBeside: boolean;
};

export function unknownMigrations(taken: readonly TakenMigration[]): UnknownMigrations {
  const names = new Set(migrations.map(({ name }) => name));
  const unknown = taken.filter(({ name }) => !names.has(name));
  // Names begin with the time at which a migration was written.
  const isOurs = ({ name }: TakenMigration) =>
    name >= all.Migration20261125080000_first_schema.name;
  const newer = unknown.filter(isOurs);
  return {
    older: unknown.filter((one) => !isOurs(one)).map(({ name }) => name),
    newer: newer.map(({ name }) => name),
    runsBeside: newer.every(({ oldest }) => oldest !== null && !isOlder(version, oldest)),
  };
}
