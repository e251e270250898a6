import { clsx } from 'clsx';
import {
  useEffect,
  useEffectEvent,
  useRef,
  type ComponentProps,
  type KeyboardEvent,
  type ReactNode,
} from 'react';
import { Alert } from '../components/alert.tsx';
import { Button } from '../components/button.tsx';
import { Dialog, DialogActions, DialogBody } from '../components/dialog.tsx';
import { pressed } from '../keyboard.ts';
import { useIsOnline } from './use-is-online.ts';
import { Failed } from './failed.tsx';

type DialogFormProps = Pick<
  ComponentProps<typeof Dialog>,
  'open' | 'onOpenChange' | 'title' | 'description'
> & {
  confirm: string;
  /** Whether the action takes something away, for good or for long. */
  isDanger?: boolean;
  /** Whether the action can't be undone. Then Enter in a field does nothing. */
  isForGood?: boolean;
  /** What it does, once it was asked for. The dialog closes when it is done. */
  act?: { isPending: boolean; isSuccess: boolean; error: unknown };
  isIncomplete?: boolean;
  /**
   * Whether it closes before it submits. The row with the focus leaves then: a dialog that
   * closes after it would leave the focus nowhere.
   */
  closesFirst?: boolean;
  onSubmit: () => void;
  children?: ReactNode;
};

/** The checked radio button, otherwise the first control. */
const fields = [
  '[type="radio"]:checked',
  'input, textarea, select',
  'button[type="submit"]',
];

/**
 * The form of all dialogs. Its first field has the focus. Enter on a choice or
 * in a `data-submits`, and Ctrl+Enter anywhere submit, Escape closes.
 */
export function DialogForm(props: DialogFormProps) {
  const { open, onOpenChange, title, description, children } = props;
  const {
    confirm,
    isDanger = false,
    isForGood = false,
    act,
    isIncomplete = false,
    closesFirst = false,
  } = props;
  const isChosen = useRef(false);
  const form = useRef<HTMLFormElement>(null);
  const isOnline = useIsOnline();
  const close = useEffectEvent(() => isChosen.current && onOpenChange(false));
  useEffect(() => {
    if (act?.isSuccess) close();
  }, [act?.isSuccess]);
  const submit = () => {
    if (act?.isPending || isIncomplete || !isOnline) return;
    isChosen.current = true;
    if (closesFirst) onOpenChange(false);
    else props.onSubmit();
  };
  const press = (event: KeyboardEvent) => {
    if (pressed(event) !== 'Enter' || event.defaultPrevented) return;
    const isCommand = event.ctrlKey || event.metaKey;
    const isIn = (selector: string) =>
      event.target instanceof Element && event.target.matches(selector);
    if (
      isCommand ||
      isIn(isForGood ? 'input' : '[type="radio"], [type="checkbox"], [data-submits]')
    ) {
      event.preventDefault();
      if (isCommand || !isForGood) submit();
    }
  };
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      onClosed={() => {
        if (closesFirst && isChosen.current) props.onSubmit();
      }}
      title={title}
      description={description}
      onKeyDown={press}
      initialFocus={() =>
        fields
          .map((field) => form.current?.querySelector<HTMLElement>(field))
          .find(Boolean) ?? null
      }
    >
      <form
        ref={form}
        noValidate
        className="contents"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <div
          className={clsx(
            'contents',
            children === undefined && !act?.error && isOnline && 'hidden',
          )}
        >
          <DialogBody>
            {children}
            <Failed error={act?.error} />
            {!isOnline && (
              <Alert tone="bad">You’re offline: nothing can be changed.</Alert>
            )}
          </DialogBody>
        </div>
        <DialogActions>
          <Button size="medium" onClick={() => onOpenChange(false)}>
            Cancel
          </Button>
          <Button
            type="submit"
            size="medium"
            variant={isDanger ? 'danger' : 'solid'}
            busy={act?.isPending === true}
            disabled={isIncomplete}
          >
            {confirm}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
