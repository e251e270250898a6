import { Select as BaseSelect } from '@base-ui/react/select';
import { Check, ChevronDown } from 'lucide-react';
import { choiceStyle, popupStyle } from './styles.ts';

type SelectProps<Value extends string> = {
  label: string;
  choices: readonly { value: Value; label: string }[];
  value: Value;
  onValueChange: (value: Value) => void;
};

export function Select<Value extends string>(props: SelectProps<Value>) {
  const { label, choices, value, onValueChange } = props;
  return (
    <BaseSelect.Root
      items={[...choices]}
      value={value}
      modal={false}
      onValueChange={(next) => {
        if (next !== null) {
          onValueChange(next);
        }
      }}
    >
      <div className="flex flex-col gap-1.5">
        <BaseSelect.Label className="cursor-default text-xs text-muted">
          {label}
        </BaseSelect.Label>
        <BaseSelect.Trigger className="flex h-8 items-center justify-between gap-2 rounded-md bg-sunken px-2.5 text-sm whitespace-nowrap text-ink transition-colors hover:bg-highlight pointer-coarse:h-11">
          <BaseSelect.Value className="truncate" />
          <BaseSelect.Icon>
            <ChevronDown aria-hidden size={16} className="text-muted" />
          </BaseSelect.Icon>
        </BaseSelect.Trigger>
      </div>
      <BaseSelect.Portal>
        <BaseSelect.Positioner
          sideOffset={6}
          align="end"
          alignItemWithTrigger={false}
          className="z-50 outline-none"
        >
          <BaseSelect.Popup className={popupStyle}>
            <BaseSelect.List className="max-h-(--available-height) min-w-(--anchor-width) overflow-y-auto p-1">
              {choices.map(({ value: choice, label: name }) => (
                <BaseSelect.Item key={choice} value={choice} className={choiceStyle}>
                  <BaseSelect.ItemText className="flex-1 whitespace-nowrap">
                    {name}
                  </BaseSelect.ItemText>
                  <span className="size-4 text-accent-ink">
                    <BaseSelect.ItemIndicator>
                      <Check aria-hidden size={16} />
                    </BaseSelect.ItemIndicator>
                  </span>
                </BaseSelect.Item>
              ))}
            </BaseSelect.List>
          </BaseSelect.Popup>
        </BaseSelect.Positioner>
      </BaseSelect.Portal>
    </BaseSelect.Root>
  );
}
