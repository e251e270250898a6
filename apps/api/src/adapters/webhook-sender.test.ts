import { createSocket } from 'node:dgram';
import { Resolver } from 'node:dns/promises';
import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import { type LookupFunction, isIPv6 } from 'node:net';
import { text } from 'node:stream/consumers';
import type { WebhookAnswer } from '@namecard/router';
import { listen } from '@namecard/testing';
import { Webhook } from 'standardwebhooks';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { readEnvironment } from '../settings/environment.ts';
import { dnsLookup, webhookSender } from './webhook-sender.ts';

const secret = (letter: string) =>
  `whsec_${Buffer.from(letter.repeat(32)).toString('base64')}`;

const environmentOf = (settings: Record<string, string>) => readEnvironment(settings);

const production = environmentOf({
  NODE_ENV: 'production',
  DATABASE_URL: 'postgresql://127.0.0.1/none',
  SECRET_KEY: 'for-tests-only-'.repeat(3),
  POSTMARK_SERVER_TOKEN: 'token',
  EMAIL_FROM: 'hello@example.com',
});
const development = environmentOf({});

/** Starts a server on 127.0.0.1 and counts its connections. */
async function startServer(respond: RequestListener) {
  const server = createServer(respond);
  let connections = 0;
  server.on('connection', () => {
    connections += 1;
  });
  const port = await listen(server, 0);
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { port, url: `http://127.0.0.1:${port}/in`, connections: () => connections };
}

const resolvingTo =
  (...addresses: string[]): LookupFunction =>
  (_, options, done) => {
    const found = addresses.map((address) => ({
      address,
      family: isIPv6(address) ? 6 : 4,
    }));
    const [first] = found;
    if (options.all) done(null, found);
    else done(null, first?.address ?? '', first?.family);
  };

/**
 * A DNS record with this address for the name in the question (RFC 1035, 4.1.3).
 */
function recordOf(address: string): Buffer {
  const data = isIPv6(address)
    ? Buffer.from(
        address
          .split(':')
          .map((group) => group.padStart(4, '0'))
          .join(''),
        'hex',
      )
    : Buffer.from(address.split('.').map(Number));
  const head = [
    0xc0,
    0x0c,
    0,
    isIPv6(address) ? 28 : 1,
    0,
    1,
    0,
    0,
    0,
    0,
    0,
    data.length,
  ];
  return Buffer.concat([Buffer.from(head), data]);
}

/**
 * A resolver whose DNS server has these addresses for every name. Without
 * addresses the server never answers.
 */
async function resolverOf(...addresses: string[]): Promise<() => Resolver> {
  const server = createSocket('udp4');
  await new Promise<void>((resolve) => {
    server.bind(0, '127.0.0.1', resolve);
  });
  onTestFinished(() => void server.close());
  server.on('message', (query, { port, address }) => {
    const end = query.indexOf(0, 12) + 5;
    const isForSix = query.readUInt16BE(end - 4) === 28;
    const records = addresses.filter((one) => isIPv6(one) === isForSix).map(recordOf);
    const head = Buffer.from([
      ...query.subarray(0, 2),
      0x81,
      0x80,
      0,
      1,
      0,
      records.length,
      0,
      0,
      0,
      0,
    ]);
    if (addresses.length > 0) {
      server.send(
        Buffer.concat([head, query.subarray(12, end), ...records]),
        port,
        address,
      );
    }
  });
  return () => {
    const resolver = new Resolver({ timeout: 200, maxTimeout: 200, tries: 5 });
    resolver.setServers([`127.0.0.1:${server.address().port}`]);
    return resolver;
  };
}

const message = (url: string) => ({
  url,
  id: 'message-1',
  at: new Date(Date.now() - 60_000).toISOString(),
  body: '{"a":"ö"}',
  secrets: [secret('a')] as const,
});

const forbidden: WebhookAnswer = { failure: 'address_forbidden' };

/** One of each kind. All of them are tested in internet.test.ts. */
const inside = [
  '127.0.0.1',
  '10.0.0.1',
  '169.254.169.254',
  '::1',
  '::ffff:a00:1',
  'fd12:3456::1',
];

