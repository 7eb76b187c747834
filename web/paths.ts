// Which pages exist, and how the path of each is built. No other file may spell one, but
// values/lists/public-pages.ts, which lists the pages that anybody may read without this app. What is drawn
// at each path stands in web/app/routes.tsx, for pages of /app in web/app/protected-routes.tsx.
import { publicPath } from '#values/lists/public-pages.ts'

export const paths = {
  landing: '/',
  /** The landing page in a language, which the server then keeps. */
  landingIn: (language: string) => `/?language=${language}`,
  public: publicPath,
  transparencyFigures: '/transparency.json',
  logCheckpoint: '/log/checkpoint',
  logKey: '/log/key',
  home: '/app',
  offers: '/app/offers',
  card: '/app/card',
  settings: '/app/settings',
  projects: '/app/projects',
  /** The list with the person's featured projects before all others, so many at first. */
  projectsFeaturedFirst: (limit: number) => `/app/projects?first=featured&limit=${limit}`,
  project: (id: string) => `/app/projects/${encodeURIComponent(id)}`,
  transactions: '/app/transactions',
  leaderboards: '/app/leaderboards',
} as const

/** What the home page's place in the history holds after Verify: the passport opens. */
export const opening = { isOpening: true } as const

export function isOpening(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'isOpening' in state
}

/** What the landing page's place in the history holds where somebody was sent there to log in. */
export const sentToLogIn = 'log-in'

/** The same where the session could not be checked: `path` is where they wanted to go. */
export const sentToCheckAgain = (path: string) => ({ checkAgainFor: path })

/** Where somebody with this place in the history wanted to go, or undefined. */
export function checkAgainPath(state: unknown): string | undefined {
  if (typeof state !== 'object' || state === null || !('checkAgainFor' in state)) return undefined
  const { checkAgainFor } = state
  return typeof checkAgainFor === 'string' ? checkAgainFor : undefined
}

/** Route patterns that hold a parameter. */
export const patterns = {
  protectedArea: '/app/*?',
  project: '/app/projects/:id',
} as const
