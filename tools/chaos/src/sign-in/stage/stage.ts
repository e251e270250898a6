import { openDatabase, type Observed } from './database.ts';
import { openInbox, type Inbox } from './inbox.ts';
import { startInstance, type Instance, type Settings } from './instance.ts';

/** Two instances of the service on one PostgreSQL, and a fake Postmark. */
export type Stage = {
  instances: [Instance, Instance];
  origins: [string, string];
  inbox: Inbox;
  /** A look of our own into the database. */
  database: Observed;
  /** What any further instance is started with. */
  settings: Settings;
  close(): Promise<void>;
};

/** Says which of the two instances is asked: by turns. */
export const byTurns = (origins: [string, string], index: number) =>
  origins[index % 2 === 0 ? 0 : 1];

/** @param changes settings that the run needs different from their defaults */
export async function openStage(databaseUrl: string, changes: Settings = {}): Promise<Stage> {
  const inbox = await openInbox();
  const settings = {
    DATABASE_URL: databaseUrl,
    SECRET_KEY: 'of-these-runs-only-'.repeat(2),
    POSTMARK_SERVER_TOKEN: 'of-these-runs-only',
    POSTMARK_API_URL: inbox.url,
    EMAIL_FROM: 'Namecard <hello@example.com>',
    TRUST_PROXY: '127.0.0.1/32',
    ...changes,
  };
  const instances = await Promise.all([startInstance(settings), startInstance(settings)]);
  const database = await openDatabase(databaseUrl);
  const [one, other] = instances;
  return {
    instances,
    origins: [one.origin, other.origin],
    inbox,
    database,
    settings,
    close: async () => {
      await database.close();
      await Promise.all(instances.map(async (instance) => instance.stop()));
      await inbox.close();
    },
  };
}
