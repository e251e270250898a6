import { testMail, type Delivery } from '@namecard/email';
import {
  addressKey,
  clearSuppression,
  readAddress,
  readDeliveries,
  RetryMails,
  retryMails,
  SuppressAddress,
  suppressAddress,
  suppressedAmong,
} from '@namecard/router';
import { type Command, Option } from 'commander';
import { commandOf } from './command-of.ts';
import { mailerOf } from '../adapters/mailer.ts';
import { sendsMail } from '../settings/shows-mailbox.ts';
import { CommandError } from './explain-error.ts';
import { type Json, jsonOption, print } from './output.ts';
import { operate } from './run.ts';

/** Most mails that `mail list` prints. */
const listed = 50;

type ListOptions = Json & { state?: 'waiting' | 'failed'; address?: string };

type Mail = Awaited<ReturnType<typeof readDeliveries>>['data']['deliveries'][number];

const columnsOf = (cells: readonly string[]): string => {
  const widths = [36, 24, 7, 20, 11];
  return cells.map((cell, index) => cell.padEnd(widths[index] ?? 0)).join('  ');
};

/** One line per mail, below the names of the columns. */
const tableOf = (mails: readonly Mail[]): string[] => [
  columnsOf(['id', 'requested', 'state', 'outcome', 'event', 'address']),
  ...mails.map(({ id, requestedAt, state, outcome, event, address }) =>
    columnsOf([id, requestedAt, state, outcome ?? '-', event ?? '-', address]),
  ),
];

const list = (options: ListOptions) =>
  operate(async ({ deps }) => {
    const filter = { state: options.state, address: options.address };
    const { data } = await readDeliveries(deps, { ...filter, limit: listed });
    const { deliveries } = data;
    const lines =
      deliveries.length > 0 ? tableOf(deliveries) : ['There is no such mail.'];
    print(deliveries, lines, options);
  });

async function retry(id: string | undefined, options: Json & { refused?: boolean }) {
  await operate(async ({ deps, actor }) => {
    if ((id === undefined) === (options.refused === undefined)) {
      throw new CommandError(
        'Give the id of a mail, or --refused for all refused mails.',
      );
    }
    const { retried } = (await retryMails(deps, actor, RetryMails.parse({ id }))).data;
    if (id !== undefined && retried === 0) {
      throw new CommandError(
        'This mail is not refused, or its codes are used or too old.',
      );
    }
    print({ retried }, [`Mails to be sent again: ${retried}.`], options);
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
      `No mail is sent to ${address} until you run "./namecard mail clear".`,
    ];
    print({ suppressed: address }, lines, options);
  });

const failureOf = (delivery: Exclude<Delivery, { outcome: 'sent' }>) =>
  `It was not sent: ${delivery.reason}${'code' in delivery ? ` (${delivery.code})` : ''}.`;

const test = (address: string, options: Json) =>
  operate(async ({ environment, deps }) => {
    if (!sendsMail(environment)) {
      throw new CommandError('Mail is not sent: set POSTMARK_SERVER_TOKEN or SMTP_URL.');
    }
    const suppressed = await suppressedAmong(deps.em, [addressKey(address)]);
    if (suppressed.size > 0) {
      throw new CommandError(
        `${address} is suppressed: run "./namecard mail clear" first.`,
      );
    }
    const message = { to: readAddress(address), ...testMail(deps.settings.product) };
    const delivery = await mailerOf(environment).deliver(message);
    if (delivery.outcome !== 'sent') {
      throw new CommandError(failureOf(delivery));
    }
    print(delivery, [`The provider accepted it as ${delivery.messageId}.`], options);
  });

export function addMailCommands(program: Command): void {
  const mail = commandOf(program, 'mail');
  mail
    .command('list')
    .description(`list the ${listed} newest mails; docs/run/mail.md explains the words`)
    .addOption(
      new Option('--state <state>', 'only mails in this state').choices([
        'waiting',
        'failed',
      ]),
    )
    .option('--address <address>', 'only mail to this address')
    .option(...jsonOption)
    .action(list);
  mail
    .command('retry')
    .description('send refused mail again while its codes are valid')
    .argument('[id]', 'the id of one mail, as `mail list` prints it')
    .option('--refused', 'all refused mails')
    .option(...jsonOption)
    .action(retry);
  mail
    .command('suppress')
    .description('send no mail to an address until `mail clear`')
    .argument('<address>')
    .option(...jsonOption)
    .action(suppress);
  mail
    .command('clear')
    .description('send mail to a suppressed address again, and reactivate it at Postmark')
    .argument('<address>')
    .option(...jsonOption)
    .action(clear);
  mail
    .command('test')
    .description('send a test mail and print the provider’s answer')
    .argument('<address>')
    .option(...jsonOption)
    .action(test);
}
