/** What stands on what inside the admin app: components ◀ frame ◀ moderation ◀ pages. Read by .dependency-cruiser.cjs. */
const isTest = '\\.test\\.tsx?$|/testing(/|\\.ts$)';

module.exports = [
  {
    name: 'admin-components-know-no-domain',
    comment:
      'apps/admin/src/components draws buttons, dialogs and tables that any app could use. What knows of profiles, users or the service belongs in moderation/, frame/ or a page.',
    from: { path: '^apps/admin/src/components/', pathNot: isTest },
    to: {
      path: '^apps/admin/src/',
      pathNot: '^apps/admin/src/(components/|(store|clock|storage|keyboard)\\.ts$)',
    },
  },
  {
    name: 'admin-frame-is-below-moderation',
    comment:
      'apps/admin/src/frame stands around every page and knows none. What it needs of one is handed to it by root.tsx.',
    from: { path: '^apps/admin/src/frame/' },
    to: { path: '^apps/admin/src/(moderation/|routes/|root\\.tsx$|router\\.tsx$)' },
  },
  {
    name: 'admin-moderation-is-below-pages',
    comment:
      'apps/admin/src/moderation holds what several pages share. What one page alone needs belongs in that page.',
    from: { path: '^apps/admin/src/moderation/' },
    to: { path: '^apps/admin/src/(routes/|root\\.tsx$|router\\.tsx$)' },
  },
  {
    name: 'admin-pages-stand-apart',
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
    comment:
      'The list of profiles and the page of one import nothing of each other. What both need stands beside the two folders.',
    from: { path: '^apps/admin/src/routes/profiles/(list|page)/' },
    to: {
      path: '^apps/admin/src/routes/profiles/(list|page)/',
      pathNot: '^apps/admin/src/routes/profiles/$1/',
    },
  },
];
