import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { load, type Load } from './load.ts';

/**
 * How many requests a second the facade answers for each that trpc-to-openapi's own
 * Fastify plugin answers, on the same server: the median of
 * alternated rounds, as a machine that slows down slows both.
 */
const rounds = 7;
const seconds = 4;
const warmUpSeconds = 2;
const target = 1.5;
const path = '/api/v1/profiles?page=2&limit=20&reverse=false';

type Side = { name: string; url: string; child: ChildProcess };

async function start(name: string): Promise<Side> {
  const child = fork(fileURLToPath(new URL('server.ts', import.meta.url)), [name], {
    env: { ...process.env, NODE_ENV: 'production' },
  });
  const [origin] = await once(child, 'message');
  return { name, url: `${origin}${path}`, child };
}

async function requireSameAnswer(one: Side, other: Side): Promise<void> {
  const [first, second] = await Promise.all(
    [one, other].map(async ({ url }) => (await fetch(url)).text()),
  );
  if (first !== second) {
    throw new Error('the two sides do not answer alike');
  }
}

async function round(facade: Side, adapter: Side, facadeFirst: boolean) {
  const first = await load((facadeFirst ? facade : adapter).url, seconds);
  const second = await load((facadeFirst ? adapter : facade).url, seconds);
  return facadeFirst
    ? { facade: first, adapter: second }
    : { facade: second, adapter: first };
}

function describe({ perSecond, p50, p99 }: Load): string {
  return `${perSecond.toFixed(0).padStart(6)}/s  p50 ${p50} ms  p99 ${p99} ms`;
}

async function compare(facade: Side, adapter: Side): Promise<void> {
  await requireSameAnswer(facade, adapter);
  await load(facade.url, warmUpSeconds);
  await load(adapter.url, warmUpSeconds);
  const ratios: number[] = [];
  for (let number = 1; number <= rounds; number++) {
    const measured = await round(facade, adapter, number % 2 === 1);
    const ratio = measured.facade.perSecond / measured.adapter.perSecond;
    ratios.push(ratio);
    const sides = `facade ${describe(measured.facade)}   plugin ${describe(measured.adapter)}`;
    console.log(`round ${number}   ${sides}   ratio ${ratio.toFixed(2)}`);
  }
  report(ratios.toSorted((one, other) => one - other));
}

function report(sorted: number[]): void {
  const [lowest, median, highest] = [0, sorted.length >> 1, -1].map(
    (at) => sorted.at(at) ?? NaN,
  );
  console.log(
    `\nmedian ratio ${median?.toFixed(2)} (${lowest?.toFixed(2)} to ${highest?.toFixed(2)}), target ${target}`,
  );
}

const sides: Side[] = [];
try {
  const facade = await start('facade');
  sides.push(facade);
  const adapter = await start('adapter');
  sides.push(adapter);
  await compare(facade, adapter);
} finally {
  for (const { child } of sides) {
    child.kill();
  }
}
