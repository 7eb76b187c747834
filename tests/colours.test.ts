// Tests that every colour comes from the theme. Only pictures with own colours, and documents that
// are read before any sheet, contain colours.
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { trackedFiles } from '#tests/support/tracked-files.ts'

const themes = ['web/styles/theme.css', 'web/styles/materials.css']

/** These drawings have the same colours in any theme. */
const pictures: Readonly<Record<string, string>> = {
  'features/catalogue/web/scenes/scene-palette.tsx': "a project's scene",
  'features/catalogue/web/scenes/scenes-of-homes.tsx': "a project's scene",
  'features/catalogue/web/scenes/scenes-of-land.tsx': "a project's scene",
  'features/catalogue/web/scenes/scenes-of-power.tsx': "a project's scene",
  'features/catalogue/web/scenes/scenes-of-waste.tsx': "a project's scene",
  'features/catalogue/web/scenes/scenes-of-works.tsx': "a project's scene",
  'features/catalogue/web/story/project-story.tsx': "the United Nations' colours of the goals",
  'features/people/web/phone/country-choice.tsx': 'flags',
}

/** Read without the product's sheets: by the browser, by the system, on the server's own pages. */
const documents = [
  'web/index.html',
  'web/public/icon.svg',
  'web/public/manifest.webmanifest',
  'web/public/plain.css',
]

const hex = /(?<![\w&('])#(?:[0-9a-f]{8}|[0-9a-f]{6}|[0-9a-f]{3,4})\b|'#(?:[0-9a-f]{3}){1,2}'/gi
const functions = /\b(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch)\(/gi
const named =
  /(?:color|background|fill|stroke|border[a-z-]*|[Cc]olor=|fill=|stroke=)[^;>\n]*(?<![\w-])(?:white|black)(?![\w-])/g

function coloursIn(text: string): string[] {
  return [hex, functions, named].flatMap((pattern) => text.match(pattern) ?? [])
}

it('finds every notation of a colour, and accepts addresses and tokens', () => {
  for (const text of ['color: #fff', 'fill="#14271f"', "['#d00']", 'bg-[#0b1c1699]', 'x, #0002']) {
    expect(coloursIn(text), text).toHaveLength(1)
  }
  expect(coloursIn('color: rgb(0 0 0 / 40%)')).toHaveLength(1)
  expect(coloursIn('background: white')).toHaveLength(1)
  for (const text of [
    "from '#web/api/api.ts'",
    'url(#cover-foil)',
    'var(--color-white)',
    '&#39;',
  ]) {
    expect(coloursIn(text), text).toEqual([])
  }
})

it('no sheet and no component names a colour outside the theme', () => {
  const files = trackedFiles(/^(web|features\/[^/]+\/web)\/.*\.(css|html|svg|tsx?|webmanifest)$/)
  expect(files.length).toBeGreaterThan(200)
  const coloured = files
    .filter((file) => !/\.test\.tsx?$|\/test-[^/]+$/.test(file))
    .filter((file) => coloursIn(readFileSync(file, 'utf8')).length > 0)
  expect(coloured.sort()).toEqual([...themes, ...Object.keys(pictures), ...documents].sort())
})

it('the documents without the theme repeat its colours', () => {
  const known = new Set(themes.flatMap((file) => coloursIn(readFileSync(file, 'utf8'))))
  for (const file of documents) {
    const foreign = coloursIn(readFileSync(file, 'utf8')).filter((colour) => !known.has(colour))
    expect(foreign, file).toEqual([])
  }
})
