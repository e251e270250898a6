import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useWho } from '../who.ts';
import { subjectName, type Event } from './vocabulary.ts';

const look =
  'rounded-sm font-medium wrap-anywhere text-ink underline decoration-line-strong underline-offset-3 hover:decoration-current';

function Actor({ actor }: Pick<Event, 'actor'>) {
  const who = useWho();
  if (!actor) {
    return <span className="text-muted">An erased account</span>;
  }
  if (actor.id === who.id) {
    return <span className="font-medium text-ink">You</span>;
  }
  return who.role === 'admin' ? (
    <Link to="/users/$id" params={{ id: actor.id }} className={look}>
      {actor.email}
    </Link>
  ) : (
    <span className="font-medium wrap-anywhere text-ink">{actor.email}</span>
  );
}

function Subject({ event }: { event: Event }) {
  const { subject } = event;
  const name = subjectName(event);
  if (subject.kind === 'profile') {
    return (
      <Link to="/profiles/$username" params={{ username: subject.username }} className={look}>
        {name}
      </Link>
    );
  }
  return subject.id === null ? (
    <span className="text-muted">{name}</span>
  ) : (
    <Link to="/users/$id" params={{ id: subject.id }} className={look}>
      {name}
    </Link>
  );
}

/** What was done to whom, with the place of the name in it. */
function predicate(event: Event, subject: ReactNode): ReactNode {
  switch (event.action) {
    case 'profile.hidden':
      return <>hid {subject}</>;
    case 'profile.restored':
      return <>restored {subject}</>;
    case 'user.suspended':
      return <>suspended {subject}</>;
    case 'user.unsuspended':
      return <>ended the suspension of {subject}</>;
    case 'user.role_changed':
      return <>changed the role of {subject}</>;
    case 'session.revoked':
      return <>ended a session of {subject}</>;
    case 'address.cleared':
      return <>let mail reach {subject} again</>;
  }
}

/** Who did what to whom, as a sentence. */
export function Sentence({ event }: { event: Event }) {
  return (
    <p className="text-sm text-pretty text-soft">
      <Actor actor={event.actor} /> {predicate(event, <Subject event={event} />)}
    </p>
  );
}
