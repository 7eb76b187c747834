// Declares the paths of all pages. Only this file and values/lists/public-pages.ts may contain paths.
// web/app/routes.tsx and web/app/protected-routes.tsx map them to pages.
import { publicPath } from '#values/lists/public-pages.ts'

export const paths = {
  landing: '/',
  /** The landing page in a language, which the server stores in a cookie. */
  landingIn: (language: string) => `/?language=${language}`,
  public: publicPath,
  home: '/app',
  offers: '/app/offers',
  card: '/app/card',
  settings: '/app/settings',
  projects: '/app/projects',
  /** The list of projects with the user's featured projects first, of which `limit` are shown. */
  projectsFeaturedFirst: (limit: number) => `/app/projects?first=featured&limit=${limit}`,
  project: (id: string) => `/app/projects/${encodeURIComponent(id)}`,
  transactions: '/app/transactions',
  leaderboards: '/app/leaderboards',
  estimate: '/app/estimate',
  plans: '/app/plans',
  /** The plans, with the dialog that sets up one of a project. */
  planOf: (projectId: string) => `/app/plans?project=${encodeURIComponent(projectId)}`,
} as const

/** Addresses of files that prerendered pages link. The landing page's code does not contain them. */
export const dataPaths = {
  transparencyFigures: '/transparency.json',
  logCheckpoint: '/log/checkpoint',
  logKey: '/log/key',
  logPolicy: '/log/policy',
} as const

/** History state of the home page after a sign-in. The page then animates the opening of the passport. */
export const opening = { isOpening: true } as const

export function isOpening(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'isOpening' in state
}

/** History state of the landing page after the session ended. */
export const sentToLogIn = 'log-in'

/** History state of the landing page after the passport was deleted. */
export const sentAfterDeletion = 'deleted'

/** History state of the landing page after a failed check of the session. */
export const sentToCheckAgain = 'check-again'

/** Route patterns with a parameter. */
export const patterns = {
  protectedArea: '/app/*?',
  project: '/app/projects/:id',
  planMonth: '/app/plans/:id/:period',
} as const
