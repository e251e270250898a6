import { setTimeout as sleep } from 'node:timers/promises';
import { readFile } from 'node:fs/promises';
import { fetchJson, signIn } from '@namecard/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import { useService } from '../testing/start-service.ts';

const read = (path: string) =>
  readFile(new URL(`../../../../${path}`, import.meta.url), 'utf8');

/** All different texts that the pattern's first group matches. */
const allOf = (text: string, pattern: RegExp): string[] => [
  ...new Set([...text.matchAll(pattern)].flatMap(([, match]) => match ?? [])),
];

const namesOf = (text: string) =>
  allOf(text, /\b((?:namecard|nodejs|process|http_request)_[a-z0-9_]+)/g);

const service = useService();

let metrics = '';
beforeAll(async () => {
  await signIn(service(), 'ann@example.com');
  const ask = async () => String((await fetchJson(`${service().origin}/metrics`)).body);
  while (!metrics.includes('namecard_mail_delay_seconds_count 1')) {
    metrics = await ask();
    await sleep(50);
  }
});

const isThere = (name: string) =>
  [name, name.replace(/_(bucket|count|sum)$/, '')].some((one) =>
    metrics.includes(`# TYPE ${one} `),
  );

describe.each([
  'deploy/alerts.yaml',
  'deploy/alerts.test.yaml',
  'deploy/grafana-dashboard.json',
  'docs/run/watching.md',
  'docs/run/runbook.md',
])('%s', (path) => {
  it('names only metrics of a running service', async () => {
    const names = namesOf(await read(path));
    expect(names.length).toBeGreaterThan(2);
    expect(names.filter((name) => !isThere(name))).toEqual([]);
  });

  it.each(['limit', 'event', 'trouble'])(
    'names only existing values of %s',
    async (label) => {
      const text = (await read(path)).replaceAll('\\"', '"');
      const values = allOf(text, new RegExp(`\\b${label}!?=~?"([\\w|]+)"`, 'g')).flatMap(
        (value) => value.split('|'),
      );
      expect(
        values.filter((value) => !metrics.includes(`{${label}="${value}"}`)),
      ).toEqual([]);
    },
  );
});

describe('the metrics of a service in which somebody has signed in', () => {
  it.each([
    /^namecard_call_duration_seconds_bucket\{le="0.3",procedure="auth.verifyCode",outcome="ok"\} \d$/m,
    /^namecard_mail_delay_seconds_bucket\{le="10"\} 1$/m,
    /^namecard_deliveries_total\{outcome="sent",reason=""\} 1$/m,
    /^namecard_events_total\{event="code_asked"\} 1$/m,
    /^namecard_events_total\{event="code_sent"\} 1$/m,
    /^namecard_events_total\{event="code_wrong"\} 0$/m,
    /^namecard_events_total\{event="signed_in"\} 1$/m,
    /^namecard_pool_connections\{pool="calls",state="idle"\} [1-9]$/m,
    /^namecard_statements_total\{statement="select queue_mail [\da-f]{4}"\} 1$/m,
    /^namecard_statement_seconds_total\{statement="other"\} [\d.e-]+$/m,
    /^namecard_outbox_mails 0$/m,
    /^namecard_outbox_oldest_seconds 0$/m,
    /^namecard_job_lag_seconds\{kind="sweep"\} [\d.e-]+$/m,
    /^namecard_build_info\{version="\d+\.\d+\.\d+[^"]*",node="24\.[\d.]+"\} 1$/m,
    /^namecard_ready 1$/m,
    // Counts from the first migration, as no backup was made.
    /^namecard_backup_age_seconds [\d.e-]+$/m,
  ])('have %s', (line) => {
    expect(metrics).toMatch(line);
  });
});

describe('an alert', async () => {
  const [alerts, tests, runbook] = await Promise.all(
    ['deploy/alerts.yaml', 'deploy/alerts.test.yaml', 'docs/run/runbook.md'].map(read),
  );
  const names = allOf(alerts ?? '', /- alert: (\w+)/g);

  it('is one of many', () => {
    expect(names.length).toBeGreaterThan(10);
  });

  it.each(names)(
    '%s fires in a test of the rules, and links to its part of the runbook',
    (name) => {
      expect(tests).toMatch(
        new RegExp(`alertname: ${name}\\n\\s+exp_alerts:\\n\\s+- exp_labels`),
      );
      expect(runbook).toMatch(new RegExp(`^## ${name}$`, 'm'));
      expect(alerts).toContain(`docs/run/runbook.md#${name.toLowerCase()}\n`);
    },
  );
});

it('the runbook explains each job that may be overdue, and no other', async () => {
  const [, text = ''] =
    /^## NamecardJobOverdue$(.+?)^## /ms.exec(await read('docs/run/runbook.md')) ?? [];
  const lines = allOf(text, /^- ((?:`\w+`(?:, )?)+):/gm).join();
  const running = allOf(metrics, /^namecard_job_age_seconds\{kind="(\w+)"\}/gm);
  // These have a lag only while one waits in the table.
  const inTable = ['brake_codes', 'large_act', 'move'];
  expect(allOf(lines, /`(\w+)`/g).toSorted()).toEqual(
    [...running, ...inTable].toSorted(),
  );
});
