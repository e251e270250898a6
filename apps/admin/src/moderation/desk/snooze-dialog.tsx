import type { DialogState } from '../../frame/use-asked.tsx';
import { useState } from 'react';
import { RadioCards } from '../../components/radio-cards.tsx';
import { DialogForm } from '../../frame/dialog-form.tsx';
import { snoozeItem } from './close.ts';
import { type DeskItem, nameOf } from './item.ts';

const choices = [
  { value: 'hour', name: 'For an hour' },
  { value: 'day', name: 'For a day' },
  { value: 'change', name: 'Until something changes', meaning: 'A week at most' },
] as const;

type SnoozeDialogProps = DialogState & { item: DeskItem };

export function SnoozeDialog({ item, ...dialog }: SnoozeDialogProps) {
  const [length, setLength] = useState<(typeof choices)[number]['value']>('hour');
  const isForOne = item.urgent || item.kind === 'appealed';
  return (
    <DialogForm
      {...dialog}
      title={`Snooze ${nameOf(item)}`}
      description={
        isForOne
          ? 'For you alone: your colleagues still see it. A change or a report wakes it.'
          : 'For everybody, and only once. A change or a report wakes it.'
      }
      confirm="Snooze"
      closesFirst
      onSubmit={() => snoozeItem(item, length)}
    >
      <RadioCards
        label="How long"
        choices={choices}
        value={length}
        onValueChange={setLength}
      />
    </DialogForm>
  );
}
