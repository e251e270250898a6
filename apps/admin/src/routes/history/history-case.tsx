import { Link } from '@tanstack/react-router';
import { Button, buttonStyle } from '../../components/button.tsx';
import { Kbd } from '../../components/kbd.tsx';
import { Fact, TimeFact } from '../../components/section.tsx';
import { CaseView } from '../../frame/page.tsx';
import { useIsLookedAt } from '../../frame/use-is-looked-at.ts';
import { LeftOut } from '../../moderation/acts/left-out.tsx';
import { undoAction } from '../../moderation/actions.ts';
import { deviceName } from '../../moderation/device.ts';
import { changesOf } from '../../moderation/history/changes.ts';
import { ActionEvents } from '../../moderation/history/timeline.tsx';
import {
  actorName,
  canRedo,
  isOfCalls,
  wordingOf,
  type AuditAction,
} from '../../moderation/history/vocabulary.ts';
import { reasonName } from '../../moderation/reasons.ts';
import { sentenceOf, subjectsOf } from './history-list.ts';

export const undo = (action: AuditAction): Promise<void> =>
  undoAction({
    id: action.id,
    title: `${subjectsOf(action)} ${wordingOf(action.first.type).participle}`,
    canRedo: canRedo(action.first.type),
  });

export function HistoryCase({ action }: { action: AuditAction }) {
  const { id, first, events, undoable } = action;
  const { actor, at, reason, undoes, note, privateNote, from } = first;
  // Emptied after 90 days.
  const origin = [from.ip, deviceName(from)].filter(Boolean).join(', ');
  const isLooked = useIsLookedAt(id);
  const [change] = changesOf(first);
  const isReasoned = undoes === null;
  const notes = [
    ['To the owner', note],
    ['Private', privateNote],
  ] as const;
  const isCalls = isOfCalls(first.type);
  return (
    <CaseView
      name={sentenceOf(action)}
      title={`${actorName(first)} ${sentenceOf(action)}`}
      bar={
        <>
          {undoable > 0 && (
            <Button onClick={() => void undo(action)}>
              <span className="sr-only">Undo: {sentenceOf(action)}</span>
              <span aria-hidden className="contents">
                {undoable === events || isCalls
                  ? 'Undo'
                  : `Undo ${undoable} of ${events}`}{' '}
                <Kbd keys="u" />
              </span>
            </Button>
          )}
          {actor?.email && (
            <Link to="/history" search={{ who: actor.email }} className={buttonStyle()}>
              Their actions
            </Link>
          )}
        </>
      }
    >
      <dl className="mt-4">
        <TimeFact name="When" at={at} />
        {isReasoned && reason !== null && <Fact name="Reason">{reasonName(reason)}</Fact>}
        {events === 1 && change && (
          <Fact name={change.name}>
            {change.from} → {change.to}
          </Fact>
        )}
        {isReasoned &&
          notes.map(
            ([name, text]) =>
              text !== null && (
                <Fact key={name} name={name}>
                  <bdi lang="" className="whitespace-pre-wrap">
                    {text}
                  </bdi>
                </Fact>
              ),
          )}
        {origin !== '' && <Fact name="From">{origin}</Fact>}
      </dl>
      {events > 1 && !isCalls && isLooked && <ActionEvents key={id} action={id} />}
      {isLooked && <LeftOut action={id} />}
    </CaseView>
  );
}
