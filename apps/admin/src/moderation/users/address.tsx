import { useMutation } from '@tanstack/react-query';
import { trpc } from '../../trpc.ts';
import { RecordedButton } from '../recorded-button.tsx';
import { reportFailure } from '../report-failures.ts';
import type { Addressed } from '../../address-of.ts';

/** A person's address. A moderator asks for a member's, which the history records. */
export function Address({ of: person }: { of: Addressed & { id: string } }) {
  const reading = useMutation(
    trpc.moderation.users.readAddress.mutationOptions({
      onError: (error) => reportFailure('The address did not load', error),
    }),
  );
  const address = person.email ?? reading.data?.data.email;
  return (
    <>
      <span translate="no" className="wrap-anywhere">
        {address ?? person.maskedEmail}
      </span>
      {address === undefined && (
        <RecordedButton onClick={() => reading.mutate({ id: person.id })}>
          Show address
        </RecordedButton>
      )}
    </>
  );
}
