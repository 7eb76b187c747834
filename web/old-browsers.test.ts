// The product uses nothing that browsers of the build's target (vite.config.ts) lack. What belongs to the
// language is checked by `lib` in tsconfig.web.json; what belongs to the page is listed here.
import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { newIdempotencyKey } from './signing.ts'

const lacking =
  /\b(randomUUID|canParse|URL\.parse|checkVisibility|AbortSignal\.(any|timeout)|structuredClone|scheduler\.|CloseWatcher|navigation\.navigate|togglePopover|showPopover|moveBefore)\b/

it('no page uses what its browser may lack', () => {
  const files = globSync(['web/**/*.{ts,tsx}', 'features/*/web/**/*.{ts,tsx}'])
  const ours = files.filter((file) => !/\.test\.tsx?$/.test(file))
  expect(ours.length).toBeGreaterThan(100)
  const found = ours.flatMap((file) => {
    // A comment may name it.
    const code = readFileSync(file, 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
    const match = lacking.exec(code)
    return match ? [`${file}: ${match[0]}`] : []
  })
  expect(found).toEqual([])
})

it('a key is a random UUID of version 4, and each is another', () => {
  const keys = Array.from({ length: 200 }, newIdempotencyKey)
  for (const key of keys) {
    expect(key).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  }
  expect(new Set(keys).size).toBe(200)
})
