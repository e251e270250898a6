import { setTimeout as sleep } from 'node:timers/promises';
import {
  beat,
  forgetForeignMarks,
  type LogPosition,
  type Orm,
  readReplay,
} from '@namecard/db';
import { type Deps, type Replica, sharedManager, startRecurring } from '@namecard/router';
import type { Logger } from 'pino';

/** Milliseconds between two looks at a replica, and after which one that is not answered counts as failed. */
const look = { interval: 100, timeout: 1_000 };

/** Milliseconds between two commits by which replicas show how far they lag behind, if nobody else commits anything. */
const beatInterval = 1_000;

/** Seconds that a replica may lag behind, by the primary's clock. */
const mostLag = 5;

/** What a look at a replica found: how far it has replayed, and when the last it replayed was committed, by the primary's clock. */
type Sight = { position: LogPosition; committedAt: number };

/** A replica as it was seen last: read, or left out with a reason. The log has a line when it begins to be left out, and when it ends. */
export function createReplica(
  reader: Deps['reader'],
  primaryNow: () => number,
  logger: Pick<Logger, 'info' | 'warn'>,
) {
  let replayed: LogPosition | undefined;
  let isOut = false;
  const leaveOut = (reason: string): void => {
    replayed = undefined;
    if (!isOut) {
      logger.warn(
        { reason, event: 'replica_left_out' },
        'A replica is left out: the primary is read in its place',
      );
    }
    isOut = true;
  };
  const failed = (error: unknown): void =>
    leaveOut(error instanceof Error ? error.message : String(error));
  return {
    failed,
    saw: (sight: Sight | undefined): void => {
      if (!sight) {
        leaveOut('It is no standby');
      } else if (primaryNow() - sight.committedAt > mostLag) {
        leaveOut(`It lags more than ${mostLag} seconds behind`);
      } else {
        if (isOut) {
          logger.info({ event: 'replica_read_again' }, 'A replica is read again');
        }
        isOut = false;
        replayed = sight.position;
      }
    },
    /** The replica where it has replayed the log up to the position; undefined where it has not, or is left out. */
    at: (position: LogPosition): Replica | undefined =>
      replayed === undefined || replayed < position
        ? undefined
        : { reader, replayed, failed },
  };
}

/** Of the replicas that can be read each has its turn. */
export function takingTurns(
  replicas: readonly Pick<ReturnType<typeof createReplica>, 'at'>[],
) {
  let turn = 0;
  return (position: LogPosition): Replica | undefined => {
    turn += 1;
    const able = replicas.flatMap((replica) => replica.at(position) ?? []);
    return able[turn % able.length];
  };
}

const answerOf = async <Answer>(answer: Promise<Answer>): Promise<Answer> =>
  Promise.race([
    answer,
    sleep(look.timeout, undefined, { ref: false }).then(() => {
      throw new Error('It does not answer');
    }),
  ]);

/** The primary's clock, in seconds, read with each commit that is made for replicas to replay. */
async function followClock(
  primary: Orm,
  onUnexpected: (error: unknown, where: string) => void,
) {
  let offset = 0;
  const local = () => performance.now() / 1_000;
  const read = async () => {
    const [row] = await beat(primary.em);
    offset = row ? row.now - local() : offset;
  };
  await read();
  const options = { name: 'beat of the primary', interval: beatInterval, onUnexpected };
  return { now: () => offset + local(), beating: startRecurring(read, options) };
}

export type Replicas = NonNullable<Deps['replicas']> & {
  /** How many are read at present. */
  count(): number;
  stop(): Promise<void>;
};

/**
 * Looks at each replica ten times a second, over a connection of its own, so that a look waits for no other statement.
 * @param open gives connections to an address, so many at most
 * @param connections for calls, to each replica
 */
export async function openReplicas(
  urls: readonly string[],
  open: (url: string, poolSize: number) => Promise<Orm>,
  {
    primary,
    connections,
    logger,
    onUnexpected,
  }: {
    primary: Orm;
    connections: number;
    logger: Logger;
    onUnexpected: (error: unknown, where: string) => void;
  },
): Promise<Replicas> {
  await forgetForeignMarks(primary.em);
  const clock = await followClock(primary, onUnexpected);
  const seen = urls.map(async (url, index) => {
    const [calls, looks] = [await open(url, connections), await open(url, 1)];
    const named = logger.child({ replica: index + 1 });
    const replica = createReplica(sharedManager(calls), clock.now, named);
    const watch = async () => {
      try {
        const [sight] = await answerOf(readReplay(looks.em));
        replica.saw(sight);
      } catch (error) {
        replica.failed(error);
      }
    };
    const { interval } = look;
    const watching = startRecurring(watch, {
      name: 'look at a replica',
      interval,
      onUnexpected,
    });
    return { ...replica, watching };
  });
  const replicas = await Promise.all(seen);
  return {
    find: takingTurns(replicas),
    count: () => replicas.filter((replica) => replica.at(0)).length,
    stop: async () => {
      await Promise.all(
        [clock.beating, ...replicas.map(({ watching }) => watching)].map((worker) =>
          worker.stop(),
        ),
      );
    },
  };
}
