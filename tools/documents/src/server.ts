import { work } from './workplace.ts';

const { TEST_DATABASE_URL = 'postgresql://127.0.0.1:5432/postgres' } = process.env;

const server = new URL(TEST_DATABASE_URL);

/** For PostgreSQL's own programs, which the superuser runs. */
export const superuser = {
  PGHOST: server.hostname,
  PGPORT: server.port,
  PGUSER: 'postgres',
  PGDATABASE: 'postgres',
  PSQLRC: `${work}/none`,
};

/** Roles and databases that the pages create. */
export const roles = ['namecard', 'namecard2'] as const;
export const databases = ['namecard', 'drill', 'moved'] as const;

export type Database = (typeof databases)[number];

export const databaseUrl = (name: Database, role = 'namecard'): string =>
  `postgresql://${role}:secret@${server.host}/${name}`;
