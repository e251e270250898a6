import { Menu as BaseMenu } from '@base-ui/react/menu';
import { clsx } from 'clsx';
import { Check } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import { choiceStyle, popupStyle } from './styles.ts';

type MenuProps = {
  /** The button that opens it. It needs an accessible name. */
  trigger: ReactElement;
  /** The accessible name of the open menu. */
  label: string;
  children: ReactNode;
};

export function Menu({ trigger, label, children }: MenuProps) {
  return (
    <BaseMenu.Root>
      <BaseMenu.Trigger render={trigger} />
      <BaseMenu.Portal render={<section aria-label={label} />}>
        <BaseMenu.Positioner
          sideOffset={6}
          align="end"
          collisionPadding={12}
          className="z-40"
        >
          <BaseMenu.Popup
            className={clsx(popupStyle, 'min-w-60 max-w-[calc(100vw-1.5rem)] p-1')}
          >
            {children}
          </BaseMenu.Popup>
        </BaseMenu.Positioner>
      </BaseMenu.Portal>
    </BaseMenu.Root>
  );
}

type MenuItemProps = {
  children: ReactNode;
  /** Shown at the end of the line, such as a shortcut. */
  aside?: ReactNode;
  onSelect: () => void;
};

export function MenuItem({ children, aside, onSelect }: MenuItemProps) {
  return (
    <BaseMenu.Item onClick={onSelect} className={choiceStyle}>
      <span className="flex-1">{children}</span>
      {aside}
    </BaseMenu.Item>
  );
}

export const MenuSeparator = () => (
  <BaseMenu.Separator className="-mx-1 my-1 h-px bg-line" />
);

type MenuChoiceProps<Value extends string> = {
  label: string;
  choices: readonly { value: Value; name: string }[];
  value: Value;
  onValueChange: (value: Value) => void;
};

/** A choice of values. The menu stays open to show the effect. */
export function MenuChoice<Value extends string>({
  label,
  choices,
  value,
  onValueChange,
}: MenuChoiceProps<Value>) {
  const choose = (next: unknown) => {
    const chosen = choices.find((choice) => choice.value === next);
    if (chosen) {
      onValueChange(chosen.value);
    }
  };
  return (
    <BaseMenu.Group>
      <BaseMenu.GroupLabel className="px-2.5 pt-2 pb-1 text-xs font-medium text-muted">
        {label}
      </BaseMenu.GroupLabel>
      <BaseMenu.RadioGroup value={value} onValueChange={choose}>
        {choices.map(({ value: choice, name }) => (
          <BaseMenu.RadioItem
            key={choice}
            value={choice}
            closeOnClick={false}
            className={choiceStyle}
          >
            <span className="flex-1">{name}</span>
            <BaseMenu.RadioItemIndicator>
              <Check aria-hidden size={16} className="text-accent-ink" />
            </BaseMenu.RadioItemIndicator>
          </BaseMenu.RadioItem>
        ))}
      </BaseMenu.RadioGroup>
    </BaseMenu.Group>
  );
}
