import { Link } from '@tanstack/react-router';
import { counted } from '../../components/count.ts';
import { linkStyle } from '../../components/styles.ts';
import { useWho } from '../../who.ts';
import {
  actorName,
  keyNameOf,
  subjectName,
  wordingOf,
  type AuditEvent,
} from './vocabulary.ts';

const look = `${linkStyle} font-medium`;

export function Actor({ event }: { event: AuditEvent }) {
  const { actor } = event;
  const who = useWho();
  if (!actor) {
    return <span className="text-muted">{actorName(event)}</span>;
  }
  if (actor.id === who.id) {
    return <span className="font-medium text-ink">You</span>;
  }
  return who.role === 'admin' ? (
    <Link translate="no" to="/users/$id" params={{ id: actor.id }} className={look}>
      {actor.email}
    </Link>
  ) : (
    <span translate="no" className="font-medium wrap-anywhere text-ink">
      {actor.email}
    </span>
  );
}

export function Subject({ event }: { event: AuditEvent }) {
  const { subject } = event;
  const keyName = keyNameOf(event);
  if (keyName !== undefined) {
    return <span className="font-medium wrap-anywhere text-ink">{keyName}</span>;
  }
  const name = subjectName(event);
  if (subject.kind === 'profile' && subject.username !== '') {
    return (
      <Link
        to="/profiles/$username"
        params={{ username: subject.username }}
        className={look}
      >
        {name}
      </Link>
    );
  }
  return subject.kind === 'profile' || subject.id === null ? (
    <span className="text-muted">{name}</span>
  ) : (
    <Link to="/users/$id" params={{ id: subject.id }} className={look}>
      {name}
    </Link>
  );
}

function Others({ action, actionEvents }: Pick<AuditEvent, 'action' | 'actionEvents'>) {
  return (
    <>
      , with{' '}
      <Link to="/history" search={{ action }} className={look}>
        {counted(actionEvents - 1, 'other')}
      </Link>
    </>
  );
}

/**
 * @param isAlone whether it is shown beside its subject, which then needs no name
 */
export function Sentence({ event, isAlone }: { event: AuditEvent; isAlone: boolean }) {
  const { verb, afterSubject } = wordingOf(event.type);
  return (
    <>
      <Actor event={event} /> {verb} {isAlone ? 'it' : <Subject event={event} />}
      {afterSubject}
      {event.actionEvents > 1 && <Others {...event} />}
    </>
  );
}
