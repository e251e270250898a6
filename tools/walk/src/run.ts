import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import {
  fetchJson,
  makeDataDirectory,
  nodeFlags,
  requestCode,
  runService,
  signIn,
} from '@namecard/testing';
import { z } from 'zod';

/**
 * `npm run walk` starts the service, makes some requests and prints the files
 * that each request entered. Files that an idle service enters too are left out.
 */
const Report = z.object({
  entered: z.array(z.tuple([z.string(), z.string(), z.number()])),
});
type Counts = Map<string, number>;

await using data = await makeDataDirectory();
const preload = fileURLToPath(new URL('report-coverage.ts', import.meta.url));
await using service = runService(
  { DATA_DIR: data.path },
  { flags: [...nodeFlags, '--import', preload] },
);
const addresses = await service.ready;
const { origin } = addresses;

async function takeCounts(): Promise<Counts> {
  const before = service.stdout().length;
  process.kill(service.pid, 'SIGIO');
  for (;;) {
    await sleep(20);
    const line = /^\{"entered":.*\}$/m.exec(service.stdout().slice(before))?.[0];
    if (line === undefined) continue;
    const { entered } = Report.parse(JSON.parse(line));
    return new Map(entered.map(([file, name, count]) => [`${file} ${name}`, count]));
  }
}

async function idleFunctions(): Promise<Set<string>> {
  await takeCounts();
  await sleep(5_000);
  return new Set((await takeCounts()).keys());
}

async function filesOf(idle: Set<string>, request: () => Promise<unknown>) {
  await takeCounts();
  await request();
  const entered = [...(await takeCounts())].filter(([name]) => !idle.has(name));
  return Map.groupBy(entered, ([name]) => name.split(' ')[0] ?? '');
}

const token = await signIn(addresses, 'ann@example.com');
await fetchJson(`${origin}/api/v1/profiles`, {
  token,
  json: { username: 'ann', referral: '' },
});
const socials = { x: 'https://x.com/ann' };
const requests: Record<string, () => Promise<unknown>> = {
  'GET /profiles': async () => fetchJson(`${origin}/api/v1/profiles`, { token }),
  'PATCH /profiles/{username}/socials': async () =>
    fetchJson(`${origin}/api/v1/profiles/ann/socials`, {
      method: 'PATCH',
      token,
      json: { socials },
    }),
  'POST /auth/send-code': async () =>
    fetchJson(`${origin}/api/v1/auth/send-code`, { json: { email: 'bob@example.com' } }),
};
const idle = await idleFunctions();
// The first requests compile and fill caches, which later ones don't.
await Promise.all(Object.values(requests).map((request) => request()));
const otp = await requestCode(addresses, 'cleo@example.com');
requests['POST /auth/verify-code'] = async () =>
  fetchJson(`${origin}/api/v1/auth/verify-code`, {
    json: { email: 'cleo@example.com', otp },
  });

for (const [name, request] of Object.entries(requests)) {
  const files = await filesOf(idle, request);
  console.log(`\n${name}: ${files.size} files`);
  for (const [file, functions] of [...files].toSorted(([one], [other]) =>
    one.localeCompare(other),
  )) {
    const names = functions.map(([entry]) => entry.split(' ').slice(1).join(' '));
    console.log(`  ${file}: ${names.join(', ')}`);
  }
}
