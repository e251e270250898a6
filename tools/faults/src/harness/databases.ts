import { startTemporary, withDatabase } from '@namecard/db/testing';
import { withConnection } from '@namecard/embedded-postgres';

/** A server with an empty database for each scenario. */
export type Databases = AsyncDisposable & {
  /** Returns its address. */
  create(scenario: string): Promise<string>;
};

export async function openDatabases(): Promise<Databases> {
  const { adminUrl, stop } = await startTemporary();
  return {
    create: async (scenario) => {
      const name = scenario.replace(/\W+/g, '_');
      await withConnection(adminUrl, (admin) => admin.query(`create database ${name}`));
      return withDatabase(adminUrl, name);
    },
    [Symbol.asyncDispose]: stop,
  };
}
