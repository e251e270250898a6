import { testMail, type Delivery } from '@namecard/email';
import {
  clearSuppression,
  readDeliveries,
  RetryMails,
  retryMails,
  SuppressAddress,
  suppressAddress,
  suppressedAmong,
} from '@namecard/router';
import { type Command, Option } from 'commander';
import { mailerOf, sendsMail } from '../adapters/mailer.ts';
import { CommandError, type Json, jsonOption, linesOr, operate, print } from './run.ts';

/** Mails of one list. */
const listed = 50;

type ListOptions = Json & { state?: 'waiting' | 'failed'; address?: string };

const list = (options: ListOptions) =>
  operate(async ({ deps }) => {
    const filter = { state: options.state, address: options.address };
    const { data } = await readDeliveries(deps, { ...filter, limit: listed });
    const { deliveries } = data;
    const lines = deliveries.map(({ id, requestedAt, state, outcome, event, address }) =>
      [id, requestedAt, event ?? state, outcome ?? '-', address].join('  '),
    );
    print(deliveries, linesOr('There is no such mail.', lines), options);
  });

async function retry(id: string | undefined, options: Json & { refused?: boolean }) {
  await operate(async ({ deps, actor }) => {
    if ((id === undefined) === (options.refused === undefined)) {
      throw new CommandError(
        'Say which: the id of a mail, or --refused for all of them.',
      );
    }
    const { retried } = (await retryMails(deps, actor, RetryMails.parse({ id }))).data;
    if (id !== undefined && retried === 0) {
      throw new CommandError(
        'No such mail was refused, or its codes are used or too old.',
      );
    }
    print({ retried }, [`Mails that are tried again: ${retried}.`], options);
  });
}

const clear = (address: string, options: Json) =>
  operate(async ({ deps, actor }) => {
    await clearSuppression(deps, actor, { address });
    print({ cleared: address }, [`Mail reaches ${address} again.`], options);
  });

const suppress = (words: string, options: Json) =>
  operate(async ({ deps, actor }) => {
    const { address } = SuppressAddress.parse({ address: words });
    await suppressAddress(deps, actor, { address });
    const lines = [
      `No mail leaves to ${address} until "npx namecard mail clear" lets it.`,
    ];
    print({ suppressed: address }, lines, options);
  });

/** What became of a test mail, as far as it did not leave. */
const failureOf = (delivery: Exclude<Delivery, { outcome: 'sent' }>) =>
  `It was not sent: ${delivery.reason}${'code' in delivery ? ` (${delivery.code})` : ''}.`;

const test = (address: string, options: Json) =>
  operate(async ({ environment, deps }) => {
    if (!sendsMail(environment)) {
      throw new CommandError('No mail leaves: set POSTMARK_SERVER_TOKEN or SMTP_URL.');
    }
    const suppressed = await suppressedAmong(deps.em, [address.toLowerCase()]);
    if (suppressed.size > 0) {
      throw new CommandError(
        `${address} is suppressed: "npx namecard mail clear" lets mail leave.`,
      );
    }
    const message = { to: address, ...testMail(deps.settings.product) };
    const delivery = await mailerOf(environment).deliver(message);
    if (delivery.outcome !== 'sent') {
      throw new CommandError(failureOf(delivery));
    }
    print(delivery, [`The provider took it, as ${delivery.messageId}.`], options);
  });

export function addMailCommands(program: Command): void {
  const mail = program
    .command('mail')
    .description('see what became of mail, and have it leave');
  mail
    .command('list')
    .description(`list the ${listed} newest mails`)
    .addOption(
      new Option('--state <state>', 'only such mails').choices(['waiting', 'failed']),
    )
    .option('--address <address>', 'only mail to this address')
    .option(...jsonOption)
    .action(list);
  mail
    .command('retry')
    .description('try mail again that the provider refused, while its codes are good')
    .argument('[id]', 'one mail')
    .option('--refused', 'all of them')
    .option(...jsonOption)
    .action(retry);
  mail
    .command('suppress')
    .description('have no mail leave to an address, until `mail clear`')
    .argument('<address>')
    .option(...jsonOption)
    .action(suppress);
  mail
    .command('clear')
    .description(
      'let mail leave to a suppressed address again, and have Postmark deliver it',
    )
    .argument('<address>')
    .option(...jsonOption)
    .action(clear);
  mail
    .command('test')
    .description('send a test mail, and say what the provider made of it')
    .argument('<address>')
    .option(...jsonOption)
    .action(test);
}
