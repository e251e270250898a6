import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { ask, startLibrary, type Library } from './testing.ts';

const upload =
  'PATCH /v1/books/1 HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n';

/** A route whose answer waits for the test. */
function slowRoute() {
  const { promise: asked, resolve: begin } = Promise.withResolvers<void>();
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const extend = (app: Library['app']) => {
    app.get('/slow', async () => {
      begin();
      await released;
      return 'done';
    });
  };
  return { asked, release, extend };
}

describe('close', () => {
  it('ends with a half-sent upload in flight', async () => {
    const library = await startLibrary({ closeGrace: 50 });
    const socket = connect(library.port, '127.0.0.1');
    const { promise: sent, resolve } = Promise.withResolvers<void>();
    socket.write(`${upload}content-length: 100\r\n\r\n{`, () => resolve());
    socket.on('error', () => socket.destroy());
    await sent;
    await ask(library, 'GET /v1/books');
    await library.app.close();
    expect(library.app.server.listening).toBe(false);
    expect(library.unexpected).toEqual([]);
  });

  it('ends each connection with its answer, so that no client delays it', async () => {
    const { asked, release, extend } = slowRoute();
    const library = await startLibrary({ closeGrace: 10_000, extend });
    const socket = connect(library.port, '127.0.0.1');
    const read = text(socket);
    socket.write('GET /slow HTTP/1.1\r\nhost: x\r\n\r\n');
    await asked;
    const closed = library.app.close();
    await expect.poll(() => library.app.server.listening).toBe(false);
    release();
    expect(await read).toMatch(/^HTTP\/1\.1 200 [^]*connection: close[^]*done$/);
    await closed;
  });

  it.each(['', 'GET /v1/books HTTP/1.1\r\n'])(
    'answers a request on an older connection, after %j',
    async (begun) => {
      const { asked, release, extend } = slowRoute();
      const library = await startLibrary({ closeGrace: 10_000, extend });
      const socket = connect(library.port, '127.0.0.1');
      const read = text(socket);
      await once(socket, 'connect');
      socket.write(begun);
      const other = ask(library, 'GET /slow');
      await asked;
      const closed = library.app.close();
      await expect.poll(() => library.app.server.listening).toBe(false);
      socket.write('GET /v1/books HTTP/1.1\r\nhost: x\r\n\r\n'.slice(begun.length));
      expect(await read).toMatch(/^HTTP\/1\.1 200 [^]*connection: close/);
      release();
      await other;
      await closed;
    },
  );
});

it('ends connections with their answers before it closes, if it is told to', async () => {
  await using library = await startLibrary();
  const leave = async () =>
    (await fetch(`${library.origin}/v1/books`)).headers.get('connection');
  const before = await leave();
  library.app.takesLeave = true;
  expect([before, await leave()]).toEqual(['keep-alive', 'close']);
});
