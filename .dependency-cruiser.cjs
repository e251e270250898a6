/** The one-way rule of the house, each breach with what to do instead. */
const workspace = '^(apps|packages|tools)/';

/** Followed by a feature's name. */
const feature = '^packages/router/src/';

/** What a schema, a policy and a view may use of features: each other, and nouns that neither read nor write. */
const leaves = '/(schemas|links|policy|view|codes)\\.ts$';

/** Here two files may still need each other's types. */
const typesDoNotCount = '^(apps/admin)/';

const isTest = '\\.test\\.tsx?$|/testing(/|\\.ts$)';

/**
 * The router's features, the lowest first, each with what else of them it may import. Those of one entry know nothing of one another.
 */
const features = [
  {
    named: 'access',
    below: [],
    comment:
      'Every feature asks access/ who calls; it asks nobody. What it needs of a feature belongs in access/ or below.',
  },
  {
    named: 'jobs',
    below: ['access'],
    comment: 'jobs/ runs what it is given: a feature hands its work to startWorker.',
  },
  {
    named: 'items',
    below: ['access'],
    comment:
      'items/ opens and closes what moderators look at. It is told of what happened, and asks no feature.',
  },
  {
    named: 'mail|audit',
    below: ['items', 'jobs', 'access'],
    comment:
      'mail/ and audit/ serve the features above them and know neither those nor one another. Hand them what they need.',
  },
  {
    named: 'auth|users|profiles',
    below: ['items', 'mail', 'audit', 'jobs', 'access'],
    comment:
      'auth/, users/ and profiles/ know neither one another nor moderation/. What two of them need belongs in access/, audit/ or below.',
  },
  {
    named: 'changes',
    below: ['profiles', 'jobs', 'access'],
    comment:
      'changes/ tells what profiles/ shows of a profile, and jobs/ runs its numbering. Triggers write changes: no feature calls it.',
  },
  {
    named: 'webhooks',
    below: ['changes', 'mail', 'audit', 'jobs', 'access'],
    comment: 'webhooks/ sends what changes/ tells. Nothing else knows it.',
  },
  {
    named: 'instances',
    below: ['webhooks', 'jobs', 'access'],
    comment:
      'instances/ announces this instance, and encrypts keys and secrets again after SECRET_KEY changed.',
  },
  {
    named: 'moderation',
    below: ['auth', 'users', 'profiles', 'items', 'mail', 'audit', 'jobs', 'access'],
    comment:
      'moderation/ acts on users, profiles and mail. It knows neither changes/ nor webhooks/.',
  },
];

const listedFeatures = features.map(({ named }) => named).join('|');

const standsOn = ({ named, below, comment }) => ({
  name: `router-${named.replaceAll('|', '-')}-stands-on-what-is-below`,
  comment,
  from: { path: `${feature}(${named})/`, pathNot: isTest },
  to: { path: `${feature}[^/]+/`, pathNot: `${feature}(${['$1', ...below].join('|')})/` },
});

/** Followed by a folder of the service, or by one of the four files beside them. */
const service = '^apps/api/src/';

