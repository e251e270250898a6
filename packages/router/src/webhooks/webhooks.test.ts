import { beforeEach, describe, expect, it } from 'vitest';
import type { WebhookMessage } from '../context.ts';
import { endingsOf, outcome, wrongFields } from '../testing/outcome.ts';
import { admin, codedCalls, type Person } from '../testing/people.ts';
import { dump } from '../testing/rows.ts';
import { useService } from '../testing/use-service.ts';

const sent: WebhookMessage[] = [];
const service = useService({
  webhooks: {
    takes: (url) => url.startsWith('https:'),
    send: async (message) => {
      sent.push(message);
      return { status: 410 };
    },
  },
});
const input = {
  url: 'https://hooks.example.com/in?key=1',
  kinds: ['user.erased'],
} as const;

let ann: Person;
beforeEach(async () => {
  ann = await admin(service());
  for (const { id } of (await ann.api.webhooks.list()).data.webhooks) {
    await ann.api.webhooks.remove({ id });
  }
});

const create = async ({ api }: Person) =>
  api.webhooks.create({ ...input, kinds: [...input.kinds] });

/** How calls ended, each way once. */
const outcomes = async (calls: Promise<unknown>[]) => [
  ...new Set(await Promise.all(calls.map(outcome))),
];

const madeId = async () => (await create(ann)).data.webhook.id;

describe('making a webhook', () => {
  it('shows its secret once, and stores it sealed', async () => {
    const { webhook, secret } = (await create(ann)).data;
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(webhook).toMatchObject({
      ...input,
      state: 'on',
      failingSince: null,
      failed: 0,
    });
    expect((await ann.api.webhooks.list()).data.webhooks).toEqual([webhook]);
    expect(await dump(service())).not.toContain(secret.slice('whsec_'.length));
  });

  it.each([
    'http://hooks.example.com',
    'https://ann:secret@hooks.example.com',
    'https://hooks.example.com/#part',
    'ftp://hooks.example.com',
    'hooks.example.com',
    'https://',
    'https://hooks.example.com/\u200b',
  ])('refuses the address %s', async (url) => {
    expect(
      await wrongFields(ann.api.webhooks.create({ url, kinds: ['user.created'] })),
    ).toEqual(['url']);
  });

  it('refuses one without kinds of changes', async () => {
    const call = ann.api.webhooks.create({ url: input.url, kinds: [] });
    expect(await wrongFields(call)).toEqual(['kinds']);
  });

  it('creates at most 20 of 30 concurrent ones', async () => {
    const coded = await codedCalls(service(), ann, 30, ({ webhooks }, code) =>
      webhooks.create({ ...input, kinds: [...input.kinds], code }),
    );
    const results = await Promise.allSettled(coded.map((call) => call()));
    expect(endingsOf(results)).toEqual({ done: 20, 'FORBIDDEN WEBHOOK_LIMIT': 10 });
  });
});

describe('a webhook', () => {
  it('is changed, tested and ended by admins, recorded without possible secrets', async () => {
    const id = await madeId();
    const url = 'https://other.example.com/in?key=2';
    const kinds = ['profile.created', 'user.erased', 'user.erased'] as const;
    const changed = await ann.api.webhooks.update({ id, url, kinds: [...kinds] });
    expect(changed.data.webhook).toMatchObject({
      url,
      kinds: ['user.erased', 'profile.created'],
    });
    await ann.api.webhooks.switch({ id, isOn: false });
    await ann.api.webhooks.replaceSecret({ id });
    const tested = await ann.api.webhooks.test({ id });
    expect(tested.data).toEqual({ isAccepted: false, outcome: '410' });
    expect(sent.at(-1)).toMatchObject({
      url,
      secrets: [expect.any(String), expect.any(String)],
    });
    expect(JSON.parse(sent.at(-1)?.body ?? '')).toMatchObject({
      type: 'webhook.test',
      data: {},
    });
    await ann.api.webhooks.remove({ id });
    const { events } = (await ann.api.audit.list({ limit: 6 })).data;
    expect(events.map(({ type }) => type)).toEqual([
      'webhook.ended',
      'webhook.tested',
      'webhook.changed',
      'webhook.changed',
      'webhook.changed',
      'webhook.created',
    ]);
    expect(events[0]).toMatchObject({
      actor: { id: ann.id },
      after: { webhook: 'other.example.com' },
    });
    expect(JSON.stringify(events)).not.toMatch(/key=|whsec_/);
  });

  it('with an unknown id is not found', async () => {
    const id = '00000000-0000-7000-8000-000000000000';
    const { webhooks } = ann.api;
    const calls = [
      webhooks.update({ id, url: input.url, kinds: ['user.created'] }),
      webhooks.replaceSecret({ id }),
      webhooks.switch({ id, isOn: true }),
      webhooks.test({ id }),
      webhooks.resend({ id }),
      webhooks.remove({ id }),
    ];
    expect(await outcomes(calls)).toEqual(['NOT_FOUND WEBHOOK_NOT_FOUND']);
  });
});
