/** The one-way rule of the house, each breach with what to do instead. */
const workspace = '^(apps|packages|tools)/';

/** Followed by a feature's name: the router's features, whose order is moderation ▶ auth, users, profiles ▶ mail, audit, idempotency ▶ jobs ▶ access. */
const feature = '^packages/router/src/';

/** What a file of the router's features may be called: the same few names everywhere, and these nouns for pure helpers. */
const knownFiles =
  '/(schemas|router|service|view|policy|queries|errors|codes|keys|hashes|networks|device|csv|messages|terms|worker)\\.ts$';

const isTest = '\\.test\\.tsx?$|/testing(/|\\.ts$)';

module.exports = {
  forbidden: [
    {
      name: 'admin-takes-types-only',
      severity: 'error',
      comment:
        'The admin app speaks to the service over tRPC alone. Import the router with `import type`, and nothing else of the workspace.',
      from: { path: '^apps/admin/src', pathNot: '\\.test\\.ts$|/testing/' },
      to: { path: `${workspace}(?!admin/)`, dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'nothing-imports-an-app',
      severity: 'error',
      comment: 'Apps put packages together. What two of them need belongs in a package.',
      from: { path: `${workspace}([^/]+)/` },
      to: { path: '^apps/', pathNot: '^apps/$2/' },
    },
    {
      name: 'router-stands-on-db-and-email',
      severity: 'error',
      comment:
        'The router knows neither HTTP nor Fastify: it imports @namecard/db and @namecard/email only.',
      from: { path: '^packages/router/', pathNot: isTest },
      to: { path: '^packages/(?!router/|db/|email/)' },
    },
    {
      name: 'foundations-stand-alone',
      severity: 'error',
      comment:
        'packages/rest, db and email import no other package of the workspace, so that each can be read by itself.',
      from: { path: '^packages/(rest|db|email)/', pathNot: isTest },
      to: { path: workspace, pathNot: '^packages/$1/' },
    },
    {
      name: 'through-the-door',
      severity: 'error',
      comment:
        'A package is entered by its door, src/index.ts (or testing.ts in tests). Export there what others need.',
      from: { path: `${workspace}([^/]+)/` },
      to: {
        path: '^packages/[^/]+/src/',
        pathNot: ['^packages/$2/', '^packages/[^/]+/src/(index|testing)\\.ts$'],
      },
    },
    {
      name: 'router-files-have-known-names',
      severity: 'error',
      comment:
        'Whoever knows one feature of the router knows all: its files are named as listed in `knownFiles`. A helper that is none of these is folded into the file that uses it, or gets a feature of its own; a new noun is added to the list.',
      from: {},
      to: { path: `${feature}.+/[^/]+$`, pathNot: [knownFiles, isTest] },
    },
    {
      name: 'router-base-stands-alone',
      severity: 'error',
      comment:
        'What all features stand on (errors, text, schemas, queries, transactions) knows no feature. Only trpc.ts and context.ts know access/, and root.ts and index.ts what they put together.',
      from: {
        path: `${feature}[^/]+$`,
        pathNot: [`${feature}(index|root|trpc|context)\\.ts$`, isTest],
      },
      to: { path: `${feature}[^/]+/` },
    },
    {
      name: 'router-access-asks-nobody',
      severity: 'error',
      comment:
        'Every feature asks access/ who calls; it asks nobody. What it needs of a feature belongs in access/ or below.',
      from: { path: `${feature}(access)/`, pathNot: isTest },
      to: { path: `${feature}[^/]+/`, pathNot: `${feature}$1/` },
    },
    {
      name: 'router-trpc-knows-access-alone',
      severity: 'error',
      comment:
        'trpc.ts and context.ts are below all features but access/: hand them what they need.',
      from: { path: `${feature}(trpc|context)\\.ts$` },
      to: { path: `${feature}[^/]+/`, pathNot: `${feature}access/` },
    },
    {
      name: 'router-jobs-stand-on-access',
      severity: 'error',
      comment: 'jobs/ runs what it is given: a feature hands its work to startWorker.',
      from: { path: `${feature}(jobs)/`, pathNot: isTest },
      to: { path: `${feature}[^/]+/`, pathNot: `${feature}($1|access)/` },
    },
    {
      name: 'router-helpers-stand-on-jobs',
      severity: 'error',
      comment:
        'mail/, audit/ and idempotency/ serve the features above them and know neither those nor one another. Hand them what they need.',
      from: { path: `${feature}(mail|audit|idempotency)/`, pathNot: isTest },
      to: { path: `${feature}[^/]+/`, pathNot: `${feature}($1|jobs|access)/` },
    },
    {
      name: 'router-features-do-not-import-one-another',
      severity: 'error',
      comment:
        'auth/, users/ and profiles/ know neither one another nor moderation/. What two of them need belongs in access/, audit/ or below.',
      from: { path: `${feature}(auth|users|profiles)/`, pathNot: isTest },
      to: {
        path: `${feature}[^/]+/`,
        pathNot: `${feature}($1|mail|audit|idempotency|jobs|access)/`,
      },
    },
    {
      name: 'router-moderation-base-stands-alone',
      severity: 'error',
      comment:
        'moderation/queries.ts and schemas.ts hold what several of its features share; mail/ and profiles/ are the lowest of those. They import no other feature of moderation/.',
      from: {
        path: `${feature}moderation/(?:(mail|profiles)/|(?:queries|schemas)\\.ts$)`,
        pathNot: isTest,
      },
      to: { path: `${feature}moderation/[^/]+/`, pathNot: `${feature}moderation/$1/` },
    },
    {
      name: 'router-moderation-points-down',
      severity: 'error',
      comment:
        'Inside moderation/: overview, undo, keys ─▶ users ─▶ profiles, mail. Turn the import round, or move what is shared down.',
      from: { path: `${feature}moderation/(users|overview|undo|keys)/`, pathNot: isTest },
      to: {
        path: `${feature}moderation/(users|overview|undo|keys)/`,
        pathNot: `${feature}moderation/($1|users)/`,
      },
    },
    {
      name: 'services-know-no-transport',
      severity: 'error',
      comment:
        'A service gets (deps, actor, input) and never sees a request, a header, the environment, tRPC or Fastify. Take what you need as an argument.',
      from: { path: `${feature}.+/[^/]+\\.ts$`, pathNot: ['/router\\.ts$', isTest] },
      to: {
        path: ['node_modules/(@trpc|fastify|@fastify)/', `${feature}(trpc|root)\\.ts$`],
      },
    },
    {
      name: 'services-do-not-import-routers',
      severity: 'error',
      comment: 'router.ts → service.ts → queries.ts, never back.',
      from: { path: `${feature}.+/[^/]+\\.ts$`, pathNot: ['/router\\.ts$', isTest] },
      to: { path: `${feature}.+/router\\.ts$` },
    },
    {
      name: 'routers-do-not-query',
      severity: 'error',
      comment:
        'A router is kind, meta, input, output and one line. What touches the database belongs in the service.',
      from: { path: `${feature}.+/router\\.ts$` },
      to: { path: ['^packages/db/', '/queries\\.ts$', 'node_modules/(@mikro-orm|kysely)/'] },
    },
    {
      name: 'sql-in-queries',
      severity: 'error',
      comment:
        'SQL is written in packages/db and in files named queries.ts alone. Put the statement there and call it by name, or edit an entity in inTransaction(deps, work).',
      from: {
        path: '^(apps|packages)/',
        pathNot: [
          '^packages/db/',
          '/queries\\.ts$',
          '/seed/',
          '^packages/contract/src/fuzz/',
          isTest,
        ],
      },
      to: { path: 'node_modules/kysely/' },
    },
    {
      name: 'schemas-and-views-are-leaves',
      severity: 'error',
      comment:
        'Schemas, policies and views describe shapes and rules: they import no service, query or router, but types of rows.',
      from: { path: `${feature}.+/(schemas|policy|view)\\.ts$` },
      to: {
        path: [`${feature}.+/(service|router|queries|worker)\\.ts$`, `${feature}queries\\.ts$`],
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'no-cycles',
      severity: 'error',
      comment: 'Two files that need each other are one, or need a third. (Types do not count.)',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'no-test-helpers-in-the-service',
      severity: 'error',
      comment: 'What ships does not stand on what tests it.',
      from: {
        pathNot:
          '(\\.test\\.tsx?$|/testing(/|\\.ts$))|^(tools|packages/contract/src/(fuzz|oracle))/',
      },
      to: { path: '(\\.test\\.ts$|/testing(/|\\.ts$))' },
    },
    {
      name: 'nothing-imports-a-tool',
      severity: 'error',
      comment:
        'tools/* measure and break the service from outside, and nobody stands on them. What two of them need belongs in packages/testing.',
      from: { pathNot: '^tools/' },
      to: { path: '^tools/' },
    },
    {
      name: 'admin-components-know-no-domain',
      severity: 'error',
      comment:
        'apps/admin/src/components draws buttons, dialogs and tables that any app could use. What knows of profiles, users or the service belongs in moderation/, frame/ or a page.',
      from: { path: '^apps/admin/src/components/', pathNot: isTest },
      to: {
        path: '^apps/admin/src/',
        pathNot: '^apps/admin/src/(components/|(store|clock)\\.ts$)',
      },
    },
    {
      name: 'admin-frame-is-below-moderation',
      severity: 'error',
      comment:
        'apps/admin/src/frame stands around every page and knows none. What it needs of one is handed to it by root.tsx.',
      from: { path: '^apps/admin/src/frame/' },
      to: { path: '^apps/admin/src/(moderation/|routes/|root\\.tsx$|router\\.tsx$)' },
    },
    {
      name: 'admin-moderation-is-below-pages',
      severity: 'error',
      comment:
        'apps/admin/src/moderation holds what several pages share. What one page alone needs belongs in that page.',
      from: { path: '^apps/admin/src/moderation/' },
      to: { path: '^apps/admin/src/(routes/|root\\.tsx$|router\\.tsx$)' },
    },
    {
      name: 'admin-pages-stand-apart',
      severity: 'error',
      comment:
        'A page of apps/admin imports no other page. What two of them need belongs in moderation/ or frame/.',
      from: { path: '^apps/admin/src/routes/([^/]+)/' },
      to: {
        path: '^apps/admin/src/(routes/|root\\.tsx$|router\\.tsx$)',
        pathNot: '^apps/admin/src/routes/$1/',
      },
    },
    {
      name: 'admin-list-and-page-stand-apart',
      severity: 'error',
      comment:
        'The list of profiles and the page of one import nothing of each other. What both need stands beside the two folders.',
      from: { path: '^apps/admin/src/routes/profiles/(list|page)/' },
      to: {
        path: '^apps/admin/src/routes/profiles/(list|page)/',
        pathNot: '^apps/admin/src/routes/profiles/$1/',
      },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: ['^apps/[^/]+/dist/', '^tools/bench/peers/'] },
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
