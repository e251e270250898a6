import { monitorEventLoopDelay } from 'node:perf_hooks';
import { HttpError } from '@namecard/rest';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Admission } from './admission.ts';
import { clientAddress } from '../http/call.ts';
import type { Health } from '../watch/health.ts';
import { inTurns } from '../http/in-turns.ts';
import type { MemoryGuard } from './memory.ts';
import type { Shed } from './shedding.ts';

/** Milliseconds by which the process may lag behind. */
export const longestLag = 1_000;

/** Milliseconds between two measurements. */
const interval = 1_000;

/** Milliseconds between the timers by which the lag is measured. */
const resolution = 10;

/** Paths that tell how the process fares. */
const alwaysAnswered = new Set(['/healthz', '/readyz', '/metrics']);

type Options = {
  /** Milliseconds by which the process may lag behind. */
  lag: number;
  memory: MemoryGuard;
  /** Told of each measurement: balancers are to send nothing more to a process without memory. */
  health: Pick<Health, 'noteMemory'>;
  shed: Shed;
};

/**
 * Answers 503 while the process can't keep up or has no memory to spare: a client that
 * waits for nothing costs both sides more. Measures once it listens: a start holds itself
 * up.
 */
export function refuseOverload(
  app: FastifyInstance,
  { lag, memory, health, shed }: Options,
): void {
  const delay = monitorEventLoopDelay({ resolution });
  let exceeded: 'capacity' | 'memory' | undefined;
  const measure = () => {
    const isLate = delay.mean / 1_000_000 - resolution > lag;
    delay.reset();
    memory.look();
    health.noteMemory(memory.isExceeded());
    exceeded = undefined;
    if (isLate) {
      exceeded = 'capacity';
    }
    if (memory.isExceeded()) {
      exceeded = 'memory';
    }
  };
  let timer: NodeJS.Timeout | undefined;
  app.addHook('onListen', (done) => {
    delay.enable();
    timer = setInterval(measure, interval).unref();
    done();
  });
  app.addHook('onRequest', ({ routeOptions: { url = '' } }, _reply, done) => {
    if (exceeded === undefined || alwaysAnswered.has(url)) {
      done();
      return;
    }
    done(new HttpError('UNAVAILABLE', { 'retry-after': String(shed(exceeded)) }));
  });
  app.addHook('onClose', async () => {
    clearInterval(timer);
    delay.disable();
  });
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether a route runs calls, which wait for their turn themselves. */
    runsCalls?: boolean;
  }
  interface FastifyRequest {
    /** Ends the turn of a document; undefined for calls. */
    endTurn: (() => void) | undefined;
  }
}

/**
 * Lets everything that is not a call wait for its turn, too: documents, pages, files, and
 * paths that are not there. The turn ends when the answer is ready to be sent, so that a
 * client that reads slowly takes nobody's place.
 */
export function admitDocuments(
  app: FastifyInstance,
  { admit }: Pick<Admission, 'admit'>,
): void {
  const soon = inTurns();
  /** Nothing is read of the body: the answer comes before. */
  const isEarly = ({ method, is404, routeOptions: { config } }: FastifyRequest) =>
    method === 'GET' || method === 'HEAD' || is404 || config?.answersEarly === true;
  const wait =
    (concerns: (request: FastifyRequest) => boolean) =>
    (request: FastifyRequest, _reply: FastifyReply, proceed: (error?: Error) => void) => {
      const { config, url = '' } = request.routeOptions;
      if (!concerns(request) || config?.runsCalls || alwaysAnswered.has(url)) {
        proceed();
        return;
      }
      const answering = () => {
        const { promise, resolve } = Promise.withResolvers<void>();
        request.endTurn = resolve;
        soon(proceed);
        return promise;
      };
      admit({ ip: clientAddress(request), pool: 'document' }, answering).catch(proceed);
    };
  app.decorateRequest('endTurn', undefined);
  app.addHook('onRequest', wait(isEarly));
  // Others wait once their bodies are there: a slow one would hold its place meanwhile.
  app.addHook(
    'preHandler',
    wait((request) => !isEarly(request)),
  );
  app.addHook('onSend', (request, _reply, payload, done) => {
    request.endTurn?.();
    done(null, payload);
  });
  app.addHook('onResponse', (request, _reply, done) => {
    request.endTurn?.();
    done();
  });
}
