// Tests that the product uses no feature that browsers of the build's target (vite.config.ts) lack.
// `lib` in tsconfig.web.json checks the language; this file lists features of the page.
import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const lacking =
  /\b(randomUUID|canParse|URL\.parse|checkVisibility|AbortSignal\.(any|timeout)(?!\?\.)|structuredClone|scheduler\.|CloseWatcher|navigation\.navigate|togglePopover|showPopover|moveBefore)\b/

it('no page uses a feature that its browser may lack', () => {
  const files = globSync(['web/**/*.{ts,tsx}', 'features/**/web/**/*.{ts,tsx}'])
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
