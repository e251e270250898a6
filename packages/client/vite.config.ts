import { defineConfig } from 'vite';

/** All that a frontend gets of the package, in one file, tRPC's client included. */
export default defineConfig({
  build: {
    lib: { entry: 'src/index.ts', formats: ['es'], fileName: 'index' },
    target: 'es2022',
    minify: true,
  },
});
