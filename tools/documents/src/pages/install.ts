import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { z } from 'zod';
import { fill, origins } from '../places.ts';
import type { Step } from '../plan.ts';
import { databaseUrl } from '../server.ts';
import { join, settings, withSettings } from '../served.ts';
import { bash, psql, start, until } from '../shell.ts';
import { folder, root, work } from '../workplace.ts';

/** Sessions that later steps go on with. */
export const sessions = { readme: '', ann: '' };

const Answer = z.union([
  z.object({ data: z.unknown() }),
  z.object({ message: z.string(), profile: z.object({ username: z.literal('ann') }) }),
]);

/** On the embedded PostgreSQL, without a mail provider. */
async function makeSixCalls(text: string): Promise<void> {
  const env = { PORT: '3931' };
  const log = `${work}/readme.log`;
  const service = await start('npm start', origins.readme, { cwd: root, env, log });
  // It is written when the service listens, and perhaps after the first answer.
  await until('the address of the mailbox', async () =>
    existsSync(`${folder}/.data/mailbox-url`) ? true : undefined,
  );
  const output = await bash(fill(text));
  const answers = output.replaceAll('}{', '}\n{').trim().split('\n');
  equal(answers.length, 6, output);
  for (const answer of answers) Answer.parse(JSON.parse(answer));
  match(answers[4] ?? '', /"profiles":\[\{.*"username":"ann"/);
  match(answers[5] ?? '', /"about":"Hello".*"x":"https:\/\/x.com\/ann"/);
  sessions.readme = /"token":"(nc_[^"]+)"/.exec(answers[1] ?? '')?.[1] ?? '';
  ok(sessions.readme, output);
  const cards = `${root}examples/cards.sh`;
  match(await bash(`bash ${cards} ${origins.readme}`), /cards in all/);
  await service.stop();
}

const leftToTheReader = `import { createTRPCClient, httpBatchLink } from '@trpc/client';
import type { AppRouter } from '@namecard/client';
declare const origin: string;
declare const token: string;
`;

/** Compiles the block. It leaves the use of its values to the reader. */
async function compile(text: string): Promise<void> {
  const place = `${folder}/snippet`;
  await mkdir(place);
  const compilerOptions = { types: ['node'], noUnusedLocals: false };
  const config = { extends: `${root}tsconfig.base.json`, compilerOptions };
  await writeFile(`${place}/package.json`, '{"type":"module"}');
  await writeFile(`${place}/tsconfig.json`, JSON.stringify(config));
  await writeFile(`${place}/index.ts`, `${leftToTheReader}${text}\nexport {};\n`);
  equal(await bash(`node_modules/.bin/tsc -p ${place}`), '');
}

async function setForPooler(text: string): Promise<void> {
  await psql(text, 'namecard');
  const set = Array.from(text.matchAll(/ set (\w+) = '(\w+)'/g));
  ok(set.length > 0);
  const questions = set.map(([, name]) => `-c 'show ${name}'`).join(' ');
  const env = { DATABASE_URL: databaseUrl('namecard') };
  const shown = await bash(`psql -qAt "$DATABASE_URL" ${questions}`, { env });
  // DateStyle is shown with the order of days and months, such as "ISO, MDY".
  const values = shown.trim().replaceAll(/, \w+$/gm, '');
  deepEqual(
    values.split('\n'),
    set.map(([, , value]) => value),
  );
}

/** `NAME=…` becomes the setting of the service. */
const exported = (text: string) =>
  text.replaceAll(/([A-Z_]+)=…/g, (_, name: string) => `${name}='${settings[name]}'`);

async function startService(text: string): Promise<void> {
  const { DATA_DIR = '', POSTMARK_API_URL = '' } = settings;
  const env = { PORT: '3930', DATA_DIR, POSTMARK_API_URL };
  // What the comment names is not set here.
  const script = exported(text.replaceAll(/ +# .+$/gm, ''));
  await start(script, origins.service, { env, log: `${folder}/namecard.log` });
  match(await withSettings('./namecard config'), /NODE_ENV +production/);
  match(await withSettings('./namecard doctor'), /ok +secret key/);
  sessions.ann = await join('ann', '');
  await join('ben', 'ann');
}

async function useSmtp(text: string): Promise<void> {
  await bash(text.replace('/etc/systemd/system', `${folder}/deploy`));
  const files = (await readdir(`${folder}/deploy`)).filter((name) =>
    name.endsWith('.service'),
  );
  const texts = await Promise.all(
    files.map(async (name) => readFile(`${folder}/deploy/${name}`, 'utf8')),
  );
  const all = texts.join('\n');
  match(all, /SMTP_URL/);
  match(all, /smtp-url/);
  ok(!/postmark/i.test(all), all);
}

const database = 'docs/run/database.md';
const install = 'docs/run/install.md';

export const readmeSteps: Step[] = [
  { page: 'README.md', heading: 'The six calls', run: makeSixCalls },
  { page: 'README.md', heading: 'The six calls', run: compile },
];

export const installSteps: Step[] = [
  { page: database, heading: 'The address', run: psql },
  { page: database, heading: 'Behind a pooler', run: setForPooler },
  { page: install, heading: '3. Start it', run: startService },
  { page: install, heading: 'With systemd', run: useSmtp },
];
