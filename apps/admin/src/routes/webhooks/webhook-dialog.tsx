import { useState, type ComponentProps } from 'react';
import { Checkbox } from '../../components/checkbox.tsx';
import { Field } from '../../components/field.tsx';
import { Input } from '../../components/input.tsx';
import { DialogForm } from '../../frame/dialog-form.tsx';
import { kinds, type Kind, type Told } from './vocabulary.ts';

type KindsProps = { value: readonly Kind[]; onValueChange: (value: Kind[]) => void };

const Kinds = ({ value, onValueChange }: KindsProps) => (
  <fieldset>
    <legend className="text-xs text-muted">Events</legend>
    <div className="grid sm:grid-cols-2">
      {kinds.map((kind) => (
        <Checkbox
          key={kind}
          label={kind}
          showLabel
          checked={value.includes(kind)}
          onCheckedChange={(checked) =>
            onValueChange(
              kinds.filter((one) => (one === kind ? checked : value.includes(one))),
            )
          }
        />
      ))}
    </div>
  </fieldset>
);

type WebhookDialogProps = Omit<ComponentProps<typeof DialogForm>, 'onSubmit'> & {
  told: Told;
  onConfirm: (told: Told) => void;
};

export function WebhookDialog({ told, onConfirm, ...dialog }: WebhookDialogProps) {
  const [url, setUrl] = useState(told.url);
  const [chosen, setChosen] = useState<Kind[]>(told.kinds);
  return (
    <DialogForm
      {...dialog}
      isIncomplete={url.trim() === '' || chosen.length === 0}
      onSubmit={() => onConfirm({ url: url.trim(), kinds: chosen })}
    >
      <Field label="Address" hint="It gets a POST for each event.">
        <Input
          type="url"
          value={url}
          onValueChange={setUrl}
          maxLength={2048}
          placeholder="https://"
          autoComplete="off"
          spellCheck={false}
        />
      </Field>
      <Kinds value={chosen} onValueChange={setChosen} />
    </DialogForm>
  );
}
