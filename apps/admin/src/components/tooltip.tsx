import { Tooltip as BaseTooltip } from '@base-ui/react/tooltip';
import type { ReactElement } from 'react';

const handle = BaseTooltip.createHandle<string>();

/** Shows a text beside its trigger on hover and focus. `render` is the element that triggers it. */
export function Tooltip({ text, render }: { text: string; render: ReactElement }) {
  return <BaseTooltip.Trigger handle={handle} payload={text} delay={300} render={render} />;
}

/** Where the one tooltip of the page is drawn, whichever trigger shows it. */
export function TooltipLayer() {
  return (
    <BaseTooltip.Root handle={handle}>
      {({ payload }) => (
        <BaseTooltip.Portal>
          <BaseTooltip.Positioner sideOffset={6} className="z-40">
            <BaseTooltip.Popup className="max-w-80 rounded-lg bg-[light-dark(#27272a,#e4e4e7)] px-2.5 py-1.5 text-xs break-all text-[light-dark(#fafafa,#18181b)] shadow-float transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0">
              {payload}
            </BaseTooltip.Popup>
          </BaseTooltip.Positioner>
        </BaseTooltip.Portal>
      )}
    </BaseTooltip.Root>
  );
}
