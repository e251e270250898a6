import { createServer } from 'node:http';
import { listen } from '@namecard/testing';
import { expect, it } from 'vitest';
import { readWhole } from '../committed.ts';
import { readDocument } from '../document.ts';
import { askRest, askTrpc, callOf } from './calls.ts';
import { procedures } from './procedures.ts';

it('a call is sent again while a service is too busy to run it, over REST and tRPC', async () => {
  const document = readDocument(await readWhole());
  const operation = document.operations.find(({ operationId: id }) => id === 'getMe');
  const procedure = procedures.find(({ operationId: id }) => id === 'getMe');
  const call = operation && procedure && callOf(document, operation, procedure, {});
  if (!call) throw new Error('The document has no getMe');
  const statuses = [503, 503, 200, 503, 204];
  const server = createServer((_request, response) => {
    response.writeHead(statuses.shift() ?? 500, { 'retry-after': '0' }).end();
  });
  const origin = `http://127.0.0.1:${await listen(server, 0)}`;
  try {
    expect((await askRest(origin, call, {})).status).toBe(200);
    expect((await askTrpc(origin, call, {})).status).toBe(204);
  } finally {
    server.close();
  }
});
