// Lists the pages of /app. Each has a document that names its code, so that a phone loads it with the
// document. A page's name is that of its document (app-projects.html).

export const appPages = {
  app: { path: '/app', code: 'features/home/web/home-page.tsx' },
  'app-offers': { path: '/app/offers', code: 'features/catalogue/pages/web/offers-page.tsx' },
  'app-card': { path: '/app/card', code: 'features/passport/web/card-page.tsx' },
  'app-settings': { path: '/app/settings', code: 'features/home/web/profile-page.tsx' },
  'app-projects': {
    path: '/app/projects',
    code: 'features/catalogue/web/projects/projects-page.tsx',
  },
  'app-project': {
    path: '/app/projects/:id',
    code: 'features/catalogue/pages/web/project-page.tsx',
  },
  'app-transactions': {
    path: '/app/transactions',
    code: 'features/activity/web/transactions-page.tsx',
  },
  'app-leaderboards': {
    path: '/app/leaderboards',
    code: 'features/boards/web/leaderboards-page.tsx',
  },
  'app-estimate': { path: '/app/estimate', code: 'features/estimate/web/estimate-page.tsx' },
} as const satisfies Record<string, { readonly path: string; readonly code: string }>

export type AppPage = keyof typeof appPages
export const appPageNames = Object.keys(appPages) as readonly AppPage[]
