/**
 * Which file may import which. Each rule's comment says what to do instead. `npm
 * run layers` prints it.
 */
const workspace = '^(apps|packages|tools)/';

/** Followed by a feature's name. */
const feature = '^packages/router/src/';

/** Files of features that schemas, policies and views may import. */
const leaves = '/(schemas|links|policy|view|codes|typed-code|device)\\.ts$';

/** Two files of these folders may import each other's types. */
const typesDoNotCount = '^(apps/admin)/';

const isTest = '\\.test\\.tsx?$|/testing(/|\\.ts$)';

/**
 * The router's features, the lowest first, each with the features that it may
 * import. Features of one entry don't import each other.
 */
const features = [
  {
    named: 'access',
    below: [],
    comment:
      'Features import access/, and it imports none of them. Move shared code into access/ or below.',
  },
  {
    named: 'jobs',
    below: ['access'],
    comment:
      'jobs/ imports no feature but access/. A feature passes its work to startWorker.',
  },
  {
    named: 'items',
    below: ['access'],
    comment:
      'items/ opens and closes items of the desk. Features call it, and it imports only access/.',
  },
  {
    named: 'mail|audit',
    below: ['items', 'jobs', 'access'],
    comment:
      'mail/ and audit/ import neither each other nor the features above. Pass what they need as arguments.',
  },
  {
    named: 'moves',
    below: ['items', 'mail', 'audit', 'jobs', 'access'],
    comment:
      'moves/ changes the address of an account. auth/, users/ and moderation/ call it.',
  },
  {
    named: 'invitations',
    below: ['mail', 'audit', 'jobs', 'access'],
    comment:
      'invitations/ lets addresses sign up. moderation/ mounts its procedures and undoes them.',
  },
  {
    named: 'auth|users|profiles',
    below: ['invitations', 'moves', 'items', 'mail', 'audit', 'jobs', 'access'],
    comment:
      'auth/, users/ and profiles/ import neither each other nor moderation/. Move shared code into access/, audit/ or below.',
  },
  {
    named: 'changes',
    below: ['profiles', 'jobs', 'access'],
    comment:
      'changes/ imports only profiles/, jobs/ and access/. Triggers write changes, so no feature but webhooks/ calls it.',
  },
  {
    named: 'webhooks',
    below: ['changes', 'mail', 'audit', 'jobs', 'access'],
    comment: 'webhooks/ sends what changes/ lists. No feature imports it.',
  },
  {
    named: 'instances',
    below: ['jobs'],
    comment: 'instances/ announces this instance. It imports only jobs/.',
  },
  {
    named: 'moderation',
    below: [
      'auth',
      'users',
      'profiles',
      'invitations',
      'moves',
      'items',
      'mail',
      'audit',
      'jobs',
      'access',
    ],
    comment:
      'moderation/ acts on users, profiles and mail. It imports neither changes/ nor webhooks/.',
  },
];

const listedFeatures = features.map(({ named }) => named).join('|');

const standsOn = ({ named, below, comment }) => ({
  name: `router-${named.replaceAll('|', '-')}-stands-on-what-is-below`,
  comment,
  from: { path: `${feature}(${named})/`, pathNot: isTest },
  to: { path: `${feature}[^/]+/`, pathNot: `${feature}(${['$1', ...below].join('|')})/` },
});

/** Followed by a folder of the service, or by one of its four files. */
const service = '^apps/api/src/';

/**
 * The folders of the service and its four files, the lowest first, each with the
 * others that it may import.
 */
