// Tests that the files from which the style sheets take class names exist.
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'

it.each(globSync('web/styles/*.css'))('%s reads class names only from existing files', (sheet) => {
  const sources = readFileSync(sheet, 'utf8').matchAll(/@source "([^"*]+)"/g)
  const paths = [...sources].map(([, source = '']) => join(dirname(sheet), source))
  expect(paths.filter((path) => !existsSync(path))).toEqual([])
})
