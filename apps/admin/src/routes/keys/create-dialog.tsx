import type { DialogState } from '../../frame/use-asked.tsx';
import { useState } from 'react';
import { CheckboxGroup } from '../../components/checkbox-group.tsx';
import { Field } from '../../components/field.tsx';
import { Input } from '../../components/input.tsx';
import { Select } from '../../components/select.tsx';
import { showSecret } from '../../components/secret-dialog.tsx';
import { DialogForm } from '../../frame/dialog-form.tsx';
import { useAct } from '../../moderation/use-act.ts';
import { trpc } from '../../trpc.ts';
import { lifetimes, scopeNames, scopes, type Scope } from './vocabulary.ts';

export function CreateDialog(dialog: DialogState) {
  const [name, setName] = useState('');
  const [chosen, setChosen] = useState<Scope[]>([]);
  const [days, setDays] = useState<(typeof lifetimes)[number]['value']>('90');
  const create = useAct(
    trpc.moderation.keys.create.mutationOptions({
      // The answer contains the token, so it is dropped when the dialog closes.
      gcTime: 0,
      onSuccess: ({ data }) => showSecret({ what: 'key', text: data.token }),
    }),
  );
  return (
    <DialogForm
      {...dialog}
      title="New service key"
      description="Works while you’re an admin."
      confirm="Create key"
      act={create}
      isIncomplete={name.trim() === '' || chosen.length === 0}
      onSubmit={() =>
        create.mutate({ name: name.trim(), scopes: chosen, days: Number(days) })
      }
    >
      <Field label="Name">
        <Input value={name} onValueChange={setName} maxLength={100} autoComplete="off" />
      </Field>
      <CheckboxGroup
        label="Permissions"
        choices={scopeNames}
        labelOf={(scope) => `${scopes[scope]} (${scope})`}
        value={chosen}
        onValueChange={setChosen}
      />
      <Select
        label="Ends after"
        choices={lifetimes}
        value={days}
        onValueChange={setDays}
      />
    </DialogForm>
  );
}
