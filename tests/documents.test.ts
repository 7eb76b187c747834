// Tests that files, folders, headings and npm scripts that the documents name exist, and that their commands
// work with an old Node, which cannot run TypeScript.
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'

const documents = [...globSync('*.md'), ...globSync('docs/*.md'), 'benchmarks/README.md'].sort()
const decisions = globSync('docs/decisions/*.md')
const scripts: Readonly<Record<string, string>> = JSON.parse(
  readFileSync('package.json', 'utf8'),
).scripts
const suffixes = 'ts|tsx|mts|mjs|css|sql|json|md|html|xml|yml'
/** What comes with the checkout; the rest is made by running it. */
const folders = readdirSync('.', { withFileTypes: true })
  .filter(
    (entry) => entry.isDirectory() && !/^(\..*|node_modules|dist|test-results)$/.test(entry.name),
  )
  .map(({ name }) => name)

const read = (file: string) => readFileSync(file, 'utf8')
const tree = /^## Folders\n+```\n([\s\S]*?)```/m.exec(read('docs/architecture.md'))?.[1] ?? ''

/** `a/{b,c}.ts` as `a/b.ts` and `a/c.ts`. */
function expandBraces(name: string): string[] {
  const [, before = '', choices = '', behind = ''] = /^([^{]*)\{([^}]*)\}(.*)$/.exec(name) ?? []
  if (choices === '') return [name]
  return choices.split(',').flatMap((choice) => expandBraces(before + choice + behind))
}

