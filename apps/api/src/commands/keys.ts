import { keyScopes } from '@namecard/db';
import { createKey, CreateKeyInput, endKey, KeyId, listKeys } from '@namecard/router';
import type { Command } from 'commander';
import { type Json, jsonOption, linesOr, print } from './output.ts';
import { operate } from './run.ts';

type Key = Awaited<ReturnType<typeof listKeys>>['data']['keys'][number];

function describe({
  id,
  name,
  scopes,
  state,
  maker,
  createdAt,
  lastUsedAt,
  endsAt,
}: Key): string[] {
  return [
    `${id}  ${name}: ${scopes.join(', ')}`,
    `  ${state}; created ${createdAt} by ${maker?.email ?? 'an operator'}; last used ${lastUsedAt ?? 'never'}; ends ${endsAt}`,
  ];
}

function addCreate(key: Command): void {
  key
    .command('create')
    .description('create a service key and print it; it can’t be printed again')
    .argument('<name>', 'its name in the history')
    .requiredOption('--scope <scopes...>', `its permissions: ${keyScopes.join(', ')}`)
    .option('--days <number>', 'days until it ends', '90')
    .option(...jsonOption)
    .action(async (name: string, options: Json & { scope: string[]; days: string }) =>
      operate(async ({ deps, actor }) => {
        const { scope: scopes, days } = options;
        const input = CreateKeyInput.parse({ name, scopes, days: Number(days) });
        const { data } = await createKey(deps, actor, input);
        print(
          data,
          [
            data.token,
            `It ends ${data.key.endsAt}. Copy it now: it can’t be shown again.`,
          ],
          options,
        );
      }),
    );
}

function addList(key: Command): void {
  key
    .command('list')
    .description('print the service keys, valid ones first')
    .option(...jsonOption)
    .action(async (options: Json) =>
      operate(async ({ deps }) => {
        const { data } = await listKeys(deps);
        print(data, linesOr('There are no keys.', data.keys.flatMap(describe)), options);
      }),
    );
}

function addEnd(key: Command): void {
  key
    .command('end')
    .description('end a key for good; its next request fails')
    .argument('<id>', 'as `key list` prints it')
    .option(...jsonOption)
    .action(async (id: string, options: Json) =>
      operate(async ({ deps, actor }) => {
        const { data } = await endKey(deps, actor, KeyId.parse({ id }));
        print(data, [`${data.key.name} has ended.`], options);
      }),
    );
}

export function addKey(key: Command): void {
  addCreate(key);
  addList(key);
  addEnd(key);
}
