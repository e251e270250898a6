import { exactTime, When } from '../../components/date-time.tsx';
import { reasonName } from '../../moderation/reasons.ts';
import type { ManagedUser } from './vocabulary.ts';

/** Says since when, until when and why a user is suspended. */
export function Suspension({ suspension }: Pick<ManagedUser, 'suspension'>) {
  if (!suspension) {
    return null;
  }
  const { since, until, reason, note } = suspension;
  return (
    <div className="mt-5 rounded-xl bg-bad-soft px-4 py-3 text-sm text-bad sm:px-5">
      <p className="font-medium">
        Suspended{' '}
        {until === null ? 'until an admin ends it' : `until ${exactTime(until)}`}
      </p>
      <p className="mt-0.5">
        Begun <When at={since} />.{reason !== null && ` Reason: ${reasonName(reason)}.`}
      </p>
      {note !== null && (
        <p
          dir="auto"
          className="mt-2 border-l-2 border-current/40 pl-3 whitespace-pre-wrap wrap-anywhere"
        >
          {note}
        </p>
      )}
    </div>
  );
}
