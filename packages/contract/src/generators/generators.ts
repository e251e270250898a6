/** A program that makes clients from a document, and how one of its clients is used. */
export type Generator = {
  name: string;
  /** What is installed beside TypeScript, each in the one version that this was tried with. */
  packages: string[];
  /** What is written before it runs, by path. */
  files: Record<string, string>;
  /** What it is started with: the name of its program, then arguments. */
  command: [program: string, ...args: string[]];
  /** Statements that sign in at `api` with `credentials`, then list profiles with `token`, into `token` and `count`. */
  usage: { imports: string; statements: string };
};

const bearer = 'headers: { Authorization: `Bearer ${token}` }';

/** Generators that people use for TypeScript, beside openapi-typescript, which a test tries. All read `openapi.json` and write `client`. */
export const generators: Generator[] = [
  {
    name: 'hey-api',
    packages: ['@hey-api/openapi-ts@0.95.0'],
    files: {},
    command: ['openapi-ts', '--input', 'openapi.json', '--output', 'client', '--silent'],
    usage: {
      imports: `import { client } from './client/client.gen.js';
import { listProfiles, verifyCode } from './client/index.js';`,
      statements: `client.setConfig({ baseUrl: api });
const signedIn = await verifyCode({ body: credentials });
token = signedIn.data?.data.token;
const list = await listProfiles({ auth: token });
count = list.data?.data.count.all;`,
    },
  },
  {
    name: 'orval',
    packages: ['orval@7.13.0'],
    files: {
      'orval.config.cjs': `module.exports = {
  namecard: {
    input: 'openapi.json',
    output: { target: 'client.ts', client: 'fetch', baseUrl: process.env.API },
  },
};`,
    },
    command: ['orval', '--config', 'orval.config.cjs'],
    usage: {
      imports: `import { listProfiles, verifyCode } from './client.js';`,
      statements: `const signedIn = await verifyCode(credentials);
token = signedIn.status === 200 ? signedIn.data.data.token : undefined;
const list = await listProfiles({}, { ${bearer} });
count = list.status === 200 ? list.data.data.count.all : undefined;`,
    },
  },
  {
    name: 'kubb',
    packages: ['cli', 'core', 'plugin-oas', 'plugin-ts', 'plugin-client'].map(
      (part) => `@kubb/${part}@4.39.3`,
    ),
    files: {
      'kubb.config.ts': `import { defineConfig } from '@kubb/core';
import { pluginClient } from '@kubb/plugin-client';
import { pluginOas } from '@kubb/plugin-oas';
import { pluginTs } from '@kubb/plugin-ts';

export default defineConfig({
  input: { path: 'openapi.json' },
  output: { path: 'client', clean: true },
  plugins: [pluginOas(), pluginTs(), pluginClient({ client: 'fetch', bundle: true, baseURL: process.env.API })],
});`,
    },
    command: ['kubb', 'generate'],
    usage: {
      imports: `import { listProfiles, verifyCode } from './client/index.js';`,
      statements: `const signedIn = await verifyCode(credentials, {
  headers: { 'Content-Type': 'application/json' },
});
token = signedIn.data.token;
const list = await listProfiles({}, {}, { ${bearer} });
count = list.data.count.all;`,
    },
  },
  {
    name: 'swagger-typescript-api',
    packages: ['swagger-typescript-api@13.13.0'],
    files: {},
    command: [
      'swagger-typescript-api',
      'generate',
      '--path',
      'openapi.json',
      '--name',
      'client.ts',
      '--output',
      '.',
    ],
    usage: {
      imports: `import { Api } from './client.js';`,
      statements: `const client = new Api({ baseUrl: api });
const signedIn = await client.auth.verifyCode(credentials);
token = signedIn.data.data.token;
const list = await client.profiles.listProfiles({}, { ${bearer} });
count = list.data.data.count.all;`,
    },
  },
];
