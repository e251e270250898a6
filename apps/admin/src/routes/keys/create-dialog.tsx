import type { DialogState } from '../../frame/use-asked.tsx';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Checkbox } from '../../components/checkbox.tsx';
import { Field } from '../../components/field.tsx';
import { Input } from '../../components/input.tsx';
import { Select } from '../../components/select.tsx';
import { SecretDialog } from '../../components/secret-dialog.tsx';
import { DialogForm } from '../../frame/dialog-form.tsx';
import { codeAsked } from '../../moderation/mailed-code.ts';
import { readAgain, trpc } from '../../trpc.ts';
import { lifetimes, scopeNames, scopes, type Scope } from './vocabulary.ts';

type ChoiceProps = {
  value: readonly Scope[];
  onValueChange: (value: readonly Scope[]) => void;
};

const ScopeChoice = ({ value, onValueChange }: ChoiceProps) => (
  <fieldset>
    <legend className="text-xs text-muted">Permissions</legend>
    {scopeNames.map((scope) => (
      <Checkbox
        key={scope}
        showLabel
        label={`${scopes[scope]} (${scope})`}
        checked={value.includes(scope)}
        onCheckedChange={(isChecked) =>
          onValueChange(
            scopeNames.filter((one) => (one === scope ? isChecked : value.includes(one))),
          )
        }
      />
    ))}
  </fieldset>
);

export function CreateDialog(dialog: DialogState) {
  const [name, setName] = useState('');
  const [chosen, setChosen] = useState<readonly Scope[]>([]);
  const [days, setDays] = useState<(typeof lifetimes)[number]['value']>('90');
  const create = useMutation(
    codeAsked(
      trpc.moderation.keys.create.mutationOptions({
        onSuccess: () => void readAgain(trpc.moderation.keys),
        // The answer contains the token, so it is dropped when the dialog closes.
        gcTime: 0,
      }),
    ),
  );
  if (create.data) {
    return (
      <SecretDialog
        what="key"
        secret={create.data.data.token}
        open={dialog.open}
        onClose={dialog.onOpenChange}
      />
    );
  }
  return (
    <DialogForm
      {...dialog}
      title="New service key"
      description="Works while you’re an admin."
      confirm="Create key"
      busy={create.isPending}
      isIncomplete={name.trim() === '' || chosen.length === 0}
      error={create.error}
      onSubmit={() =>
        create.mutate({ name: name.trim(), scopes: [...chosen], days: Number(days) })
      }
    >
      <Field label="Name">
        <Input value={name} onValueChange={setName} maxLength={100} autoComplete="off" />
      </Field>
      <ScopeChoice value={chosen} onValueChange={setChosen} />
      <Select
        label="Ends after"
        choices={lifetimes}
        value={days}
        onValueChange={setDays}
      />
    </DialogForm>
  );
}
