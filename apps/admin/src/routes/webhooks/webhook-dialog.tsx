import { useState, type ComponentProps } from 'react';
import { CheckboxGroup } from '../../components/checkbox-group.tsx';
import { Field } from '../../components/field.tsx';
import { Input } from '../../components/input.tsx';
import { DialogForm } from '../../frame/dialog-form.tsx';
import { kinds, type Kind, type Told } from './vocabulary.ts';

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
        />
      </Field>
      <CheckboxGroup
        label="Events"
        choices={kinds}
        value={chosen}
        onValueChange={setChosen}
        hasColumns
      />
    </DialogForm>
  );
}
