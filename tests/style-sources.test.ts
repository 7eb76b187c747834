// Tests that the style sheets take class names from the components that their pages draw.
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
