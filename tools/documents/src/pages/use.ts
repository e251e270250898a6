import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdir, readFile, symlink } from 'node:fs/promises';
import { z } from 'zod';
import type { Step } from '../plan.ts';
import { fill, origins } from '../places.ts';
import { call, person, running, statusOf, stop, withSettings } from '../served.ts';
import { bash, start, until } from '../shell.ts';
import { addSnippet } from '../snippets.ts';
import { shell, stepsOf } from '../steps.ts';
import { folder, root } from '../workplace.ts';

const readme = stepsOf('README.md');
const client = stepsOf('docs/use/client.md');
const tokens = stepsOf('docs/use/tokens.md');
const keys = stepsOf('docs/use/service-keys.md');
const changes = stepsOf('docs/use/changes.md');

/** The session of the README's Ann. */
let readmeToken = '';

export const readmeSession = (): string => readmeToken;

const Answer = z.union([
  z.object({ data: z.unknown() }),
  z.object({ message: z.string(), profile: z.object({ username: z.literal('ann') }) }),
]);

async function makeSixCalls(text: string): Promise<void> {
  const output = await bash(fill(text), { cwd: folder });
  const answers = output.replaceAll('}{', '}\n{').trim().split('\n');
  equal(answers.length, 6, output);
  for (const answer of answers) Answer.parse(JSON.parse(answer));
  match(answers[1] ?? '', /"token":"nc_/);
  match(answers[2] ?? '', /"username":"ann"/);
  match(answers[4] ?? '', /"profiles":\[\{.*"username":"ann"/);
  match(answers[5] ?? '', /"about":"Hello".*"x":"https:\/\/x.com\/ann"/);
  readmeToken = /"token":"(nc_[^"]+)"/.exec(output)?.[1] ?? '';
}

const trpcClient = `import { createTRPCClient, httpBatchLink } from '@trpc/client';
import type { AppRouter } from '@namecard/client';
declare const origin: string;
declare const token: string;
`;
const signedIn = `import { createClient } from '@namecard/client';
const namecard = createClient({ url: '' });
`;
const verifier = `import { createVerifier } from '@namecard/client/verify';
declare const token: string;
`;

let keyId = '';
let keyToken = '';

async function createKey(text: string): Promise<void> {
  keyToken = /nk_[\w-]+/.exec(await withSettings(text))?.[0] ?? '';
  equal(await statusOf(origins.service, '/profiles', keyToken), 200);
}

async function listKeys(text: string): Promise<void> {
  const listed = await withSettings(text);
  const line = listed.split('\n').find((one) => one.includes('Nightly check')) ?? '';
  keyId = /[\da-f-]{36}/.exec(line)?.[0] ?? '';
  ok(keyId, listed);
}

async function endKey(text: string): Promise<void> {
  await withSettings(fill(text, { ID: keyId }));
  equal(await statusOf(origins.service, '/profiles', keyToken), 401);
}

const Read = z.object({
  data: z.object({ changes: z.array(z.unknown()), nextCursor: z.string() }),
});

/** Every field that the page shows is in the answer. */
function showsFieldsOf(shown: string, answered: string): void {
  const fields = new Set(Array.from(shown.matchAll(/"(\w+)":/g), ([field]) => field));
  ok(fields.size > 1);
  for (const field of fields) ok(answered.includes(field), `${field}: ${answered}`);
}

/** The block is a terminal's: settings, then calls, each above its answer. */
async function readFeed(text: string): Promise<void> {
  const [begin = '', first = '', second = ''] = text.split('\n\n');
  const create = /made by: (.+)$/m.exec(begin)?.[1] ?? '';
  const KEY = /nk_[\w-]+/.exec(await withSettings(create))?.[0] ?? '';
  const ask = async (words: string, cursor: string) => {
    const lines = [begin, words.split('\n')[0]].join('\n');
    const own = { 'nk_…': KEY, 'YyAwMTk4…': cursor, 'curl ': 'curl -sf ' };
    return bash(fill(lines, own));
  };
  const now = await ask(first, '');
  const { data } = Read.parse(JSON.parse(now));
  deepEqual(data.changes, []);
  showsFieldsOf(first, now);
  await call('/profiles/ann/socials', person('ann').token, { about: 'Hello' }, 'PATCH');
  const later = await until('a change in the feed', async () => {
    const answer = await ask(second, data.nextCursor);
    return answer.includes('"about":"Hello"') ? answer : undefined;
  });
  showsFieldsOf(second, later);
  match(later, /"kind":"profile.updated".*"username":"ann","about":"Hello"/);
}

/** On the embedded PostgreSQL, without a mail provider. */
export const readmeSteps: Step[] = [
  readme.command('PORT=3100 DATA_DIR=/tmp/namecard npm start', async (text) => {
    const options = { cwd: root, log: `${folder}/readme.log` };
    running.set('readme', await start(fill(text), origins.readme, options));
    // It is written when the service listens, and perhaps after the first answer.
    await until('the address of the mailbox', async () =>
      existsSync(`${folder}/.data/mailbox-url`) ? true : undefined,
    );
  }),
  readme.block('The six calls', makeSixCalls),
  readme.block('The six calls', async (text) => addSnippet(trpcClient, text)),
  client.block('Choose a way', async (text) => {
    // Only this package has the generator.
    const project = `${folder}/project`;
    await mkdir(project);
    await symlink(`${root}packages/contract/node_modules`, `${project}/node_modules`);
    await bash(fill(text), { cwd: project });
    match(await readFile(`${folder}/namecard.ts`, 'utf8'), /"\/auth\/send-code"/);
    await stop('readme');
  }),
];

/** On the service of the install page. */
export const useSteps: Step[] = [
  keys.command(
    'npx namecard key create "Nightly check" --scope profiles:read --days 90',
    createKey,
  ),
  keys.command('npx namecard key list', listKeys),
  keys.command('npx namecard key end ID', endKey),
  changes.block('Read the feed', readFeed),
  tokens.block('In three steps', async (text) =>
    shell({ says: /AUDIENCES +forum/ })(`${text} npx namecard config`),
  ),
  tokens.block('In three steps', async (text) => addSnippet(signedIn, text)),
  tokens.block('In three steps', async (text) => addSnippet(verifier, text)),
];