describe('in production a webhook', () => {
  let server: Awaited<ReturnType<typeof startServer>>;
  beforeEach(async () => {
    server = await startServer((_, response) => response.end());
  });

  it.each(inside)('is not sent to %s, as an address or by a name', async (address) => {
    const literal = isIPv6(address) ? `[${address}]` : address;
    const sender = webhookSender({ ...production, lookup: resolvingTo(address) });
    const { port } = server;
    expect(await sender.send(message(`https://${literal}:${port}`))).toEqual(forbidden);
    expect(await sender.send(message(`https://hooks.example.com:${port}`))).toEqual(
      forbidden,
    );
    const mixed = webhookSender({
      ...production,
      lookup: resolvingTo('192.0.32.7', address),
    });
    expect(await mixed.send(message(`https://hooks.example.com:${port}`))).toEqual(
      forbidden,
    );
    expect(server.connections()).toBe(0);
  });

  it.each([
    '2130706433',
    '0x7f.1',
    '0177.0.0.1',
    '127.1',
    '127.0.0.1.',
    '１２７.0.0.1',
    'localhost',
  ])('is not sent to %s in any spelling', async (host) => {
    const sender = webhookSender(production);
    expect(await sender.send(message(`https://${host}:${server.port}`))).toEqual(
      forbidden,
    );
    expect(server.connections()).toBe(0);
  });

  it('blocks none of libuv’s threads while its name is looked up', async () => {
    const sending = webhookSender(production).send(
      message('https://hooks.example.invalid'),
    );
    expect(process.getActiveResourcesInfo()).not.toContain('GetAddrInfoReqWrap');
    expect(await sending).toMatchObject({
      failure: expect.stringMatching(/failed|timed/),
    });
  });

  it.each([
    [['10.0.0.1']],
    [['192.0.32.7', '169.254.169.254']],
    [['192.0.32.7', 'fd12:3456:0:0:0:0:0:1']],
    [['2606:4700:0:0:0:0:0:1', '127.0.0.1']],
    [['0:0:0:0:0:ffff:7f00:1']],
  ])('is not sent if DNS has %j for its name', async (addresses) => {
    const lookup = dnsLookup(await resolverOf(...addresses));
    const sender = webhookSender({ ...production, lookup });
    expect(
      await sender.send(message(`https://hooks.example.com:${server.port}`)),
    ).toEqual(forbidden);
    expect(server.connections()).toBe(0);
  });

  it('is sent if DNS64 adds an address to those of its name', async () => {
    const lookup = resolvingTo('192.0.32.7', '64:ff9b::c000:2007');
    const limits = { connect: 50, whole: 100 };
    const sender = webhookSender({ ...production, lookup, limits });
    const answer = await sender.send(message('https://hooks.example.com:9'));
    expect(answer).not.toEqual(forbidden);
  });

  it('is not sent to localhost, whatever DNS says', async () => {
    const lookup = dnsLookup(await resolverOf('192.0.32.7'));
    const sender = webhookSender({ ...production, lookup });
    for (const name of ['localhost', 'LOCALHOST.', 'in.localhost']) {
      expect(await sender.send(message(`https://${name}:${server.port}`))).toEqual(
        forbidden,
      );
    }
  });

  it('fails if the DNS servers of its name do not answer', async () => {
    const lookup = dnsLookup(await resolverOf());
    const sender = webhookSender({ ...production, lookup });
    expect(await sender.send(message('https://hooks.example.com'))).toEqual({
      failure: 'connection_failed',
    });
  });

  it('is not sent by http', async () => {
    const sender = webhookSender({ ...production, lookup: resolvingTo('192.0.32.7') });
    expect(sender.takes('http://hooks.example.com')).toBe(false);
    expect(sender.takes('https://hooks.example.com')).toBe(true);
    expect(await sender.send(message('http://hooks.example.com'))).toEqual(forbidden);
  });
});

