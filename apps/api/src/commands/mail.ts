import { mailTest, SuppressAddress, suppressAddress } from '@namecard/router';
import type { Command } from 'commander';
import { type Json, jsonOption, print } from './output.ts';
import { operate } from './run.ts';

const suppress = (words: string, options: Json) =>
  operate(async ({ deps, actor }) => {
    const { address } = SuppressAddress.parse({ address: words });
    await suppressAddress(deps, actor, { address });
    const lines = [
      `No mail is sent to ${address} until an admin clears it on the page Mail.`,
    ];
    print({ suppressed: address }, lines, options);
  });

const test = (address: string, options: Json) =>
  operate(async ({ deps }) => {
    const messageId = await mailTest(deps, address);
    print({ messageId }, [`The provider accepted it as ${messageId}.`], options);
  });

export function addMail(mail: Command): void {
  mail
    .command('suppress')
    .description('send no mail to an address until an admin clears it')
    .argument('<address>')
    .option(...jsonOption)
    .action(suppress);
  mail
    .command('test')
    .description('send a test mail and print the provider’s answer')
    .argument('<address>')
    .option(...jsonOption)
    .action(test);
}