const serviceParts = [
  {
    named: 'settings',
    below: [],
    comment: 'settings/ reads the environment and imports nothing else of the service.',
  },
  {
    named: 'adapters',
    below: ['settings'],
    comment: 'adapters/ are passed to the router. They import only settings/.',
  },
  {
    named: 'watch',
    below: [],
    comment:
      'watch/ imports nothing else of the service. Pass what it reads as arguments.',
  },
  {
    named: 'http',
    below: ['watch', 'settings/trusted-ranges'],
    comment:
      'http/ has steps of every request. Steps of one face belong in faces/. Pass settings as arguments.',
  },
  {
    named: 'fairness',
    below: ['http', 'watch'],
    comment: 'fairness/ decides whose call is next, and imports no face.',
  },
  {
    named: 'parts',
    below: ['adapters', 'fairness', 'watch'],
    comment:
      'parts.ts opens the parts without HTTP: pools, workers, probes. Routes and hooks belong in server.ts.',
  },
  {
    named: 'faces',
    below: ['parts', 'fairness', 'http', 'watch', 'settings'],
    comment: 'server.ts mounts faces/. Only parts.ts and process/ start and end things.',
  },
  {
    named: 'server',
    below: ['parts', 'faces', 'fairness', 'http', 'watch'],
    comment:
      'server.ts mounts all routes. It reads no settings: process/start-service.ts passes its options.',
  },
  {
    named: 'process',
    below: [
      'server',
      'parts',
      'faces',
      'fairness',
      'http',
      'watch',
      'adapters',
      'settings',
      'scripts/seed/demo',
    ],
    comment:
      'process/ starts and ends the service. It imports neither main.ts nor commands/, and of scripts/ only the data of --demo.',
  },
  {
    named: 'main',
    below: ['process', 'faces/admin-files', 'settings', 'watch/logged-error'],
    comment:
      'main.ts reads the settings, prints why a start failed and leaves the rest to process/. A command belongs in commands/.',
  },
  {
    named: 'scripts',
    below: ['parts', 'faces', 'adapters', 'settings', 'process/logger'],
    comment: 'scripts/ write documents and example data. They start no service.',
  },
  {
    named: 'commands',
    below: ['main', 'watch', 'adapters', 'settings'],
    comment:
      'commands/ call use cases on a database, without a server. Only `namecard start` runs main.ts.',
  },
  {
    named: 'namecard',
    below: ['commands'],
    comment: 'namecard.js is the start of the command line. It runs commands/program.ts.',
  },
];

const serviceStandsOn = ({ named, below, comment }) => ({
  name: `service-${named}-stands-on-what-is-below`,
  comment,
  from: { path: `${service}${named}(/|\\.[jt]s$)`, pathNot: isTest },
  to: {
    path: service,
    pathNot: `${service}(${[named, ...below].join('|')})(/|\\.ts$)`,
  },
});

