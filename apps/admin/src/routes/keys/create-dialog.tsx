import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Alert } from '../../components/alert.tsx';
import { Button } from '../../components/button.tsx';
import { Checkbox } from '../../components/checkbox.tsx';
import { Dialog, DialogActions, DialogBody } from '../../components/dialog.tsx';
import { Field } from '../../components/field.tsx';
import { Input } from '../../components/input.tsx';
import { Select } from '../../components/select.tsx';
import { explain, failureOf } from '../../failure.ts';
import { queryClient } from '../../query-client.ts';
import { trpc } from '../../trpc.ts';
import { CreatedKey } from './created-key.tsx';
import { lifetimes, scopeNames, scopes, type Scope } from './vocabulary.ts';

type ChoiceProps = {
  value: readonly Scope[];
  onValueChange: (value: readonly Scope[]) => void;
};

function ScopeChoice({ value, onValueChange }: ChoiceProps) {
  return (
    <fieldset>
      <legend className="text-[0.8125rem] font-medium text-soft">It may</legend>
      {scopeNames.map((scope) => (
        <Checkbox
          key={scope}
          showLabel
          label={`${scopes[scope]} (${scope})`}
          checked={value.includes(scope)}
          onCheckedChange={(isChecked) =>
            onValueChange(
              scopeNames.filter((one) =>
                one === scope ? isChecked : value.includes(one),
              ),
            )
          }
        />
      ))}
    </fieldset>
  );
}

/** Asks what a key is for; then shows it, this once. */
function CreateForm({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState('');
  const [chosen, setChosen] = useState<readonly Scope[]>([]);
  const [days, setDays] = useState<(typeof lifetimes)[number]['value']>('90');
  const create = useMutation(
    trpc.moderation.keys.create.mutationOptions({
      onSuccess: () =>
        void queryClient.invalidateQueries(trpc.moderation.keys.list.queryFilter()),
      // The token is in the answer: it is not to be kept once the dialog is closed.
      gcTime: 0,
    }),
  );
  if (create.data) {
    return <CreatedKey token={create.data.data.token} onClose={onClose} />;
  }
  return (
    <form
      className="flex min-h-0 flex-col"
      onSubmit={(event) => {
        event.preventDefault();
        create.mutate({ name: name.trim(), scopes: [...chosen], days: Number(days) });
      }}
    >
      <DialogBody>
        <Field label="Name" hint="The history calls it so.">
          <Input
            value={name}
            onValueChange={setName}
            maxLength={100}
            autoComplete="off"
          />
        </Field>
        <ScopeChoice value={chosen} onValueChange={setChosen} />
        <Select
          label="Ends after"
          showLabel
          choices={lifetimes}
          value={days}
          onValueChange={setDays}
        />
        {create.error && <Alert tone="bad">{explain(failureOf(create.error))}</Alert>}
      </DialogBody>
      <DialogActions>
        <Button size="medium" onClick={onClose}>
          Cancel
        </Button>
        <Button
          type="submit"
          size="medium"
          variant="solid"
          busy={create.isPending}
          disabled={name.trim() === '' || chosen.length === 0}
        >
          Make the key
        </Button>
      </DialogActions>
    </form>
  );
}

type CreateDialogProps = { open: boolean; onOpenChange: (open: boolean) => void };

export const CreateDialog = ({ open, onOpenChange }: CreateDialogProps) => (
  <Dialog
    open={open}
    onOpenChange={onOpenChange}
    title="New service key"
    description="For a program of yours. It serves as long as you are an admin."
  >
    <CreateForm onClose={() => onOpenChange(false)} />
  </Dialog>
);
