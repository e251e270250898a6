import { QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { queryClient } from './namecard.ts';

const root = document.getElementById('root');
if (!root) {
  throw new Error('The page has no #root');
}
createRoot(root).render(
  <QueryClientProvider client={queryClient}>
    <App />
  </QueryClientProvider>,
);