/** The folders of the service and those four files, the lowest first, each with what else of them it may import. */
const serviceParts = [
  {
    named: 'settings',
    below: [],
    comment: 'settings/ reads the environment, and knows nothing of what is made of it.',
  },
  {
    named: 'adapters',
    below: ['settings'],
    comment: 'adapters/ are what the router is given. They know the settings alone.',
  },
  {
    named: 'watch',
    below: [],
    comment: 'watch/ is told what happens: it calls nobody. Hand it what it reads.',
  },
  {
    named: 'http',
    below: ['watch', 'settings/trusted-ranges'],
    comment:
      'http/ is what every request meets. What one face needs belongs in faces/; settings are handed in.',
  },
  {
    named: 'fairness',
    below: ['http', 'watch'],
    comment: 'fairness/ decides whose call is next, and knows no face.',
  },
  {
    named: 'parts',
    below: ['adapters', 'fairness', 'watch'],
    comment:
      'parts.ts opens what runs without HTTP: pools, workers, probes. Routes and hooks belong in server.ts.',
  },
  {
    named: 'faces',
    below: ['parts', 'fairness', 'http', 'watch', 'settings'],
    comment:
      'faces/ are mounted by server.ts. They start and end nothing: that is for parts.ts and process/.',
  },
  {
    named: 'server',
    below: ['parts', 'faces', 'fairness', 'http', 'watch'],
    comment:
      'server.ts says what is mounted where. It reads no settings: process/service.ts hands it its options.',
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
      'process/ starts and ends the service. It knows neither main.ts nor commands/, and of scripts/ only what --demo fills in.',
  },
  {
    named: 'main',
    below: ['process', 'faces/admin-files', 'settings'],
    comment:
      'main.ts reads the settings and leaves the rest to process/. A command belongs in commands/.',
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
    comment: 'namecard.js is the door of the command line: it runs commands/program.ts.',
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

/** What no import may do, and what to do instead. */
const rules = [
  {
    name: 'admin-takes-the-client',
    comment:
      'The admin app speaks to the service by @namecard/client alone, as any frontend does: what another frontend could want (the session, errors, repeats) belongs there. Of the rest of the workspace it imports the look alone.',
    from: { path: '^apps/admin/src', pathNot: '\\.test\\.ts$|/testing/' },
    to: {
      path: `${workspace}(?!admin/|client/src/(index|react)\\.ts$|look/src/[^/]+\\.svg$)`,
    },
  },
  {
    name: 'clients-take-types-only',
    comment:
      'What a browser loads holds nothing of the service but the pure functions that read a typed code. Import the router with `import type`, and nothing else of the workspace.',
    from: { path: '^packages/client/src', pathNot: isTest },
    to: {
      path: `${workspace}(?!client/)`,
      pathNot: '^packages/router/src/access/typed-code\\.ts$',
      dependencyTypesNot: ['type-only'],
    },
  },
  {
    name: 'typed-code-imports-nothing',
    comment:
      'The packed client carries access/typed-code.ts into browsers. What it needs stands in it.',
    from: { path: '^packages/router/src/access/typed-code\\.ts$' },
    to: {},
  },
  {
    name: 'nothing-imports-an-app',
    comment: 'Apps put packages together. What two of them need belongs in a package.',
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
      'Members’ pages show what the router answers: they import @namecard/router and @namecard/look only. A rule belongs in the router.',
    from: { path: '^packages/pages/', pathNot: isTest },
    to: { path: `${workspace}(?!pages/|router/|look/)` },
  },
  {
    name: 'foundations-stand-alone',
    comment:
      'packages/rest, db, look and embedded-postgres import no other package of the workspace, so that each can be read by itself; email imports look alone. Tests may: those of db run on the embedded PostgreSQL.',
    from: { path: '^packages/(rest|db|email|look|embedded-postgres)/', pathNot: isTest },
    to: { path: workspace, pathNot: ['^packages/$1/', '^packages/look/'] },
  },
  {
    name: 'through-the-door',
    comment:
      'A package is entered by its door, src/index.ts (or testing.ts in tests). Export there what others need.',
    from: { path: `${workspace}([^/]+)/` },
    to: {
      path: '^packages/[^/]+/src/',
      pathNot: [
        '^packages/$2/',
        '^packages/[^/]+/src/(index|testing)\\.ts$',
        // For servers, and for React, apart from what every page loads.
        '^packages/client/src/(verify|react)\\.ts$',
        '^packages/router/src/access/typed-code\\.ts$',
        // Files that a bundler takes.
        '^packages/look/src/[^/]+\\.(css|svg)$',
      ],
    },
  },
  {
    name: 'router-files-say-what-they-do',
    comment:
      'Name a file after its use case (send-code.ts), after a pair that undoes itself (hide-and-restore.ts), or after what it knows (guesses.ts). Statements go to <same name>.sql.ts, or to <noun>.sql.ts where two files use them.',
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
      'What all features stand on (errors, text, schemas, cursors, transactions) knows no feature. Only trpc.ts and context.ts know access/, and root.ts and index.ts what they put together.',
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
      'apps/api/src has main.ts, server.ts, parts.ts and namecard.js. Put a file into the folder that says what it is for.',
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
      'trpc.ts and context.ts are below all features but access/: hand them what they need.',
    from: { path: `${feature}(trpc|context)\\.ts$` },
    to: { path: `${feature}[^/]+/`, pathNot: `${feature}access/` },
  },
  {
    name: 'router-moderation-base-stands-alone',
    comment:
      'moderation/duplicates.sql.ts and schemas.ts hold what several of its features share; brake/, and above it mail/ and profiles/, are the lowest of those. They import no other feature of moderation/.',
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
      'Inside moderation/: waiting ─▶ undo, keys ─▶ users ─▶ profiles, mail ─▶ brake. Turn the import round, or move what is shared down.',
    from: { path: `${feature}moderation/(users|undo|keys)/`, pathNot: isTest },
    to: {
      path: `${feature}moderation/(users|undo|keys|waiting)/`,
      pathNot: `${feature}moderation/($1|users)/`,
    },
  },
  {
    name: 'use-cases-know-no-transport',
    comment:
      'A use case gets (deps, actor, input) and never sees a request, a header, the environment, tRPC or Fastify. Take what you need as an argument.',
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
      'A *.sql.ts uses other statements, schemas and the terms of a search. Hand it what else it needs.',
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
      'A router is kind, meta, input, output and one line. What touches the database belongs in the use case.',
    from: { path: `${feature}.+/router\\.ts$` },
    to: {
      path: ['^packages/db/', '\\.sql\\.ts$', 'node_modules/(@mikro-orm|kysely)/'],
    },
  },
  {
    name: 'sql-in-sql-files',
    comment:
      'SQL is written in packages/db and in files named *.sql.ts alone. Put the statement there and call it by name, or edit an entity in inTransaction(deps, work).',
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
      'Schemas, policies and views describe shapes and rules: they import no use case, statement or router, but types of rows.',
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
      'Two files that need each other are one, or need a third. Types count: move the type to the file below.',
    from: { pathNot: typesDoNotCount },
    to: { circular: true },
  },
  {
    name: 'no-cycles-but-of-types',
    comment:
      'Two files that need each other are one, or need a third. Types do not count here.',
    from: { path: typesDoNotCount },
    to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
  },
  {
    name: 'no-test-helpers-in-the-service',
    comment: 'What ships does not stand on what tests it.',
    from: {
      pathNot:
        '(\\.test\\.tsx?$|/testing(/|\\.ts$))|^(tools|packages/contract/src/(fuzz|generators|oracle))/',
    },
    to: { path: '(\\.test\\.ts$|/testing(/|\\.ts$))' },
  },
  {
    name: 'nothing-imports-a-tool',
    comment:
      'tools/* measure and break the service from outside, and nobody stands on them. What two of them need belongs in packages/testing.',
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
