import { useId, useState } from 'react';
import { Alert } from '../../components/alert.tsx';
import { Button } from '../../components/button.tsx';
import { Checkbox } from '../../components/checkbox.tsx';
import { Dialog, DialogActions, DialogBody } from '../../components/dialog.tsx';
import { Field } from '../../components/field.tsx';
import { Input } from '../../components/input.tsx';
import { explain, failureOf } from '../../failure.ts';
import { kinds, type Kind, type Told } from './vocabulary.ts';

type KindsProps = { value: readonly Kind[]; onValueChange: (value: Kind[]) => void };

function Kinds({ value, onValueChange }: KindsProps) {
  const label = useId();
  return (
    <div role="group" aria-labelledby={label}>
      <p id={label} className="text-[0.8125rem] font-medium text-soft">
        Told of
      </p>
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
    </div>
  );
}

type FormProps = {
  told: Told;
  confirm: string;
  busy: boolean;
  error: unknown;
  onConfirm: (told: Told) => void;
  onClose: () => void;
};

function Form({ told, confirm, busy, error, onConfirm, onClose }: FormProps) {
  const [url, setUrl] = useState(told.url);
  const [chosen, setChosen] = useState<Kind[]>(told.kinds);
  const isReady = url.trim() !== '' && chosen.length > 0;
  return (
    <form
      className="contents"
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady && !busy) onConfirm({ url: url.trim(), kinds: chosen });
      }}
    >
      <DialogBody>
        <Field
          label="Address"
          hint="It gets a POST for each change, within a second or so."
        >
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
        {Boolean(error) && <Alert tone="bad">{explain(failureOf(error))}</Alert>}
      </DialogBody>
      <DialogActions>
        <Button size="medium" onClick={onClose}>
          Cancel
        </Button>
        <Button
          type="submit"
          size="medium"
          variant="solid"
          busy={busy}
          disabled={!isReady}
        >
          {confirm}
        </Button>
      </DialogActions>
    </form>
  );
}

type WebhookDialogProps = Omit<FormProps, 'onClose'> & {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
};

/** Asks where to and of what a webhook is told. */
export function WebhookDialog({
  open,
  onOpenChange,
  title,
  ...form
}: WebhookDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={title}>
      <Form {...form} onClose={() => onOpenChange(false)} />
    </Dialog>
  );
}
