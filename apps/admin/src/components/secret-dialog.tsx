import { useRef, useState } from 'react';
import { Alert } from './alert.tsx';
import { Button } from './button.tsx';
import { capital } from './capital.ts';
import { Dialog, DialogActions, DialogBody } from './dialog.tsx';
import { Field } from './field.tsx';
import { Input } from './input.tsx';
import { createPersonalStore, useStore } from '../store.ts';

type Secret = {
  /** Its name inside a sentence: "key". */
  what: string;
  text: string;
  use?: string;
};

const shown = createPersonalStore<Secret | undefined>(undefined);

/** Its page may have been left meanwhile: nobody could ask for it again. */
export const showSecret = (secret: Secret): void => shown.set(secret);

const close = () => shown.set(undefined);

/** If the browser forbids copying, the text can be selected. */
function Copying({ secret: { what, text, use } }: { secret: Secret }) {
  const [outcome, setOutcome] = useState<'copied' | 'not copied'>();
  const copyButton = useRef<HTMLButtonElement>(null);
  const copy = async () => {
    try {
      // Without https there is no clipboard.
      await navigator.clipboard.writeText(text);
      setOutcome('copied');
    } catch {
      setOutcome('not copied');
    }
  };
  return (
    <Dialog
      open
      onOpenChange={close}
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
            value={text}
            onValueChange={() => {}}
            onFocus={({ target }) => target.select()}
          />
        </Field>
      </DialogBody>
      <DialogActions>
        <Button size="medium" onClick={close}>
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

/** Shows a secret once. Rendered once, around the pages. */
export function SecretDialog() {
  const secret = useStore(shown);
  return secret && <Copying key={secret.text} secret={secret} />;
}