/** Files and folders of the checkout that a document puts between backticks. */
function namedPaths(text: string): string[] {
  const quoted = [...text.matchAll(/`([^`\s]+)`/g)].flatMap(([, name = '']) => expandBraces(name))
  const isFile = new RegExp(`^[\\w@./*-]+/[\\w@.*-]+\\.(${suffixes})$`)
  return quoted.filter(
    (name) =>
      !/[<>{}:$]|^\/|^(dist|node_modules)\//.test(name) &&
      (isFile.test(name) || (name.includes('/') && folders.includes(name.split('/')[0] ?? ''))),
  )
}

/** Whether a path exists; one with `*`, whether a file fits it. */
const isThere = (path: string) =>
  path.includes('*') ? globSync(path).length > 0 : existsSync(path)

/** The folders of the tree: at the margin the top ones, below each its own. */
function treeFolders(): string[] {
  let top = ''
  return tree.split('\n').flatMap((line) => {
    const [, own] = /^([a-z-]+)\//.exec(line) ?? []
    if (own !== undefined) {
      top = own
      return [own]
    }
    if (!/^ {2}[a-z-]+\//.test(line)) return []
    return [...line.matchAll(/(?<= )([a-z-]+)\/(?= |$)/g)].map(([, name]) => `${top}/${name}`)
  })
}

it.each([...documents, ...decisions])('%s names only files and folders that exist', (document) => {
  const text = read(document)
  const links = [...text.matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)].map(([, target = '']) =>
    join(dirname(document), target),
  )
  expect([...namedPaths(text), ...links].filter((path) => !isThere(path))).toEqual([])
})

/** The anchors of a document, as GitHub makes them from headings. */
function anchorsOf(document: string): Set<string> {
  const text = read(document).replace(/^```[\s\S]*?^```/gm, '')
  const anchors = new Set([...text.matchAll(/<a id="([^"]+)"/g)].map(([, id = '']) => id))
  for (const [, heading = ''] of text.matchAll(/^#{1,6} +(.+)$/gm)) {
    const words = heading.toLowerCase().replace(/[^\p{L}\p{N}\s_-]/gu, '')
    const anchor = words.trim().replace(/\s/g, '-')
    let place = 0
    while (anchors.has(place === 0 ? anchor : `${anchor}-${place}`)) place += 1
    anchors.add(place === 0 ? anchor : `${anchor}-${place}`)
  }
  return anchors
}

const hasAnchor = (document: string, anchor: string) =>
  existsSync(document) && anchorsOf(document).has(anchor)

it.each(documents)('%s links only to headings that exist', (document) => {
  const links = [...read(document).matchAll(/\]\(([^)#\s:]*)#([^)\s]+)\)/g)]
  const missing = links.filter(([, target = '', anchor = '']) => {
    const file = target === '' ? document : join(dirname(document), target)
    return file.endsWith('.md') && !hasAnchor(file, anchor)
  })
  expect(missing.map(([link]) => link)).toEqual([])
})

/** Every text file of the checkout that people write. */
const texts = globSync(`{${folders.join(',')}}/**/*.{${suffixes.replaceAll('|', ',')},sh}`, {
  exclude: (name) => /(^|\/)(node_modules|dist)$/.test(name),
})

it('Every heading of a document that a file names exists', () => {
  const named = texts.flatMap((file) =>
    [...read(file).matchAll(/(docs\/[a-z-]+\.md)#([\w-]+)/g)].map(
      ([link, document = '', anchor = '']) => ({ file, link, document, anchor }),
    ),
  )
  expect(named.length).toBeGreaterThan(100)
  const missing = named.filter(({ document, anchor }) => !hasAnchor(document, anchor))
  expect(missing.map(({ file, link }) => `${file}: ${link}`)).toEqual([])
})

/** A rule by the number of a text that the repository does not hold. */
const outsideRule =
  /\b(?:contract|specification|spec)(?:['’]s)?,?(?: (?:sections?|points?))? \d|\b(?:contract|spec)\.md\b/i

it('No file refers to a rule by the number of a text outside the repository', () => {
  const files = [...texts, ...globSync('*.{md,json,mjs,ts}')]
  expect(files.filter((file) => outsideRule.test(read(file)))).toEqual([])
})

/** Tests that a document names in quotes behind their file: `a.test.ts`: "one", "another". */
function namedTests(text: string): (readonly [file: string, name: string])[] {
  const behind = /`([\w./-]+\.(?:test|journey)\.tsx?)`: ((?:"[^"]+"(?:, )?)+)/g
  return [...text.matchAll(behind)].flatMap(([, file = '', names = '']) =>
    [...names.matchAll(/"([^"]+)"/g)].map(([, name = '']) => [file, name] as const),
  )
}

it('Every test that a document names by its words is there', () => {
  const named = documents.flatMap((document) => namedTests(read(document)))
  expect(named.length).toBeGreaterThan(10)
  const missing = named.filter(([file, name]) => {
    return !read(file).includes(`'${name}'`) && !read(file).includes(`"${name}"`)
  })
  expect(missing).toEqual([])
})

it('The tree of folders names every folder at the root and every feature, and no other', () => {
  const expected = [...folders, ...readdirSync('features').map((name) => `features/${name}`)]
  const named = treeFolders()
  expect(named.filter((path) => !existsSync(path))).toEqual([])
  expect(expected.filter((path) => !named.includes(path))).toEqual([])
})

it('Documents and decisions name only npm scripts that exist', () => {
  const missing = [...documents, ...decisions].flatMap((document) =>
    [...read(document).matchAll(/npm run (?:-s )?([a-z][a-z:-]*)/g)]
      .filter(([, name = '']) => !(name in scripts))
      .map(([call]) => `${document}: ${call}`),
  )
  expect(missing).toEqual([])
})

it.each(documents)('%s starts no TypeScript file with whichever Node is there', (document) => {
  expect(read(document).match(/(?<![\w/-])node (?!scripts\/run\.mjs)[\w./-]+\.ts\b/g)).toBeNull()
})

it('Every npm script starts in plain JavaScript, which installs and hands over to the pinned Node', () => {
  const started = /^(?:[A-Z_]+=\S+ )*exec node (scripts\/[a-z-]+\.mjs)(?: |$)/
  for (const [name, command] of Object.entries(scripts)) {
    const [, file = ''] = started.exec(command) ?? []
    expect(existsSync(file), `${name}: ${command}`).toBe(true)
    expect(read(file)).toContain("import './require-node.mjs'")
  }
})

it('The README has at most 90 lines', () => {
  expect(read('README.md').trimEnd().split('\n').length).toBeLessThanOrEqual(90)
})