describe('outside production a webhook', () => {
  it('is signed with every secret, and the library of Standard Webhooks verifies it', async () => {
    let headers: IncomingHttpHeaders = {};
    let body = '';
    const { url } = await startServer((request, response) => {
      headers = request.headers;
      const take = async () => {
        body = await text(request);
        response.writeHead(202).end('nobody reads this');
      };
      void take();
    });
    const sender = webhookSender(development);
    const secrets = [secret('a'), secret('b')] as const;
    const signed = { ...message(url), secrets };
    expect(await sender.send(signed)).toEqual({ status: 202 });
    const given = z.record(z.string(), z.string()).parse(headers);
    expect(given['webhook-timestamp']).toBe(
      `${Math.floor(Date.parse(signed.at) / 1_000)}`,
    );
    for (const one of secrets) {
      expect(new Webhook(one).verify(body, given)).toEqual({ a: 'ö' });
    }
    expect(() => new Webhook(secret('c')).verify(body, given)).toThrow(
      'No matching signature',
    );
  });

  it.each(inside.filter((address) => !['127.0.0.1', '::1'].includes(address)))(
    'is not sent to %s either',
    async (address) => {
      const sender = webhookSender({ ...development, lookup: resolvingTo(address) });
      const literal = isIPv6(address) ? `[${address}]` : address;
      expect(await sender.send(message(`http://${literal}:9`))).toEqual(forbidden);
      expect(await sender.send(message('http://hooks.example.com:9'))).toEqual(forbidden);
    },
  );

  it('follows no redirect', async () => {
    const target = await startServer((_, response) => response.end());
    const { url } = await startServer((_, response) =>
      response.writeHead(307, { location: target.url }).end(),
    );
    expect(await webhookSender(development).send(message(url))).toEqual({ status: 307 });
    expect(target.connections()).toBe(0);
  });

  it('is sent to the address in DNS', async () => {
    const { port } = await startServer((_, response) => response.writeHead(202).end());
    const lookup = dnsLookup(await resolverOf('127.0.0.1'));
    const sender = webhookSender({ ...development, lookup });
    expect(await sender.send(message(`http://hooks.example.com:${port}`))).toEqual({
      status: 202,
    });
  });

  it.each([
    ['120', 120],
    [new Date(Date.now() + 3_600_000).toUTCString(), expect.closeTo(3_600, -3)],
    ['Sun, 06 Nov 1994 08:49:37 GMT', undefined],
    ['soon', undefined],
    ['-1', undefined],
  ])('returns the receiver’s Retry-After: %s', async (given, retryAfter) => {
    const { url } = await startServer((_, response) =>
      response.writeHead(503, { 'retry-after': given }).end(),
    );
    expect(await webhookSender(development).send(message(url))).toEqual({
      status: 503,
      retryAfter,
    });
  });

  it('fails if nobody listens', async () => {
    const answer = await webhookSender(development).send(message('http://127.0.0.1:9'));
    expect(answer).toEqual({ failure: 'connection_failed' });
  });

  it.each<[string, RequestListener, WebhookAnswer]>([
    ['no answer comes', () => {}, { failure: 'timed_out' }],
    ['an answer never ends', (_, response) => response.write('a'), { status: 200 }],
  ])('ends in time if %s', async (_, respond, answer) => {
    const { url } = await startServer(respond);
    const sender = webhookSender({
      ...development,
      limits: { connect: 1_000, whole: 1_000 },
    });
    expect(await sender.send(message(url))).toEqual(answer);
  });

  it('fails if a name takes too long', async () => {
    const limits = { connect: 100, whole: 10_000 };
    const sender = webhookSender({ ...development, lookup: () => {}, limits });
    expect(await sender.send(message('https://hooks.example.com'))).toEqual({
      failure: 'timed_out',
    });
  });

  it('reads only a little of a long answer', async () => {
    let written = 0;
    const { url } = await startServer((_, response) => {
      const chunk = Buffer.alloc(64 * 1024);
      const more = () => {
        while (!response.destroyed && response.write(chunk)) written += chunk.length;
        if (!response.destroyed) response.once('drain', more);
      };
      response.on('error', () => {});
      more();
    });
    expect(await webhookSender(development).send(message(url))).toEqual({ status: 200 });
    expect(written).toBeLessThan(32 * 1024 * 1024);
  });
});
