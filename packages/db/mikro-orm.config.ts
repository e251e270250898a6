import { TSMigrationGenerator } from '@mikro-orm/migrations';
import { ormConfig } from './src/orm.ts';

/** Nothing goes down: an older version runs beside a newer schema. */
class OnlyUp extends TSMigrationGenerator {
  override generateMigrationFile(name: string, diff: { up: string[]; down: string[] }) {
    return super.generateMigrationFile(name, { ...diff, down: [] });
  }
}

const config = ormConfig({
  url: process.env['DATABASE_URL'] ?? 'postgresql://127.0.0.1/namecard',
});

export default { ...config, migrations: { ...config.migrations, generator: OnlyUp } };
