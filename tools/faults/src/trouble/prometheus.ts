import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { ask } from '../harness/ask.ts';
import { freePorts } from '../harness/free-ports.ts';
import {
  postgresAccount,
  startProgram,
  temporaryDirectory,
} from '../harness/programs.ts';
import { soon } from '../harness/soon.ts';

const documented = new URL('../../../../deploy/alerts.yaml', import.meta.url);

export type Prometheus = AsyncDisposable & {
  /** The values of an expression, with their alerts. */
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

/** Makes all times of the rules twenty times shorter. */
const hasten = (rules: string) =>
  rules.replaceAll(
    /\b(\d+)([mh])\b/g,
    (_, count: string, unit: string) => `${Number(count) * (unit === 'm' ? 3 : 180)}s`,
  );

/**
 * Debian's Prometheus with the documented alerts.
 * @param hasty whether all times are twenty times shorter
 */
export async function startPrometheus(
  { origin, token }: { origin: string; token: string },
  hasty: boolean,
): Promise<Prometheus> {
  await using started = new AsyncDisposableStack();
  const { path: directory } = started.use(await temporaryDirectory('prometheus'));
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
  // JSON is valid YAML.
  await writeFile(join(directory, 'prometheus.yml'), JSON.stringify(config));
  const [port = 0] = await freePorts(1);
  const options = [
    '--config.file=prometheus.yml',
    '--storage.tsdb.path=data',
    `--web.listen-address=127.0.0.1:${port}`,
  ];
  const start = { directory, account: postgresAccount() };
  const program = startProgram('/usr/bin/prometheus', options, start);
  started.defer(() => program.kill());
  const read = async (expression: string) => {
    const query = new URLSearchParams({ query: expression });
    const { text } = await ask(
      `http://127.0.0.1:${port}/api/v1/query?${query.toString()}`,
    );
    return Answer.parse(JSON.parse(text)).data.result;
  };
  const isWatching = async () =>
    (await read('up == 1').catch(() => [])).length > 0 ? true : undefined;
  await soon(isWatching, 'Prometheus does not watch the service');
  const running = started.move();
  return { read, [Symbol.asyncDispose]: () => running.disposeAsync() };
}
