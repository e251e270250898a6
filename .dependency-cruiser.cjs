/** The one-way rule of the house, each breach with what to do instead. */
const workspace = '^(apps|packages|tools)/';

/** A file of a feature, however deep its folder lies; `packages/router/src` itself holds what all features stand on. */
const feature = '^packages/router/src/.+/';

const isTested = '\\.test\\.ts$|/testing(/|\\.ts$)';

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
      from: { path: '^packages/router/', pathNot: isTested },
      to: { path: '^packages/(?!router/|db/|email/)' },
    },
    {
      name: 'foundations-stand-alone',
      severity: 'error',
      comment:
        'packages/rest, db and email import no other package of the workspace, so that each can be read by itself.',
      from: { path: '^packages/(rest|db|email)/', pathNot: isTested },
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
      name: 'services-know-no-transport',
      severity: 'error',
      comment:
        'A service gets (deps, actor, input) and never sees a request, a header, the environment, tRPC or Fastify. Take what you need as an argument.',
      from: { path: `${feature}[^/]+\\.ts$`, pathNot: ['/router\\.ts$', isTested] },
      to: {
        path: ['node_modules/(@trpc|fastify|@fastify)/', '^packages/router/src/(trpc|root)\\.ts$'],
      },
    },
    {
      name: 'services-do-not-import-routers',
      severity: 'error',
      comment: 'router.ts → service.ts → @namecard/db, never back.',
      from: { path: `${feature}[^/]+\\.ts$`, pathNot: ['/router\\.ts$', isTested] },
      to: { path: `${feature}router\\.ts$` },
    },
    {
      name: 'routers-do-not-query',
      severity: 'error',
      comment:
        'A router is kind, meta, input, output and one line. What touches the database belongs in the service.',
      from: { path: `${feature}router\\.ts$` },
      to: {
        path: ['^packages/db/', '/(act-)?queries\\.ts$', 'node_modules/(@mikro-orm|kysely)/'],
      },
    },
    {
      name: 'schemas-and-views-are-leaves',
      severity: 'error',
      comment:
        'Schemas, policies and views describe shapes and rules: they import no service, query or router, but types of rows.',
      from: { path: `${feature}(schemas|policy|view)\\.ts$` },
      to: {
        path: `${feature}(service|acts|router|(act-)?queries|worker)\\.ts$`,
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'history-knows-no-feature',
      severity: 'error',
      comment:
        'Whatever is done to profiles, people and addresses is written down by events/, which knows the acts and not the features. Hand it what it needs.',
      from: { path: '^packages/router/src/events/', pathNot: isTested },
      to: { path: '^packages/router/src/(profiles|users|mail|moderation)/' },
    },
    {
      name: 'moderation-is-on-top',
      severity: 'error',
      comment:
        'moderation/ does what spans features (undo, overview). What a feature needs of it belongs in events/ or in the feature.',
      from: {
        path: `${feature}[^/]+\\.ts$`,
        pathNot: ['^packages/router/src/moderation/', isTested],
      },
      to: { path: '^packages/router/src/moderation/' },
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
        pathNot: '(\\.test\\.tsx?$|/testing(/|\\.ts$))|^(tools|packages/contract/src/(fuzz|oracle))/',
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
      from: { path: '^apps/admin/src/components/', pathNot: isTested },
      to: { path: '^apps/admin/src/', pathNot: '^apps/admin/src/(components/|store\\.ts$)' },
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
