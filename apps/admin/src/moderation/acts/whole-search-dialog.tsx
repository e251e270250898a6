import type { DialogState } from '../../frame/use-asked.tsx';
import { useMutation } from '@tanstack/react-query';
import type { inferInput, inferOutput } from '@trpc/tanstack-react-query';
import { useEffect, useState } from 'react';
import { counted, inDigits } from '../../components/count.ts';
import { Checkbox } from '../../components/checkbox.tsx';
import { Field } from '../../components/field.tsx';
import { Input } from '../../components/input.tsx';
import { RadioCards } from '../../components/radio-cards.tsx';
import { Spinner } from '../../components/spinner.tsx';
import { useDebounced } from '../../components/use-debounced.ts';
import { trpc } from '../../trpc.ts';
import { useWho } from '../../who.ts';
import { ReasonDialog } from '../reason-dialog.tsx';
import { leftWords } from './left-words.ts';
import { followAct } from './watched.ts';

type PreviewInput = inferInput<typeof trpc.moderation.acts.preview>;
type Kind = PreviewInput['kind'];
type Preview = inferOutput<typeof trpc.moderation.acts.preview>['data'];

/** The search of the page, or a wave of the desk: what it finds is the set. */
export type Searched = Omit<PreviewInput, 'kind'>;

const kinds = [
  { value: 'hide', name: 'Hide' },
  { value: 'restore', name: 'Restore' },
  { value: 'approve', name: 'Approve', meaning: 'Closes their items at the desk' },
] as const;

/** Cards of a wave are open, so nothing is to be restored. */
const ofWaves = kinds.filter(({ value }) => value !== 'restore').toReversed();

function Shown({ preview }: { preview: Preview }) {
  const { cards, owners, samples, left } = preview;
  return (
    <>
      <p className="font-medium">
        {counted(cards, 'profile')} of {counted(owners, 'owner')}
      </p>
      {samples.length > 0 && (
        <p className="text-muted">
          Among them{' '}
          {samples.map(({ id, username }, index) => (
            <span key={id}>
              {index > 0 && ', '}
              <bdi>{username}</bdi>
            </span>
          ))}
          .
        </p>
      )}
      {left.length > 0 && (
        <p className="text-muted">
          Left as they are:{' '}
          {left
            .map(({ reason, count }) => `${inDigits(count)} ${leftWords[reason]}`)
            .join(', ')}
          .
        </p>
      )}
    </>
  );
}

type Part = Pick<NonNullable<Searched['wave']>, 'mailDomain' | 'withKnown'>;

/** Milliseconds without a change before a part is counted. */
const pause = 300;

/** Narrows a wave, or adds what was left out of it. */
function WavePart({ part, onChange }: { part: Part; onChange: (part: Part) => void }) {
  const { mailDomain = '', withKnown = false } = part;
  return (
    <>
      <Field label="Mail domain" hint="Only owners with an address there.">
        <Input
          value={mailDomain}
          onValueChange={(typed) => onChange({ ...part, mailDomain: typed })}
        />
      </Field>
      <Checkbox
        label="Add owners who were invited or have an approved card"
        showLabel
        checked={withKnown}
        onCheckedChange={(checked) => onChange({ ...part, withKnown: checked })}
      />
    </>
  );
}

const confirmOf = (kind: Kind | undefined, preview: Preview | undefined) => {
  const verb = kinds.find(({ value }) => value === kind)?.name ?? 'Choose first';
  return preview ? `${verb} ${counted(preview.cards, 'profile')}` : verb;
};

export function WholeSearchDialog({
  searched,
  title = 'All that match',
  ...dialog
}: DialogState & { searched: Searched; title?: string }) {
  const { role } = useWho();
  // Nothing is chosen beforehand about cards that only share something.
  const { wave } = searched;
  const [kind, setKind] = useState<Kind | undefined>(wave ? undefined : 'hide');
  const [part, setPart] = useState<Part>({});
  const asked = useDebounced(part, pause);
  const [suspendOwners, setSuspendOwners] = useState(false);
  const preview = useMutation(trpc.moderation.acts.preview.mutationOptions());
  const { mutate: look } = preview;
  useEffect(() => {
    if (kind) look({ kind, ...searched, ...(wave && { wave: { ...wave, ...asked } }) });
  }, [look, kind, searched, wave, asked]);
  const start = useMutation(
    trpc.moderation.acts.start.mutationOptions({
      onSuccess: ({ data: { act } }) =>
        followAct(act.action, `Begun: ${counted(act.total, 'profile')}`),
    }),
  );
  const shown = preview.data?.data;
  return (
    <ReasonDialog
      {...dialog}
      title={title}
      confirm={confirmOf(kind, shown)}
      isDanger={kind === 'hide'}
      first={
        <>
          <RadioCards
            label="What to do"
            choices={wave ? ofWaves : kinds}
            value={kind}
            onValueChange={setKind}
          />
          {wave && <WavePart part={part} onChange={setPart} />}
        </>
      }
      isReasoned={kind === 'hide'}
      noteFor="the owners"
      act={{ ...start, error: start.error ?? preview.error }}
      isIncomplete={asked !== part || preview.isPending || !shown || shown.cards === 0}
      onConfirm={(why) =>
        shown &&
        start.mutate({
          id: shown.id,
          ...(kind === 'hide' && { ...why, suspendOwners }),
        })
      }
    >
      <div role="status" className="text-sm">
        {preview.isPending && (
          <p className="flex items-center gap-2 text-muted">
            <Spinner /> Counting …
          </p>
        )}
        {shown && !preview.isPending && <Shown preview={shown} />}
        {shown?.cards === 0 && 'There is nothing to do.'}
      </div>
      {role === 'admin' && kind === 'hide' && (
        <Checkbox
          label={`Suspend ${shown ? counted(shown.owners, 'owner') : 'the owners'} too`}
          showLabel
          checked={suspendOwners}
          onCheckedChange={setSuspendOwners}
        />
      )}
    </ReasonDialog>
  );
}
