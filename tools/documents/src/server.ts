import { work } from './workplace.ts';

function testServer(): URL {
  const address = process.env['TEST_DATABASE_URL'];
  if (!address) throw new Error('TEST_DATABASE_URL must be the address of a PostgreSQL.');
  return new URL(address);
}

const server = testServer();

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
