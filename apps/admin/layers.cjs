/**
 * Which folder of the admin app may import which. Pages import moderation, that
 * imports frame, and that imports components. Read by .dependency-cruiser.cjs.
 */
const isTest = '\\.test\\.tsx?$|/testing(/|\\.ts$)';

module.exports = [
  {
    name: 'admin-components-know-no-domain',
    comment:
      'apps/admin/src/components draws buttons, dialogs and lists that any app could use. Code about profiles, users or the service belongs in moderation/, frame/ or a page.',
    from: { path: '^apps/admin/src/components/', pathNot: isTest },
    to: {
      path: '^apps/admin/src/',
      pathNot: '^apps/admin/src/(components/|(store|clock|storage|keyboard)\\.ts$)',
    },
  },
  {
    name: 'admin-frame-is-below-moderation',
    comment:
      'apps/admin/src/frame is around every page and imports none. root.tsx gives it what it needs of a page.',
    from: { path: '^apps/admin/src/frame/' },
    to: { path: '^apps/admin/src/(moderation/|routes/|root\\.tsx$|router\\.tsx$)' },
  },
  {
    name: 'admin-moderation-is-below-pages',
    comment:
      'apps/admin/src/moderation has code that several pages share. Code of one page belongs in that page.',
    from: { path: '^apps/admin/src/moderation/' },
    to: { path: '^apps/admin/src/(routes/|root\\.tsx$|router\\.tsx$)' },
  },
  {
    name: 'admin-pages-stand-apart',
    comment:
      'A page of apps/admin imports no other page. Code of two pages belongs in moderation/ or frame/.',
    from: { path: '^apps/admin/src/routes/([^/]+)/' },
    to: {
      path: '^apps/admin/src/(routes/|root\\.tsx$|router\\.tsx$)',
      pathNot: '^apps/admin/src/routes/$1/',
    },
  },
  {
    name: 'admin-list-and-page-stand-apart',
    comment:
      'The list of profiles and the page of one profile import nothing of each other. Code of both is beside the two folders.',
    from: { path: '^apps/admin/src/routes/profiles/(list|page)/' },
    to: {
      path: '^apps/admin/src/routes/profiles/(list|page)/',
      pathNot: '^apps/admin/src/routes/profiles/$1/',
    },
  },
];
