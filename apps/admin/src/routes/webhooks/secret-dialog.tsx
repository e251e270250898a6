import { Copy } from 'lucide-react';
import { Button } from '../../components/button.tsx';
import { Dialog, DialogActions, DialogBody } from '../../components/dialog.tsx';
import { Field } from '../../components/field.tsx';
import { Input } from '../../components/input.tsx';
import { toastDone, toastFailed } from '../../components/toast.tsx';

type SecretDialogProps = { secret: string | undefined; onClose: () => void };

/** Shows a secret that nobody can read again. */
export function SecretDialog({ secret, onClose }: SecretDialogProps) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(secret ?? '');
      toastDone('The secret is copied');
    } catch {
      toastFailed(
        'The secret was not copied',
        'The browser forbids it: mark and copy it yourself.',
      );
    }
  };
  return (
    <Dialog
      open={secret !== undefined}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title="The webhook’s secret"
    >
      <DialogBody>
        <p className="text-pretty text-soft">
          The receiver checks with it that a message is from here. It is shown this once:
          keep it where the receiver reads its settings.
        </p>
        <Field label="Secret">
          <Input
            readOnly
            value={secret ?? ''}
            onValueChange={() => {}}
            spellCheck={false}
          />
        </Field>
      </DialogBody>
      <DialogActions>
        <Button size="medium" onClick={() => void copy()}>
          <Copy aria-hidden size={16} />
          <span>Copy</span>
        </Button>
        <Button size="medium" variant="solid" onClick={onClose}>
          Done
        </Button>
      </DialogActions>
    </Dialog>
  );
}
