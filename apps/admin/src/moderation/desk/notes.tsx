import { useMutation, useQuery } from '@tanstack/react-query';
import { When } from '../../components/date-time.tsx';
import { Section } from '../../components/section.tsx';
import { textButtonStyle } from '../../components/styles.ts';
import { Words } from '../../components/words.tsx';
import { readAgain, trpc } from '../../trpc.ts';
import { useWho } from '../../who.ts';
import { reportFailure } from '../report-failures.ts';

/** The subject of notes: an account, or one of its cards too. */
export type NotesSubject = { userId: string; profileId?: string };

export const readNotesAgain = () => readAgain(trpc.moderation.desk.notes);

export function Notes({ subject }: { subject: NotesSubject }) {
  const { id: me, role } = useWho();
  const { data } = useQuery(trpc.moderation.desk.notes.queryOptions(subject));
  const removing = useMutation(
    trpc.moderation.desk.removeNote.mutationOptions({
      onSuccess: readNotesAgain,
      onError: (error) => reportFailure('The note was not removed', error),
    }),
  );
  const notes = data?.data.notes ?? [];
  if (notes.length === 0) return null;
  return (
    <Section isRuled title="Notes of the team">
      <ul>
        {notes.map(({ id, author, at, text }) => (
          <li key={id} className="py-1">
            <Words>{text}</Words>
            <p className="text-xs text-muted">
              <span translate="no">{author.id === me ? 'You' : author.email}</span> ·{' '}
              <When at={at} />
              {(author.id === me || role === 'admin') && (
                <>
                  {' · '}
                  <button
                    type="button"
                    onClick={() => removing.mutate({ id })}
                    className={textButtonStyle}
                  >
                    Remove
                  </button>
                </>
              )}
            </p>
          </li>
        ))}
      </ul>
    </Section>
  );
}
