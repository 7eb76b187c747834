// Finds faults of any page: the wrong page, a blank one, or one wider than the window.
import type { Page } from '@playwright/test'

/** Letters that even the shortest page says in its shortest language: 'Laden…' has as many. */
const lettersMin = 6

/** Returns a sentence for each fault of the present page. */
export async function judgePage(page: Page, route: string): Promise<string[]> {
  const [letters, overflow]: [number, number] = await page.evaluate(`[
    document.body.innerText.trim().length,
    document.documentElement.scrollWidth - document.documentElement.clientWidth,
  ]`)
  const { pathname } = new URL(page.url())
  return [
    ...(letters < lettersMin ? ['is blank'] : []),
    ...(overflow > 0 ? [`is ${overflow} px wider than the window`] : []),
    ...(isOnRoute(route, pathname) ? [] : [`is at ${pathname}, not at ${route}`]),
  ]
}

/** Whether an address belongs to a route: `/app/projects/:id` takes one segment for a name. */
export function isOnRoute(route: string, pathname: string): boolean {
  const [own, other] = [route.split('/'), pathname.split('/')]
  const isSame = (part: string, place: number) => part.startsWith(':') || part === other[place]
  return own.length === other.length && own.every(isSame)
}
