// Tests that the style sheets take class names from the components that their pages draw.
// A class in a script's selector must be one that a component writes.
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'

/** The paths that a sheet names in full. */
function sourcesOf(sheet: string): string[] {
  const named = readFileSync(sheet, 'utf8').matchAll(/@source "([^"*]+)"/g)
  return [...named].map(([, source = '']) => join(dirname(sheet), source))
}

it.each(globSync('web/styles/*.css'))('%s reads class names only from existing files', (sheet) => {
  expect(sourcesOf(sheet).filter((path) => !existsSync(path))).toEqual([])
})

/** Files that a module leads to, without those of /app. */
function reachedFrom(start: string): ReadonlySet<string> {
  const reached = new Set([start])
  for (const file of reached) {
    const imports = readFileSync(file, 'utf8').matchAll(/(?:from|import)\s*\(?'([.#][^']+)'/g)
    for (const [, name = ''] of imports) {
      const path = name.startsWith('#') ? name.slice(1) : join(dirname(file), name)
      if (!/protected-routes/.test(path) && /\.tsx$/.test(path)) reached.add(path)
    }
  }
  return reached
}

it('the sheet of the public pages reads each component that they draw', () => {
  const sources = sourcesOf('web/styles/public.css')
  const drawn = [...reachedFrom('web/app/routes.tsx')]
  expect(drawn.length).toBeGreaterThanOrEqual(20)
  const styled = drawn.filter((file) =>
    /className="|className=\{`/.test(readFileSync(file, 'utf8')),
  )
  const isRead = (file: string) =>
    sources.some((path) => file === path || file.startsWith(`${path}/`))
  expect(styled.filter((file) => !isRead(file))).toEqual([])
})

const read = (path: string) => readFileSync(path, 'utf8')

it('a script finds elements only by classes that components write', () => {
  const written = globSync(['web/**/*.tsx', 'features/**/*.tsx'])
    .filter((path) => !path.includes('.test.'))
    .flatMap((path) => read(path).match(/[\w-]+/g) ?? [])
  const known = new Set(written)
  const scripts = globSync(['web/**/*.ts{,x}', 'features/*/web/**/*.ts{,x}', 'tests/journeys/*.ts'])
  const finds = /(?:querySelector(?:All)?|closest|matches|locator)(?:<[^>]*>)?\(\s*'([^']+)'/g
  const classes = scripts.flatMap((path) =>
    [...read(path).matchAll(finds)].flatMap(([, selector = '']) =>
      [...selector.matchAll(/\.([a-z][a-z-]+)/g)].map(([, name = '']) => ({ path, name })),
    ),
  )
  expect(classes.length).toBeGreaterThanOrEqual(6)
  expect(classes.filter(({ name }) => !known.has(name))).toEqual([])
})
