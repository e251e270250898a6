import { groupLongCode } from '@namecard/email';
import { newTestCode } from '@namecard/router';
import type { Command } from 'commander';
import { randomness } from '../adapters/random.ts';
import { testLogins } from '../settings/product-values.ts';
import { CommandError, explain, print, run } from './run.ts';

/** What the line means, for whoever reads it on a terminal. */
const meaning = `Set this line and start every instance again. Leave the quotes out where nothing reads them, as in docker run --env-file.
If TEST_LOGINS has entries already, add this one after a comma.
Whoever knows the code signs in as this address, as a user and nothing more, until the end of that day (UTC).
Nobody can use the code up or close it. Take the setting away when it has served.`;

/** The line to set. It is read as the setting is, so that nothing is printed that would not start. */
function lineFor(address: string, day: string): string {
  const code = newTestCode(address.toLowerCase(), (length) => randomness.bytes(length));
  const value = `${address}=${groupLongCode(code)} until ${day}`;
  const { data } = testLogins.safeParse(value);
  const endsAt = data?.get(address.toLowerCase())?.long?.endsAt;
  if (endsAt === undefined) {
    throw new CommandError(
      'ADDRESS must be an email address, and DAY a day as in 2027-01-31.',
    );
  }
  if (Date.parse(endsAt) <= Date.now()) {
    throw new CommandError('DAY is over: it must be today or later.');
  }
  return `TEST_LOGINS='${value}'`;
}

export function addTestLoginCommands(program: Command): void {
  program
    .command('test-login')
    .description(
      'make a code by which a reviewer or a test signs in, and print the setting',
    )
    .argument('<address>', 'the email address of the account')
    .requiredOption('--until <day>', 'the last day (UTC), as in 2027-01-31')
    .action(async (address: string, { until }: { until: string }) =>
      run(async () => {
        const line = lineFor(address, until);
        explain(meaning);
        print(line, [line], {});
      }),
    );
}