const rules = [
  {
    name: 'admin-takes-the-client',
    comment:
      'The admin app calls the service only through @namecard/client, like any frontend. Code that other frontends could use (session, errors, repeats) belongs there. The only other package that it imports is look.',
    from: { path: '^apps/admin/src', pathNot: '\\.test\\.ts$|/testing/' },
    to: {
      path: `${workspace}(?!admin/|client/src/(index|react)\\.ts$|look/src/((csv|socials)\\.ts|[^/]+\\.svg)$)`,
    },
  },
  {
    name: 'clients-take-types-only',
    comment:
      'A browser loads the client, so it has no code of the service except access/typed-code.ts, addresses.ts, invitations/read-list.ts and seen-text.ts. Import the router with `import type`, and no other package of the workspace.',
    from: { path: '^packages/client/src', pathNot: isTest },
    to: {
      path: `${workspace}(?!client/)`,
      pathNot:
        '^packages/router/src/(access/typed-code|addresses|invitations/read-list|seen-text)\\.ts$',
      dependencyTypesNot: ['type-only'],
    },
  },
  {
    name: 'files-for-browsers-import-nothing',
    comment:
      'The packed client has access/typed-code.ts, addresses.ts, invitations/read-list.ts and seen-text.ts, for browsers. They import nothing but seen-text.ts.',
    from: {
      path: '^packages/router/src/(access/typed-code|addresses|invitations/read-list|seen-text)\\.ts$',
    },
    to: { pathNot: '^packages/router/src/seen-text\\.ts$' },
  },
  {
    name: 'nothing-imports-an-app',
    comment: 'Only an app imports its own files. Move shared code into a package.',
    from: { path: `${workspace}([^/]+)/` },
    to: { path: '^apps/', pathNot: '^apps/$2/' },
  },
  {
    name: 'router-stands-on-db-email-and-look',
    comment:
      'The router knows neither HTTP nor Fastify: it imports @namecard/db, @namecard/email and @namecard/look only.',
    from: { path: '^packages/router/', pathNot: isTest },
    to: { path: '^packages/(?!router/|db/|email/|look/)' },
  },
  {
    name: 'pages-call-the-router',
    comment:
      'Members’ pages show the router’s answers. They import only @namecard/router and @namecard/look. Rules belong in the router.',
    from: { path: '^packages/pages/', pathNot: isTest },
    to: { path: `${workspace}(?!pages/|router/|look/)` },
  },
  {
    name: 'foundations-stand-alone',
    comment:
      'packages/rest, db, email, look and embedded-postgres import no other package of the workspace but look. Tests may: those of db run on the embedded PostgreSQL.',
    from: { path: '^packages/(rest|db|email|look|embedded-postgres)/', pathNot: isTest },
    to: { path: workspace, pathNot: ['^packages/$1/', '^packages/look/'] },
  },
  {
    name: 'through-the-door',
    comment:
      'Import a package by its src/index.ts (or testing.ts in tests). Export there what others need.',
    from: { path: `${workspace}([^/]+)/` },
    to: {
      path: '^packages/[^/]+/src/',
      pathNot: [
        '^packages/$2/',
        '^packages/[^/]+/src/(index|testing)\\.ts$',
        // For servers and for React. They are not in the bundle of every page.
        '^packages/client/src/(verify|react)\\.ts$',
        '^packages/router/src/(access/typed-code|invitations/read-list)\\.ts$',
        // What settings check with. A command that only reads settings starts in a third
        // of the time without the rest of these packages.
        '^packages/(db/src/(database-url|languages)|email/src/(address|loopback|smtp-url)|router/src/(addresses|seen-text|access/codes|access/language))\\.ts$',
        // Files for bundlers, the kinds of links and the lines of CSV, which the admin app uses too.
        '^packages/look/src/([^/]+\\.(css|svg)|(csv|socials)\\.ts)$',
      ],
    },
  },
  {
    name: 'router-files-say-what-they-do',
    comment:
      'Name a file after its use case (send-code.ts), after two opposite ones (hide-and-restore.ts), or after its subject (guesses.ts). Statements go to <same name>.sql.ts, or to <noun>.sql.ts if two files use them.',
    from: {},
    to: {
      path: [
        `^packages/router/src(/.+|)/(queries|services?|utils?|helpers?|common|shared|misc|types)\\.ts$`,
        `${feature}.+/index\\.ts$`,
      ],
    },
  },
  {
    name: 'router-files-are-spelled-alike',
    comment: 'Lower case and hyphens: send-code.ts, send-code.sql.ts, send-code.test.ts.',
    from: {},
    to: { path: feature, pathNot: '/[a-z0-9-]+(\\.sql|\\.test)?\\.ts$' },
  },
  {
    name: 'router-base-stands-alone',
    comment:
      'The files beside the features (errors, text, schemas, cursors, transactions) import no feature. Exceptions: trpc.ts and context.ts import access/, root.ts and index.ts import all.',
    from: {
      path: `${feature}[^/]+$`,
      pathNot: [`${feature}(index|root|trpc|context)\\.ts$`, isTest],
    },
    to: { path: `${feature}[^/]+/` },
  },
  ...serviceParts.map(serviceStandsOn),
  {
    name: 'service-has-four-files-beside-its-folders',
    comment:
      'Beside its folders, apps/api/src has only main.ts, server.ts, parts.ts and namecard.js. Put a new file into a folder.',
    from: {},
    to: {
      path: `${service}[^/]+\\.[jt]s$`,
      pathNot: `${service}((main|server|parts)\\.ts|namecard\\.js)$`,
    },
  },
  {
    name: 'router-features-are-listed',
    comment:
      'A new folder of packages/router/src needs an entry in `features` of .dependency-cruiser.cjs, which says what it may import.',
    from: {},
    to: { path: `${feature}[^/]+/`, pathNot: `${feature}(${listedFeatures}|testing)/` },
  },
  ...features.map(standsOn),
  {
    name: 'router-trpc-knows-access-alone',
    comment:
      'trpc.ts and context.ts import no feature but access/. Pass what they need as arguments.',
    from: { path: `${feature}(trpc|context)\\.ts$` },
    to: { path: `${feature}[^/]+/`, pathNot: `${feature}access/` },
  },
  {
    name: 'router-moderation-base-stands-alone',
    comment:
      'Several features of moderation/ share duplicates.sql.ts and schemas.ts. The lowest features are brake/, then mail/ and profiles/. All these import no other feature of moderation/ but brake/.',
    from: {
      path: `${feature}moderation/(?:(brake|mail|profiles)/|(?:duplicates\\.sql|schemas)\\.ts$)`,
      pathNot: isTest,
    },
    to: {
      path: `${feature}moderation/[^/]+/`,
      pathNot: `${feature}moderation/($1|brake)/`,
    },
  },
  {
    name: 'router-moderation-points-down',
    comment:
      'Imports inside moderation/: waiting ─▶ undo, keys ─▶ users ─▶ profiles, mail ─▶ brake. Reverse the import, or move shared code down.',
    from: { path: `${feature}moderation/(users|undo|keys)/`, pathNot: isTest },
    to: {
      path: `${feature}moderation/(users|undo|keys|waiting)/`,
      pathNot: `${feature}moderation/($1|users)/`,
    },
  },
  {
    name: 'use-cases-know-no-transport',
    comment:
      'A use case gets (deps, actor, input) and never sees a request, a header, the environment, tRPC or Fastify. Pass what it needs as arguments.',
    from: { path: `${feature}.+/[^/]+\\.ts$`, pathNot: ['/router\\.ts$', isTest] },
    to: {
      path: ['node_modules/(@trpc|fastify|@fastify)/', `${feature}(trpc|root)\\.ts$`],
    },
  },
  {
    name: 'use-cases-do-not-import-routers',
    comment: 'router.ts → <use-case>.ts → <use-case>.sql.ts, never back.',
    from: { path: `${feature}.+/[^/]+\\.ts$`, pathNot: ['/router\\.ts$', isTest] },
    to: { path: `${feature}.+/router\\.ts$` },
  },
  {
    name: 'statements-do-not-import-use-cases',
    comment:
      'A *.sql.ts imports only other statements, schemas and terms.ts of searches. Pass the rest as arguments.',
    from: { path: `${feature}.+\\.sql\\.ts$` },
    to: {
      path: `${feature}[^/]+/`,
      pathNot: ['\\.sql\\.ts$', '/(schemas|terms)\\.ts$'],
      dependencyTypesNot: ['type-only'],
    },
  },
  {
    name: 'routers-do-not-query',
    comment:
      'A procedure in a router has its kind, meta, input, output and one line. Code for the database belongs in the use case.',
    from: { path: `${feature}.+/router\\.ts$` },
    to: {
      path: ['^packages/db/', '\\.sql\\.ts$', 'node_modules/(@mikro-orm|kysely)/'],
    },
  },
  {
    name: 'sql-in-sql-files',
    comment:
      'Only packages/db and files named *.sql.ts have SQL. Put the statement there and call it by name, or edit an entity in inTransaction(deps, work).',
    from: {
      path: '^(apps|packages)/',
      pathNot: [
        '^packages/db/',
        '\\.sql\\.ts$',
        '/seed/',
        '^packages/contract/src/fuzz/',
        isTest,
      ],
    },
    to: { path: 'node_modules/kysely/' },
  },
  {
    name: 'schemas-and-views-are-leaves',
    comment:
      'Schemas, policies and views import no use case, statement or router, except types of rows.',
    from: { path: `${feature}.+/(schemas|policy|view)\\.ts$` },
    to: {
      path: [`${feature}[^/]+/`, `${feature}cursor\\.ts$`, `${feature}.+\\.sql\\.ts$`],
      pathNot: leaves,
      dependencyTypesNot: ['type-only'],
    },
  },
  {
    name: 'no-cycles',
    comment:
      'Two files import each other. Make them one, or move shared code into a third. Types count: move the type to the lower file.',
    from: { pathNot: typesDoNotCount },
    to: { circular: true },
  },
  {
    name: 'no-cycles-but-of-types',
    comment:
      'Two files import each other. Make them one, or move shared code into a third. Types do not count here.',
    from: { path: typesDoNotCount },
    to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
  },
  {
    name: 'no-test-helpers-in-the-service',
    comment:
      'Only tests, tools and the programs of packages/contract import test helpers.',
    from: {
      pathNot:
        '(\\.test\\.tsx?$|/testing(/|\\.ts$))|^(tools|packages/contract/src/(fuzz|generators))/',
    },
    to: { path: '(\\.test\\.ts$|/testing(/|\\.ts$))' },
  },
  {
    name: 'nothing-imports-a-tool',
    comment:
      'tools/* use the service from outside, and nothing imports them. Move code that two tools share into packages/testing.',
    from: { pathNot: '^tools/' },
    to: { path: '^tools/' },
  },
  ...require('./apps/admin/layers.cjs'),
];

module.exports = {
  forbidden: rules.map((rule) => ({ severity: 'error', ...rule })),
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: {
      path: ['^apps/[^/]+/dist/', '^packages/contract/programs/', '^tools/bench/peers/'],
    },
    tsPreCompilationDeps: true,
    detectProcessBuiltinModuleCalls: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.json'],
    },
  },
};
