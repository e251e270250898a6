import { useRef, useState } from 'react';
import { Alert } from './alert.tsx';
import { Button } from './button.tsx';
import { capital } from './capital.ts';
import { Dialog, DialogActions, DialogBody } from './dialog.tsx';
import { Field } from './field.tsx';
import { Input } from './input.tsx';

type SecretDialogProps = {
  /** The secret's name inside a sentence: "key". */
  what: string;
  secret: string;
  use?: string;
  open: boolean;
  onClose: () => void;
};

/**
 * Shows a secret once. If the browser forbids copying, the text can be selected.
 */
export function SecretDialog({ what, secret, use, open, onClose }: SecretDialogProps) {
  const [outcome, setOutcome] = useState<'copied' | 'not copied'>();
  const copyButton = useRef<HTMLButtonElement>(null);
  const copy = async () => {
    try {
      // Without https there is no clipboard.
      await navigator.clipboard.writeText(secret);
      setOutcome('copied');
    } catch {
      setOutcome('not copied');
    }
  };
  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
      title={`Your new ${what}`}
      description={use}
      initialFocus={copyButton}
    >
      <DialogBody>
        <Alert tone="info">Copy it now: it can’t be shown again.</Alert>
        <Field
          label={capital(what)}
          error={outcome === 'not copied' ? 'Select it and copy it yourself.' : undefined}
        >
          <Input
            readOnly
            value={secret}
            onValueChange={() => {}}
            onFocus={({ target }) => target.select()}
          />
        </Field>
      </DialogBody>
      <DialogActions>
        <Button size="medium" onClick={onClose}>
          Done
        </Button>
        <Button
          ref={copyButton}
          size="medium"
          variant="solid"
          onClick={() => void copy()}
        >
          <span aria-live="polite">
            {outcome === 'copied' ? 'Copied' : `Copy the ${what}`}
          </span>
        </Button>
      </DialogActions>
    </Dialog>
  );
}
