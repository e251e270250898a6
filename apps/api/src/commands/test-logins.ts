import { groupLongCode } from '@namecard/email';
import { addressKey, newTestCode, readAddress } from '@namecard/router';
import type { Command } from 'commander';
import { randomness } from '../adapters/random.ts';
import { testLogins } from '../settings/product-values.ts';
import { CommandError } from '../settings/explain-error.ts';
import { explain, print, run } from './output.ts';

const meaning = `Set this line and restart every instance. Omit the quotes where no shell reads them, as in docker run --env-file.
If TEST_LOGINS has entries already, add this one after a comma.
Anybody with the code can sign in as this address, as an ordinary user, until the end of that day (UTC).
The code works many times, and wrong guesses don’t block it. Remove the setting when you no longer need it.`;

/** Parses the line as the setting is parsed: a printed line always works. */
function lineFor(address: string, day: string): string {
  const key = addressKey(address);
  const code = newTestCode(key, (length) => randomness.bytes(length));
  const value = `${readAddress(address)}=${groupLongCode(code)} until ${day}`;
  const { data } = testLogins.safeParse(value);
  const endsAt = data?.get(key)?.endsAt;
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

export function addTestLogin(command: Command): void {
  command
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
