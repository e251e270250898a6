import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { startProgram } from '../cluster/programs.ts';
import { freePorts } from '../free-ports.ts';
import { ask } from '../sign-in/fixture/ask.ts';

const documented = new URL('../../../../deploy/alerts.yaml', import.meta.url);

/** Milliseconds until it has to have scraped the service once. */
const longestStart = 30_000;

export type Prometheus = AsyncDisposable & {
  /** What an expression is at present, by the alert that it speaks of, where it does of one. */
  read(expression: string): Promise<{ alert: string; value: number }[]>;
};

const Answer = z.object({
  data: z.object({
    result: z.array(
      z
        .object({
          metric: z.object({ alertname: z.string().default('') }),
          value: z.tuple([z.number(), z.coerce.number()]),
        })
        .transform(({ metric, value: [, value] }) => ({
          alert: metric.alertname,
          value,
        })),
    ),
  }),
});

/** Every time of the rules, made twenty times shorter: a minute becomes three seconds. */
const hasten = (rules: string) =>
  rules.replaceAll(
    /\b(\d+)([mh])\b/g,
    (_, count: string, unit: string) => `${Number(count) * (unit === 'm' ? 3 : 180)}s`,
  );

/** Debian's Prometheus, which has scraped the service and watches it by the documented alerts; `hasty` in twenty times shorter times. */
export async function startPrometheus(
  { origin, token }: { origin: string; token: string },
  hasty: boolean,
): Promise<Prometheus> {
  const directory = await mkdtemp(join(tmpdir(), 'namecard-prometheus-'));
  // It runs as another account, which has to make its data's directory.
  await chmod(directory, 0o777);
  const rules = await readFile(documented, 'utf8');
  await writeFile(join(directory, 'alerts.yaml'), hasty ? hasten(rules) : rules);
  const interval = hasty ? '1s' : '5s';
  const config = {
    global: { scrape_interval: interval, evaluation_interval: interval },
    rule_files: ['alerts.yaml'],
    scrape_configs: [
      {
        job_name: 'namecard',
        authorization: { credentials: token },
        static_configs: [{ targets: [new URL(origin).host] }],
      },
    ],
  };
  // JSON is YAML.
  await writeFile(join(directory, 'prometheus.yml'), JSON.stringify(config));
  const [port = 0] = await freePorts(1);
  const options = [
    '--config.file=prometheus.yml',
    '--storage.tsdb.path=data',
    `--web.listen-address=127.0.0.1:${port}`,
  ];
  const program = startProgram('/usr/bin/prometheus', options, directory);
  const read = async (expression: string) => {
    const query = new URLSearchParams({ query: expression });
    const { text } = await ask(
      `http://127.0.0.1:${port}/api/v1/query?${query.toString()}`,
    );
    return Answer.parse(JSON.parse(text)).data.result;
  };
  const isWatching = async () => (await read('up == 1').catch(() => [])).length > 0;
  for (
    const end = performance.now() + longestStart;
    !(await isWatching());
    await sleep(100)
  ) {
    if (performance.now() > end) throw new Error('Prometheus does not watch the service');
  }
  return {
    read,
    [Symbol.asyncDispose]: async () => {
      await program.kill();
      await rm(directory, { recursive: true, force: true, maxRetries: 9 });
    },
  };
}
