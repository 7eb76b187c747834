// Lists the pages of /app. Each has a document that names its code, so that a phone loads it with the
// document. A page's name is that of its document (app-projects.html). `isDrawn` is true for a page that the
// server draws for a signed-in user (web/app/draw-page.tsx).

export const appPages = {
  app: { path: '/app', code: 'features/home/web/home-page.tsx', isDrawn: true },
  'app-offers': { path: '/app/offers', code: 'features/catalogue/pages/web/offers-page.tsx' },
  'app-card': { path: '/app/card', code: 'features/passport/web/card-page.tsx' },
  'app-settings': { path: '/app/settings', code: 'features/home/web/profile-page.tsx' },
  'app-projects': {
    path: '/app/projects',
    code: 'features/catalogue/web/projects/projects-page.tsx',
    isDrawn: true,
  },
  'app-project': {
    path: '/app/projects/:id',
    code: 'features/catalogue/pages/web/project-page.tsx',
    isDrawn: true,
  },
  'app-transactions': {
    path: '/app/transactions',
    code: 'features/activity/web/transactions-page.tsx',
    isDrawn: true,
  },
  'app-leaderboards': {
    path: '/app/leaderboards',
    code: 'features/boards/web/leaderboards-page.tsx',
    isDrawn: true,
  },
  'app-estimate': { path: '/app/estimate', code: 'features/estimate/web/estimate-page.tsx' },
} as const satisfies Record<
  string,
  { readonly path: string; readonly code: string; readonly isDrawn?: true }
>

export type AppPage = keyof typeof appPages
export const appPageNames = Object.keys(appPages) as readonly AppPage[]

/** Returns the name of the document into which the server draws a page, or null if it draws none. */
export function drawnDocument(name: AppPage): string | null {
  const page = appPages[name]
  return 'isDrawn' in page ? `${name}-drawn.html` : null
}
