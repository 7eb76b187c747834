// Tests that each page of the router, each public page, and each page of the console is photographed.
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { publicPages, publicPath } from '#values/lists/public-pages.ts'
import { paths, patterns } from '#web/paths.ts'
import { consoleScreens } from './console-screens.ts'
import { isOnRoute } from './photograph.ts'
import { allScreens } from './screens.ts'

/** Finds the names of routes in the router's files: `paths.home`, `patterns.project`, also in a list of pages. */
function routesIn(file: string): readonly string[] {
  const names = readFileSync(file, 'utf8').matchAll(
    /<Route\b[^>]*?\bpath=\{([^}]+)\}|^ {2}\[(p\w+\.\w+), \w+\],$/gm,
  )
  return [...names].map(([, path = '', listed = path]) => listed)
}

const named = (group: string, entries: readonly (readonly [string, unknown])[]) =>
  entries.map(([name, path]) => [`${group}.${name}`, path] as const)
const known = new Map<string, unknown>([
  ...named('paths', Object.entries(paths)),
  ...named('patterns', Object.entries(patterns)),
  ...publicPages.map((page) => [`paths.public('${page}')`, publicPath(page)] as const),
  // The public pages one by one, which the test takes from their own list.
  ['paths.public(page)', undefined],
  // The paths of /app, from the list of its pages.
  ['path', undefined],
])

const photographed = new Set(allScreens.map(({ route }) => route))

it('Every page that the router draws, and every public page, has a picture', () => {
  const drawn = ['web/app/routes.tsx', 'web/app/protected-routes.tsx'].flatMap(routesIn)
  expect(drawn).toContain('paths.leaderboards')
  expect(drawn.filter((name) => !known.has(name))).toEqual([])
  const routes = drawn.map((name) => known.get(name)).filter((path) => typeof path === 'string')
  // The frame of all pages of /app is no page itself.
  // The imprint exists with legal texts only.
  const publicPaths = publicPages.filter((page) => page !== 'imprint').map(publicPath)
  const pages = [...routes.filter((path) => !path.endsWith('*?')), ...publicPaths]
  expect(pages.length).toBeGreaterThan(10)
  expect(pages.filter((path) => !photographed.has(path))).toEqual([])
})

it('Every page of the console has a picture', () => {
  const source = readFileSync('features/console/web/console-app.tsx', 'utf8')
  const routes = [...source.matchAll(/<Route path="([^"]+)"/g)].map(([, path]) => path)
  expect(routes.length).toBeGreaterThan(15)
  const withPicture = new Set(consoleScreens.map(({ route }) => route))
  expect(routes.filter((path = '') => !withPicture.has(path))).toEqual([])
  expect(withPicture).toContain('/sign-in')
})

it('No two pictures have one name', () => {
  const names = [...allScreens, ...consoleScreens].map(({ name }) => name)
  expect(names.filter((name, place) => names.indexOf(name) !== place)).toEqual([])
})

it('A picture of another page than its name is noticed', () => {
  expect(isOnRoute('/app/projects/:id', '/app/projects/0-1')).toBe(true)
  expect(isOnRoute('/app/projects/:id', '/app/projects')).toBe(false)
  expect(isOnRoute('/app', '/')).toBe(false)
})
