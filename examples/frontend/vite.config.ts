import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** A port of its own: the service is at another origin, as it is for most frontends. */
export default defineConfig({
  plugins: [react()],
  server: { host: '127.0.0.1', port: 5180 },
  preview: { host: '127.0.0.1', port: 5180 },
});
