import type { MigrationObject } from '@mikro-orm/core';
import { Migration20261121000000_first_schema } from './Migration20261121000000_first_schema.ts';

/** Every migration in order; a new one is added at the end. What has run somewhere is never edited. */
export const migrations: MigrationObject[] = [
  { name: 'Migration20261121000000_first_schema', class: Migration20261121000000_first_schema },
];
