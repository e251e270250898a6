import { onlineManager } from '@tanstack/react-query';
import { WifiOff } from 'lucide-react';
import { useSyncExternalStore } from 'react';

const subscribe = (listener: () => void) => onlineManager.subscribe(listener);

/** Says that there is no connection, as long as there is none. */
export function OfflineBanner() {
  const isOnline = useSyncExternalStore(subscribe, () => onlineManager.isOnline());
  return (
    <div role="status">
      {!isOnline && (
        <p className="flex items-center justify-center gap-2 bg-warn-soft px-4 py-2 text-[0.8125rem] font-medium text-warn">
          <WifiOff aria-hidden size={15} className="shrink-0" />
          You’re offline. What you see may be out of date, and nothing can be changed.
        </p>
      )}
    </div>
  );
}
