import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** The page and the service have different origins, as with most frontends. */
export default defineConfig({
  plugins: [react()],
  server: { host: '127.0.0.1', port: 5180 },
  preview: { host: '127.0.0.1', port: 5180 },
});
