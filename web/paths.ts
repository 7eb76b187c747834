// Builds every path of the browser half. No other file may spell one.

export const paths = {
  landing: '/',
  /** The landing page in a language, which the server then keeps (contract 9). */
  landingIn: (language: string) => `/?language=${language}`,
  privacy: '/privacy',
  terms: '/terms',
  help: '/help',
  home: '/app',
  offers: '/app/offers',
  card: '/app/card',
  settings: '/app/settings',
  projects: '/app/projects',
  project: (id: string) => `/app/projects/${encodeURIComponent(id)}`,
  transactions: '/app/transactions',
  leaderboards: '/app/leaderboards',
} as const

/** What the landing page's place in the history holds where somebody was sent there to log in. */
export const sentToLogIn = 'log-in'

/** Route patterns that hold a parameter. */
export const patterns = {
  protectedArea: '/app/*?',
  project: '/app/projects/:id',
} as const
