import { answerErrors } from '@namecard/rest';
import { answerError, answerReason, overloaded, type Asker } from '@namecard/router';
import { fastify } from 'fastify';
import { expect, it } from 'vitest';
import { giveTurns } from './documents.ts';
import type { Admission } from './admission.ts';

let asked: Asker[];
let running: number;

/**
 * A server with a document, a form, a call and a probe. `admit` grants the turns.
 */
async function startServer(admit: Admission['admit']) {
  asked = [];
  running = 0;
  const app = fastify();
  answerErrors(app, {
    errors: answerReason,
    answer: answerError,
  });
  app.decorateRequest('clientAddress', undefined);
  giveTurns(app, { admit });
  const atWork = () => `${running} at work`;
  app.get('/document', atWork);
  app.post('/form', atWork);
  app.get('/call', { config: { runsCalls: true } }, atWork);
  app.get('/readyz', atWork);
  return app;
}

const admitAll: Admission['admit'] = async (asker, work) => {
  asked.push(asker);
  running += 1;
  try {
    return await work();
  } finally {
    running -= 1;
  }
};

it.each([
  ['a document', 'GET', '/document', /^1 at work$/],
  ['the head of a document', 'HEAD', '/document', /^$/],
  ['a form', 'POST', '/form', /^1 at work$/],
  ['an unknown path', 'GET', '/nothing', /PATH_NOT_FOUND/],
] as const)('%s has a turn until its answer is ready', async (_, method, url, body) => {
  const app = await startServer(admitAll);
  const answer = await app.inject({ method, url });
  expect(answer.body).toMatch(body);
  expect(asked).toEqual([{ ip: '127.0.0.1', pool: 'document' }]);
  expect(running).toBe(0);
});

it.each(['/call', '/readyz'])('%s has no turn', async (url) => {
  const app = await startServer(admitAll);
  expect((await app.inject(url)).body).toBe('0 at work');
  expect(asked).toEqual([]);
});

it('if a turn is refused, nothing is done', async () => {
  const app = await startServer(() => Promise.reject(overloaded(7)));
  for (const url of ['/document', '/nothing']) {
    const { statusCode, headers } = await app.inject(url);
    expect([statusCode, headers['retry-after']]).toEqual([503, '7']);
  }
});
