import { Migration } from '@mikro-orm/migrations';
import { migrations } from '../migrations/index.ts';

export const laterMigration = 'Migration29991231000000_later';

export async function withLaterMigration<Result>(
  statements: readonly string[],
  work: () => Promise<Result>,
): Promise<Result> {
  class Later extends Migration {
    override name = laterMigration;
    override up(): void {
      for (const statement of statements) this.addSql(statement);
    }
  }
  migrations.push({ name: laterMigration, class: Later });
  try {
    return await work();
  } finally {
    migrations.pop();
  }
}
