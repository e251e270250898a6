import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { guardKeys, listenForShortcuts } from './keyboard.ts';
import { queryClient } from './query-client.ts';
import { isLeaving, router } from './router.tsx';
import { surviveTranslation } from './translated.ts';

const container = document.getElementById('root');
if (!container) {
  throw new Error('The page has no element to show the app in.');
}

// If the browser is too old, the page's first script has said so.
if (!('tooOld' in document.documentElement.dataset)) {
  surviveTranslation();
  guardKeys();
  listenForShortcuts(isLeaving);
  createRoot(container).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  );
}
