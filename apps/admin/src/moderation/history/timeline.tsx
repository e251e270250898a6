import { useInfiniteQuery } from '@tanstack/react-query';
import type { inferInput } from '@trpc/tanstack-react-query';
import type { ReactNode } from 'react';
import { Button } from '../../components/button.tsx';
import { When } from '../../components/date-time.tsx';
import { Section } from '../../components/section.tsx';
import { Stale } from '../../frame/states.tsx';
import { byCursor, trpc } from '../../trpc.ts';
import { reasonName } from '../reasons.ts';
import { EventUndo } from './event-undo.tsx';
import { Actor, Sentence, Subject } from './sentence.tsx';
import { keyNameOf, wordingOf, type AuditEvent } from './vocabulary.ts';

export type EventQuery = Omit<inferInput<typeof trpc.audit.list>, 'cursor' | 'limit'>;

function Note({ name, text }: { name: string; text: string | null }) {
  return (
    text !== null && (
      <p className="text-muted">
        {name}:{' '}
        <bdi lang="" className="wrap-anywhere whitespace-pre-wrap text-soft">
          {text}
        </bdi>
      </p>
    )
  );
}

function TimelineEvent({ event, isAlone }: { event: AuditEvent; isAlone: boolean }) {
  const { at, reason, note, privateNote, undoneBy } = event;
  return (
    <li className="flex items-baseline gap-3 py-1">
      <div className="min-w-0 flex-1">
        <p className={undoneBy === null ? 'text-soft' : 'text-muted'}>
          <Sentence event={event} isAlone={isAlone} />
          {reason !== null && `: ${reasonName(reason)}`}
          {undoneBy !== null && ' · Undone'}{' '}
          <span className="text-xs text-muted">
            · <When at={at} />
          </span>
        </p>
        <Note name="To the owner" text={note} />
        <Note name="Private" text={privateNote} />
      </div>
      <EventUndo event={event} />
    </li>
  );
}

/** Whether two events differ only in their subject. */
const areAlike = (one: AuditEvent, other: AuditEvent): boolean =>
  one.type === other.type &&
  keyNameOf(one) === undefined &&
  one.reason === other.reason &&
  one.actor?.id === other.actor?.id &&
  one.actorKey === other.actorKey &&
  (one.undoneBy === null) === (other.undoneBy === null);

/**
 * Whether nothing is left of an event: it was undone, or it is that undo. An undo of an
 * undo leaves something.
 */
function isOver({ undoneBy, undoes }: AuditEvent, all: readonly AuditEvent[]): boolean {
  const undone = all.find(({ id }) => id === undoes);
  return undoneBy !== null || undone?.undoes === null;
}

/** Groups events that follow each other: similar ones, or those that are over. */
function runsOf(events: readonly AuditEvent[]): [AuditEvent, ...AuditEvent[]][] {
  const runs: [AuditEvent, ...AuditEvent[]][] = [];
  for (const event of events) {
    const run = runs.at(-1);
    const [first] = run ?? [];
    const areOver = first && isOver(first, events) && isOver(event, events);
    if (run && first && (areOver || areAlike(first, event))) run.push(event);
    else runs.push([event]);
  }
  return runs;
}

/** "hidden and restored again" */
function inWords(events: readonly AuditEvent[]): string {
  const words = new Set(
    events.toReversed().map(({ type }) => wordingOf(type).participle),
  );
  const text = [...words].join(' and ');
  return words.size === 1 ? `${text}, and back` : text.replace(/( again)?$/, ' again');
}

/** Several events in one line that unfolds. What takes them back stays beside it. */
function Run({ events }: { events: [AuditEvent, ...AuditEvent[]] }) {
  const [first] = events;
  const { reason, undoneBy, subject, type } = first;
  const isOfOne = events.every((event) => areAlike(first, event));
  return (
    <li className="flex items-baseline gap-3 py-1">
      <details className="min-w-0 flex-1">
        <summary className="rounded-md text-soft">
          {isOfOne ? (
            <>
              <Actor event={first} /> {wordingOf(type).verb} {events.length}{' '}
              {subject.kind}s{wordingOf(type).afterSubject}
              {reason !== null && `: ${reasonName(reason)}`}
              {undoneBy !== null && ' · Undone'}
            </>
          ) : (
            <span className="inline-block text-muted first-letter:uppercase">
              {inWords(events)}
            </span>
          )}{' '}
          <span className="text-xs text-muted">
            · <When at={first.at} />
          </span>
        </summary>
        <ol className="pl-4">
          {events.map((event) => (
            <TimelineEvent key={event.id} event={event} isAlone={false} />
          ))}
        </ol>
      </details>
      {!isOfOne && <EventUndo event={first} />}
    </li>
  );
}

const eventsAtOnce = 30;

function useEvents(query: EventQuery) {
  const list = useInfiniteQuery(
    trpc.audit.list.infiniteQueryOptions({ ...query, limit: eventsAtOnce }, byCursor),
  );
  return { list, events: list.data?.pages.flatMap(({ data }) => data.events) ?? [] };
}

type EventsProps = {
  title: string;
  list: ReturnType<typeof useEvents>['list'];
  children: ReactNode;
};

/** Shows nothing without events. An error leaves those that are there. */
const Events = ({ title, list, children }: EventsProps) => (
  <>
    <Stale query={list} />
    {list.data?.pages[0]?.data.events.length ? (
      <Section isRuled title={title}>
        <ol aria-label="Events, newest first">{children}</ol>
        {list.hasNextPage && (
          <Button
            busy={list.isFetchingNextPage}
            onClick={() => void list.fetchNextPage()}
            className="mt-2"
          >
            Show more
          </Button>
        )}
      </Section>
    ) : null}
  </>
);

export function Timeline({ query }: { query: EventQuery }) {
  const { list, events } = useEvents(query);
  return (
    <Events title="History" list={list}>
      {runsOf(events).map((run) =>
        run.length === 1 ? (
          <TimelineEvent
            key={run[0].id}
            event={run[0]}
            isAlone={query.profileId !== undefined}
          />
        ) : (
          <Run key={run[0].id} events={run} />
        ),
      )}
    </Events>
  );
}

export function ActionEvents({ action }: { action: string }) {
  const { list, events } = useEvents({ action });
  return (
    <Events title="What it was done to" list={list}>
      {events.map((event) => (
        <li key={event.id} className="flex items-center gap-3 py-1">
          <p className="min-w-0 flex-1">
            <Subject event={event} />
            {event.undoneBy !== null && <span className="text-muted"> · Undone</span>}
          </p>
          <EventUndo event={event} />
        </li>
      ))}
    </Events>
  );
}
