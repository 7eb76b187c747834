// Tests that the check of bare texts finds each text that is not the only child of its element, and
// gives no false alarm.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { checks, installTool, root } from './install.mjs'

const head = `
import { Dialog as Base } from '@base-ui/react/dialog'
import { createContext, Fragment, lazy, memo, type ReactNode, StrictMode, Suspense } from 'react'
import { Link } from 'wouter'
import { asElements, type Content, type Elements } from '#web/ui/elements.tsx'
declare const count: number
declare const name: string
declare const names: readonly string[]
declare const isOpen: boolean
declare const anything: any
declare const node: ReactNode
declare const t: (key: string) => string
export const used = { Base, createContext, Fragment, lazy, memo, StrictMode, Suspense, Link, asElements }
export type Used = Content | Elements | ReactNode
function Box({ children }: { children: Content }) { return <p>{children}</p> }
function Around({ children }: { children: Elements }) { return children }
function Loaded({ children }: { children: (text: string) => Elements }) { return children(name) }
function Words() { return name }
function Maybe() { return isOpen ? <b /> : name }
const Place = createContext('')
const LateWords = lazy(async () => ({ default: Words }))
const LateBox = lazy(async () => ({ default: () => <Box>a</Box> }))
const KeptWords = memo(Words)
const KeptBox = memo(Box)
const Heading: 'h2' | 'h3' = isOpen ? 'h2' : 'h3'
export const all = [Around, Loaded, Words, Maybe, Place, LateWords, LateBox, KeptWords, KeptBox, Heading, Box]
`

/** Each with how many texts of it a translator could take away. */
const samples: [what: string, sample: string, faults: number][] = [
  ['a number before a word', '<p>{count} kg</p>', 2],
  ['two texts', '<p>{name}{name}</p>', 2],
  ['a text after what may be there', '<p>{isOpen && <b />} text</p>', 1],
  ['a text before an element', '<p>{t("a")}<b /></p>', 1],
  ['a space between elements', "<p><b />{' '}<i /></p>", 1],
  ['a space on a line', '<p><b /> <i /></p>', 1],
  ['a sentence next to an element', '<p><b />{name + count}</p>', 1],
  ['a number that decides', '<p><b />{count && <i />}</p>', 1],
  ['a text or an element', '<p><b />{isOpen ? <i /> : name}</p>', 1],
  ['a text in a fragment', '<>{name}</>', 1],
  ['a text in a named fragment', '<Fragment>{name}</Fragment>', 1],
  ['a list of texts', '<p>{names}</p>', 1],
  ['a list of made texts', '<p>{names.map((each) => each.trim())}</p>', 1],
  [
    'a list of elements and texts',
    '<p>{names.map((each) => (isOpen ? <b key={each} /> : each))}</p>',
    1,
  ],
  ['what may be a text and an element', '<p>{node}</p>', 1],
  ['what may be anything', '<p>{anything}</p>', 1],
  ['a text in a context', '<Place value="">{name}</Place>', 1],
  ['a text in a part of React', '<StrictMode>{name}</StrictMode>', 1],
  ['a text while a part comes', '<Suspense fallback={name}><b /></Suspense>', 1],
  ['a text while a part comes, as it is', '<Suspense fallback="wait"><b /></Suspense>', 1],
  ['a component that is a text', '<p><Words /></p>', 1],
  ['a component that may be a text', '<p><Maybe /></p>', 1],
  ['a late component that is a text', '<p><LateWords /></p>', 1],
  ['a remembered component that is a text', '<p><KeptWords /></p>', 1],
  ['two texts in a component', '<Box>{count} kg</Box>', 2],
  ['a text in a component of a library', '<Base.Popup>{name}</Base.Popup>', 1],
  ['a text of a component that is given one', '<Loaded>{(text) => <p>{text}!</p>}</Loaded>', 2],
  [
    'a fault inside what is right',
    '<ul>{names.map((each) => <li key={each}>{each} <b /></li>)}</ul>',
    2,
  ],
  ['a text alone', '<p>text</p>', 0],
  ['a text on lines of its own', '<p>\n  text\n</p>', 0],
  ['a text after a comment', '<p>{/* why */}text</p>', 0],
  ['a number alone', '<p>{count}</p>', 0],
  ['a sentence alone', '<p>{name + count}</p>', 0],
  ['one text or another', "<p>{isOpen ? t('a') : name}</p>", 0],
  ['a text or an element, alone', '<p>{isOpen ? <b /> : name}</p>', 0],
  ['a text or none', '<p>{isOpen ? name : null}</p>', 0],
  ['texts in elements of their own', '<p><span>{count}</span><span> kg</span></p>', 0],
  ['elements that may be there', '<p><b />{isOpen ? <i /> : null}{isOpen && <i />}</p>', 0],
  ['a list of elements', '<ul>{names.map((each) => <li key={each}>{each}</li>)}</ul>', 0],
  ['elements in a fragment', '<><b />{isOpen ? <i>{name}</i> : null}</>', 0],
  ['a text in a component of ours', '<Box>{name}</Box>', 0],
  ['elements in a component of ours', '<Around><b /></Around>', 0],
  ['a text in an element of its own, where it is one', '<p><b />{asElements(name)}</p>', 0],
  ['a text in a link', '<Link href="/">{name}</Link>', 0],
  ['a text in a title of a library', '<Base.Title>{name}</Base.Title>', 0],
  ['a text in one of two headings', '<Heading>{name}</Heading>', 0],
  ['a function of elements', '<Loaded>{(text) => <p>{text}</p>}</Loaded>', 0],
  ['a late and a remembered component', '<p><LateBox /><KeptBox>{name}</KeptBox></p>', 0],
  ['an element while a part comes', '<Suspense fallback={<p>{name}</p>}><LateBox /></Suspense>', 0],
  ['texts in attributes', '<p title={name} aria-label={name + count}><b /></p>', 0],
]

/** One TypeScript project for all, below the checkout, from where it finds the libraries. */
const folder = join(root, 'dist')
let found: readonly string[] = []

beforeAll(async () => {
  await installTool(checks)
  mkdirSync(folder, { recursive: true })
  const project = mkdtempSync(join(folder, 'bare-texts-'))
  try {
    const include = ['*.tsx', '../../web/ui/elements.tsx']
    const settings = { extends: '../../tsconfig.web.json', include, exclude: [] }
    writeFileSync(join(project, 'tsconfig.json'), JSON.stringify(settings))
    samples.forEach(([, sample], place) => {
      writeFileSync(
        join(project, `sample-${place}.tsx`),
        `${head}export const sample = ${sample}\n`,
      )
    })
    const { findBareTexts } = await import('./bare-texts.ts')
    const isSample = (file: string) => file.includes('/sample-')
    const result = findBareTexts(join(project, 'tsconfig.json'), isSample)
    expect(result.files).toBe(samples.length)
    found = result.found
  } finally {
    rmSync(project, { recursive: true })
  }
})

it.each(samples)('%s', (what, sample, faults) => {
  const place = samples.findIndex(([each]) => each === what)
  const ours = found.filter((each) => each.includes(`/sample-${place}.tsx:`))
  expect(ours, sample).toHaveLength(faults)
})
