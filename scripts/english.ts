// Finds words and sentences that are not plain English (CONTRIBUTING.md#english) in comments, test names and
// documents. Code, quoted texts, addresses and paths are left out.
import { basename, extname } from 'node:path'

/** A comment, the name of a test or a paragraph. A label is a heading or the cell of a table. */
export type Prose = { readonly line: number; readonly text: string; readonly isLabel?: boolean }
export type Fault = { readonly line: number; readonly fault: string; readonly sentence: string }

const longestSentence = 25

/** Forbidden phrases, each with a better word. */
const phrases: readonly (readonly [phrase: RegExp, instead: string])[] = [
  [/\b(whoever|whomever|whosever)\b/i, 'a user, the caller, a returning user'],
  [/\bnobody(’s|'s)?\b/i, 'no user'],
  [/\b(told|tells)\b/i, 'returns, shows, reports, contains'],
  [/\b(says|speaks) of\b/i, 'describes, names'],
  [/\b(hears?|heard)\b/i, 'receives, handles'],
  [/\bst(ands?|ood) (in|for|beside)\b/i, 'is in, represents, is next to'],
  [/\bbeside\b/i, 'next to, as well as'],
  [/\bof one moment\b/i, 'concurrent, batched'],
  [/\brests\b/i, 'is paused, the circuit is open'],
  [/\b(former|formerly|anew)\b/i, 'previous, again'],
  [/\bat first\b/i, 'initially'],
  [/\bthe other end\b/i, 'the client'],
  [/\b(a|one) (try|look|miss)\b/i, 'an attempt, a failed attempt'],
  [/\bperks?\b/i, 'sign-up benefits'],
  [/\bpieces?\b/i, 'segments'],
  [/\bpatience\b/i, 'timeout factor'],
  [/\b(lapses?|lapsed|lapsing)\b/i, 'expires'],
  [/\b(is|are|was|were|be|been) (let go|given back)\b/i, 'is released'],
  [/\b(comes?|came) to nothing\b/i, 'failed or expired'],
  [/\bit does not matter (which|who|what|how)\b/i, 'any'],
]

/** Words that no sentence begins with. Labels may: “What it does” is the usual head of a column. */
const forbiddenStarts =
  /^(What|Whatever|Whoever|Whose|Who|That which|Of (?:those|that|these)|Nobody|Nothing|None)\b/

const samples = /(["“`])(?:(?!\1|”)[\s\S])*?["”`]|(?<![\p{L}\p{N}])'[^'\n]+'(?![\p{L}\p{N}])/gu
const addresses =
  /\b[a-z]+:\/\/\S+|(?<![\p{L}\p{N}])[\w.@*-]*\/[\w./@*#-]+|\b[\w-]+(\.[\w-]+)*\.(ts|tsx|mts|mjs|css|sql|sh|md|json|yaml|html)\b/gu

/** Returns each fault with the first line of its comment or paragraph. */
export function findFaults(prose: readonly Prose[]): Fault[] {
  return prose.flatMap(({ line, text, isLabel = false }) =>
    sentencesOf(text).flatMap((sentence) =>
      faultsOf(sentence, isLabel).map((fault) => ({ line, fault, sentence })),
    ),
  )
}

/** Splits a text into sentences. A colon or semicolon ends a sentence, too. */
function sentencesOf(text: string): string[] {
  const read = text.replace(samples, '§').replace(addresses, '§').replaceAll(/\s+/g, ' ').trim()
  return read.split(/(?<=[.!?:;][)’]?) /u)
}

function faultsOf(sentence: string, isLabel: boolean): string[] {
  const faults = phrases.flatMap(([phrase, instead]) => {
    const [found] = phrase.exec(sentence) ?? []
    return found === undefined ? [] : [`“${found}” (better: ${instead})`]
  })
  if (isLabel) return faults
  const [start] = forbiddenStarts.exec(sentence) ?? []
  if (start !== undefined) faults.push(`“${start}” at the start`)
  const words = sentence.split(' ').filter((word) => /[\p{L}\p{N}]/u.test(word)).length
  if (words > longestSentence) faults.push(`${words} words`)
  return faults
}

/** Returns the prose of a file; an empty list for an unsupported file type. */
export function proseOf(file: string, text: string): Prose[] {
  const kind = extname(file) || basename(file)
  if (/^\.(ts|tsx|mts|mjs)$/.test(kind))
    return [...commentsOf(text, '//'), ...testNamesOf(file, text)]
  if (kind === '.css') return commentsOf(text, undefined)
  if (kind === '.sql') return commentsOf(text, '--')
  if (kind === '.md') return paragraphsOf(text)
  if (/^(\.(sh|yaml|yml|ini|conf|service|timer|sample)|Caddyfile|Dockerfile)$/.test(kind)) {
    return commentsOf(text, '#')
  }
  return []
}

/** Returns the comments on their own lines. Adjacent lines are one comment. */
function commentsOf(text: string, mark: string | undefined): Prose[] {
  const found: { line: number; text: string }[] = []
  let current: { line: number; text: string } | undefined
  let isBlock = false
  for (const [at, whole] of text.split('\n').entries()) {
    const line = whole.trim()
    if (isBlock && current) {
      current.text += `\n${line.replace(/^\*(?!\/) ?/, '').replace(/\*\/.*$/, '')}`
      isBlock = !line.includes('*/')
      if (!isBlock) current = undefined
      continue
    }
    const block = /^\{?\/\*+/.exec(line)
    if (block) {
      current = { line: at + 1, text: line.slice(block[0].length).replace(/\*\/.*$/, '') }
      found.push(current)
      isBlock = !line.includes('*/')
      if (!isBlock) current = undefined
    } else if (mark !== undefined && line.startsWith(mark)) {
      const own = line.slice(mark.length)
      if (current) current.text += `\n${own}`
      else {
        current = { line: at + 1, text: own }
        found.push(current)
      }
    } else current = undefined
  }
  return found
}

const testName = /(?<![.\w])(?:it|test|describe)(?:\.\w+)*\(\s*(['"`])((?:\\.|(?!\1)[^\\\n])*)\1/g
const eachTestName = /\)\(\s*(['"`])((?:\\.|(?!\1)[^\\\n])*)\1,/g

function testNamesOf(file: string, text: string): Prose[] {
  if (!/\.(test|journey)\.tsx?$/.test(file)) return []
  return [...text.matchAll(testName), ...text.matchAll(eachTestName)].map((match) => ({
    line: text.slice(0, match.index).split('\n').length,
    text: match[2] ?? '',
  }))
}

/** Returns the paragraphs, list items, headings and table cells of a Markdown file, without its code. */
function paragraphsOf(text: string): Prose[] {
  const found: { line: number; text: string; isLabel: boolean }[] = []
  let isOpen = false
  let isCode = false
  for (const [at, line] of text.split('\n').entries()) {
    const isFence = /^\s*(```|~~~)/.test(line)
    if (isFence) isCode = !isCode
    const isTable = /^\s*\|/.test(line)
    const own = line.replace(/^\s*(#+|[-*+]|\d+\.|>) /, '')
    const last = found.at(-1)
    if (isCode || isFence || line.trim() === '') isOpen = false
    else if (isTable) {
      found.push(...line.split('|').map((cell) => ({ line: at + 1, text: cell, isLabel: true })))
      isOpen = false
    } else if (isOpen && last && own === line) last.text += `\n${line}`
    else {
      const isHeading = /^#+ /.test(line)
      found.push({ line: at + 1, text: own, isLabel: isHeading })
      isOpen = !isHeading
    }
  }
  return found.map((each) => ({ ...each, text: each.text.replaceAll(/\]\([^)]*\)/g, ']') }))
}
