import { Migration } from '@mikro-orm/migrations';
import { version } from '../version.ts';
import { migrations } from '../migrations/index.ts';

export const laterMigration = 'Migration29991231000000_later';

export async function withLaterMigration<Result>(
  statements: readonly string[],
  work: () => Promise<Result>,
  { oldest = version, isTransactional = true } = {},
): Promise<Result> {
  class Later extends Migration {
    override name = laterMigration;
    override isTransactional = () => isTransactional;
    override up(): void {
      for (const statement of statements) this.addSql(statement);
    }
  }
  migrations.push({ name: laterMigration, class: Later, oldest });
  try {
    return await work();
  } finally {
    migrations.pop();
  }
}
