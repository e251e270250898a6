import { useMutation } from '@tanstack/react-query';
import { trpc } from '../../trpc.ts';
import { Recorded, RecordedButton } from '../recorded-button.tsx';
import { reportFailure } from '../report-failures.ts';
import { type Addressed, addressOf } from '../../address-of.ts';

/** A person's address. A moderator asks for a member's, which the history records. */
export function Address({ of: person }: { of: Addressed & { id: string } }) {
  const reading = useMutation(
    trpc.moderation.users.readAddress.mutationOptions({
      onError: (error) => reportFailure('The address did not load', error),
    }),
  );
  if (reading.data) return <Recorded>{reading.data.data.email}</Recorded>;
  return (
    <>
      <span translate="no" className="wrap-anywhere">
        {addressOf(person)}
      </span>
      {person.email === null && (
        <RecordedButton onClick={() => reading.mutate({ id: person.id })}>
          Show address
        </RecordedButton>
      )}
    </>
  );
}
