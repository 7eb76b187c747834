// Finds the font file that draws a letter. The fonts are split into files by script, for PDFs and
// pictures as on the web.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { create, type Font } from 'fontkit'
import { unpackWoff } from '#platform/drawing/unpack-woff.ts'

/** `figure` writes large figures with the digits of the passport. */
export type Face = 'title' | 'figure' | 'text' | 'strong' | 'code'

const fileOf = (path: string) => fileURLToPath(import.meta.resolve(`@fontsource/${path}`))
const marcellus = (letters: string) => `marcellus/files/marcellus-${letters}-400-normal.woff`
/** Draws words that contain a zero, because the zero of Marcellus looks like a letter (see `roundZero`). */
const spectral = 'spectral/files/spectral-latin-300-normal.woff'
const hanken = (letters: string, weight: number) =>
  `hanken-grotesk/files/hanken-grotesk-${letters}-${weight}-normal.woff`
/** Draws the lira sign, Greek and Cyrillic, which the other fonts lack. */
const manrope = (letters: string, weight: number) =>
  `manrope/files/manrope-${letters}-${weight}-normal.woff`
const hankenCut = (weight: number) => [
  hanken('latin', weight),
  hanken('latin-ext', weight),
  hanken('vietnamese', weight),
  hanken('cyrillic-ext', weight),
  ...['latin-ext', 'greek', 'cyrillic', 'cyrillic-ext'].map((letters) => manrope(letters, weight)),
]

const files: Readonly<Record<Face, readonly string[]>> = {
  title: [marcellus('latin'), marcellus('latin-ext'), spectral, ...hankenCut(400)],
  figure: [spectral, ...hankenCut(400)],
  text: hankenCut(400),
  strong: hankenCut(600),
  code: ['b612-mono/files/b612-mono-latin-400-normal.woff', ...hankenCut(400)],
}

/** One font file of a face, unpacked. `path` names it. */
export type Cut = { readonly path: string; readonly bytes: Buffer; readonly font: Font }

/**
 * A part of a text that one font file draws. `isLow` marks a subscript: the fonts lack its signs, so plain
 * ones are drawn smaller and lower.
 */
export type Run = { readonly cut: Cut; readonly text: string; readonly isLow?: true }

/** Size of a subscript, and its distance below the baseline, in multiples of the font size. */
const low = { size: 0.64, drop: 0.14 } as const

/** Returns the font size of a run, and the distance of its baseline below that of the line. */
export function sizeOf({ isLow }: Run, size: number): { size: number; drop: number } {
  return isLow ? { size: size * low.size, drop: size * low.drop } : { size, drop: 0 }
}

const openCuts = new Map<string, Cut>()

function openCut(path: string): Cut {
  const bytes = unpackWoff(readFileSync(path))
  const font = create(bytes)
  if (!('glyphForCodePoint' in font)) throw new Error(`${path} holds more than one font`)
  return { path, bytes, font }
}

function cutOf(file: string): Cut {
  const cut = openCuts.get(file) ?? openCut(fileOf(file))
  openCuts.set(file, cut)
  return cut
}

/** The font whose zero is a circle and looks like a letter. The next font file draws words with a zero. */
const roundZero = marcellus('latin')

function draws({ path, font }: Cut, text: string): boolean {
  if (path.endsWith(roundZero) && text.includes('0')) return false
  return [...text].every((letter) => font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0))
}

/** Returns the first font file with all letters of a text, or undefined. Opens as few files as possible. */
function cutFor(face: Face, text: string): Cut | undefined {
  for (const file of files[face]) {
    const cut = cutOf(file)
    if (draws(cut, text)) return cut
  }
  return undefined
}

/** Letters that every face has. */
const printableAscii = /^[\x20-\x7e]*$/

/**
 * Returns a text with only letters that the fonts have. A missing letter is replaced by its compatible
 * form (NFKC), such as the narrow space between French digits. Other missing letters are removed with
 * the spaces around them. The result may be empty.
 */
export function drawable(face: Face, original: string): string {
  if (printableAscii.test(original)) return original
  const text = original.normalize('NFC')
  const writable = Array.from(text, (letter) => drawableForm(face, letter) ?? '').join('')
  return writable === text ? text : writable.replace(/\s+/g, ' ').trim()
}

/** Returns true if the fonts have every letter and digit of a text. Other characters may be missing. */
export function drawsLetters(face: Face, text: string): boolean {
  const letters = text.normalize('NFC').match(/[\p{L}\p{N}]/gu) ?? []
  return letters.length > 0 && letters.every((letter) => drawableForm(face, letter) !== undefined)
}

/** Returns the letter, its NFKC form, or a plain space for whitespace; undefined if the fonts have none. */
function drawableForm(face: Face, letter: string): string | undefined {
  const spellings = [letter, letter.normalize('NFKC')]
  const drawableSpelling = spellings.find((each) => cutFor(face, each) !== undefined)
  return drawableSpelling ?? (/\s/.test(letter) ? ' ' : undefined)
}

/** Splits a drawable text into runs. A word stays in one run if one font file has all of its letters. */
export function runsOf(face: Face, original: string): Run[] {
  return original.split(/([₀-₉]+)/).flatMap((part, place) => {
    const isLow = place % 2 === 1
    const runs = plainRunsOf(face, part)
    return isLow ? runs.map((run): Run => ({ ...run, isLow })) : runs
  })
}

function plainRunsOf(face: Face, original: string): Run[] {
  const text = drawable(face, original)
  const runs: Run[] = []
  const add = (cut: Cut, part: string) => {
    const last = runs.at(-1)
    if (last?.cut === cut) runs[runs.length - 1] = { cut, text: last.text + part }
    else runs.push({ cut, text: part })
  }
  for (const word of text.match(/\s+|\S+/g) ?? []) {
    const previousCut = runs.at(-1)?.cut
    const canContinue = previousCut !== undefined && draws(previousCut, word)
    const wholeWordCut = canContinue ? previousCut : cutFor(face, word)
    if (wholeWordCut !== undefined) {
      add(wholeWordCut, word)
      continue
    }
    for (const letter of word) {
      const cut = cutFor(face, letter)
      if (cut !== undefined) add(cut, letter)
    }
  }
  return runs
}
