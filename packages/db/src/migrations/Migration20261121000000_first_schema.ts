import { Migration } from '@mikro-orm/migrations';
import { jobs } from './first-schema/jobs.ts';
import { limits } from './first-schema/limits.ts';
import { mail } from './first-schema/mail.ts';
import { moderation } from './first-schema/moderation.ts';
import { people } from './first-schema/people.ts';
import { profiles } from './first-schema/profiles.ts';
import { signIn } from './first-schema/sign-in.ts';

/** Every stamp and every deadline is read from this one clock, the database's; tests replace it by one they turn. */
const clock = `
  create function current_instant() returns timestamptz language sql stable parallel safe as 'select clock_timestamp()';
`;

export class Migration20261121000000_first_schema extends Migration {
  override name = 'Migration20261121000000_first_schema';

  override up(): void {
    for (const room of [
      clock,
      people,
      signIn,
      mail,
      profiles,
      moderation,
      jobs,
      limits,
    ]) {
      this.addSql(room);
    }
  }
}
