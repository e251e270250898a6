import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { cuttableLink, nodeFlags, startService } from '@namecard/testing';
import { type Figure, rowOf } from '../figures.ts';
import { productionSettings } from '../sign-in/fixture/fixture.ts';
import { openInbox } from '../sign-in/fixture/inbox.ts';
import { startCluster, timing } from './cluster.ts';
import { figuresOf, lostFigures } from './figures.ts';
import { startLoad } from './load.ts';

/**
 * Three PostgreSQL under Patroni with etcd and HAProxy, two instances of two workers each, and a load that keeps a book of what
 * was acknowledged; then what happens to databases happens. Takes Debian's packages patroni, etcd-server, haproxy, postgresql.
 * Exits with 1 where a figure is beyond its limit.
 *
 *     npm run chaos:cluster -- [--only NAME]…
 */
const { values } = parseArgs({ options: { only: { type: 'string', multiple: true } } });

await using cluster = await startCluster();
await cluster.untilWhole();
const link = await cuttableLink(cluster.url);
const inbox = await openInbox();

const settings = {
  ...productionSettings(link.url, inbox),
  WORKERS: '2',
  LIMIT_SEND_PER_IP: '0',
  LIMIT_VERIFY_PER_IP: '0',
  LIMIT_WRONG_PER_IP: '0',
  MAX_MAILS_PER_HOUR: '0',
  MAX_PROFILES_PER_ACCOUNT: '0',
};
const instances = await Promise.all(
  [1, 2].map(async () => startService(settings, { flags: nodeFlags })),
);
const origins = instances.map(({ origin }) => origin);
const load = startLoad(origins, inbox);
const rows: ReturnType<typeof rowOf>[] = [];

const show = (name: string, figures: readonly Figure[]) => {
  const drawn = figures.map((figure) => rowOf(name, figure));
  console.table(drawn);
  rows.push(...drawn);
};

/** What happens, for how many seconds it is watched, for how many some kind of call may not work, and how it is put right. */
type Scenario = {
  name: string;
  strike: () => Promise<(() => Promise<void> | void) | undefined>;
  lasts: number;
  most: number;
};

const scenarios: Scenario[] = [
  {
    name: 'switchover',
    strike: async () => {
      await cluster.switchOver();
      return undefined;
    },
    lasts: 20,
    most: 5,
  },
  {
    name: 'primary killed',
    strike: async () => {
      const primary = await cluster.primary();
      await primary.kill();
      return () => primary.start();
    },
    lasts: 50,
    most: timing.ttl + 5,
  },
  {
    name: 'primary frozen',
    strike: async () => {
      const primary = await cluster.primary();
      await primary.signal('SIGSTOP');
      return () => primary.signal('SIGCONT');
    },
    lasts: 45,
    most: 25,
  },
  {
    name: 'bytes swallowed',
    strike: async () => {
      link.swallow();
      return undefined;
    },
    lasts: 45,
    most: 30,
  },
];

await sleep(10_000);
for (const { name, strike, lasts, most } of scenarios) {
  if (values.only && !values.only.includes(name)) continue;
  console.log(`${name} …`);
  const began = Date.now();
  const mend = await strike();
  await sleep(lasts * 1_000);
  await mend?.();
  await sleep(10_000);
  show(name, figuresOf(load.book, { began, ended: Date.now() }, most));
  await cluster.untilWhole();
}
await load.stop();
show('in all', await lostFigures(load.book, origins[0] ?? ''));
await Promise.all(instances.map(({ stop }) => stop()));
await inbox.close();
await link.cut();
console.table(rows);
process.exitCode = rows.some(({ held }) => held === false) ? 1 : 0;
