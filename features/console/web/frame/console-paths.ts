// Lists the console's pages: the part that each belongs to, its path and its name in the navigation.
import type { ConsolePart } from '#values/staff/roles.ts'

export type PagePart = {
  readonly part: ConsolePart
  readonly path: string
  readonly name: string
}

/** Pages of the navigation, in its order. */
export const pageParts: readonly PagePart[] = [
  { part: 'today', path: '/', name: 'Today' },
  { part: 'people', path: '/people', name: 'People' },
  { part: 'purchases', path: '/purchases', name: 'Purchases' },
  { part: 'disputes', path: '/disputes', name: 'Disputes and refunds' },
  { part: 'catalogue', path: '/catalogue/projects', name: 'Projects' },
  { part: 'catalogue', path: '/catalogue/batches', name: 'Batches' },
  { part: 'retirement', path: '/retirement', name: 'Retirement' },
  { part: 'programmes', path: '/programmes', name: 'Programmes' },
  { part: 'books', path: '/books', name: 'Books' },
  { part: 'approvals', path: '/approvals', name: 'Approvals' },
  { part: 'audit', path: '/audit', name: 'Audit' },
  { part: 'staff', path: '/staff', name: 'Staff' },
]

export const signInPath = '/sign-in'

export const pathOfPerson = (id: string) => `/people/${encodeURIComponent(id)}`
export const pathOfPurchase = (txId: string) => `/purchases/${encodeURIComponent(txId)}`
export const pathOfProject = (id: string) => `/catalogue/projects/${encodeURIComponent(id)}`
export const pathOfBatch = (id: string) => `/catalogue/batches/${encodeURIComponent(id)}`
export const pathOfProgramme = (id: string) => `/programmes/${encodeURIComponent(id)}`
export const pathOfMember = (id: string) => `/staff/${encodeURIComponent(id)}`

/** Returns the address of the sign-in page, which leads back to `page` afterwards. */
export function signInAddress(page: string): string {
  return page === '/' ? signInPath : `${signInPath}?${new URLSearchParams({ back: page })}`
}

/** Returns the page to open after the sign-in. A path of another origin is ignored. */
export function pageAfterSignIn(search: string): string {
  const page = new URLSearchParams(search).get('back') ?? '/'
  return /^\/(?![/\\])/.test(page) ? page : '/'
}

/** Returns true if a page is the one of a link, or below it. */
export function isWithin(location: string, path: string): boolean {
  return path === '/' ? location === '/' : location === path || location.startsWith(`${path}/`)
}

/** Returns the address of a path on the public site, or null if the server has not named the site. */
export function publicAddress(path: string): string | null {
  const site = document.documentElement.dataset.publicUrl ?? ''
  return site === '' ? null : new URL(path, site).href
}
