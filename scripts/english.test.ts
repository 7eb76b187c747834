// Tests that the check of English finds forbidden words and long sentences, and gives no false alarm.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findFaults, proseOf } from './english.ts'

const faultsIn = (file: string, text: string) =>
  findFaults(proseOf(file, text)).map(({ line, fault }) => `${line}: ${fault.split(' (')[0]}`)

const long = (words: number) => `${Array.from({ length: words }, () => 'word').join(' ')}.`

describe('Comments', () => {
  it.each([
    ['// A reader hears of it.', '1: “hears”'],
    ['// Good.\n// It stands\n// in a table.', '1: “stands in”'],
    ['const a = 1\n/** What a person holds. */', '2: “What” at the start'],
    ['/**\n * Good. Nobody\n * waits. */', '1: “Nobody”'],
    ['{/* It is told later. */}', '1: “told”'],
    [`// ${long(26)}`, '1: 26 words'],
  ])('in TypeScript: %j has a fault', (text, fault) => {
    expect(faultsIn('a.ts', text)).toContain(fault)
  })

  it.each([
    ['a.sql', '-- Written anew.', '1: “anew”'],
    ['a.css', '/* A former colour. */', '1: “former”'],
    ['a.sh', '#!/bin/sh\n\n# Lapses.', '3: “Lapses”'],
    ['a.yaml', 'a: 1\n  # The patience.', '2: “patience”'],
    ['Dockerfile', '# In pieces.', '1: “pieces”'],
  ])('are found in %s', (file, text, fault) => {
    expect(faultsIn(file, text)).toEqual([fault])
  })

  it('may have 25 words a sentence, and begin a clause after a comma with any word', () => {
    expect(faultsIn('a.ts', `// ${long(25)} ${long(25)}`)).toEqual([])
    expect(faultsIn('a.ts', '// Returns a total, which what follows needs.')).toEqual([])
  })
})

describe('Names of tests', () => {
  /** In a constant, so that the check does not find it here. */
  const name = 'hears of it'

  it.each([
    `it('${name}', () => {})`,
    `describe.each([1])('${name}', () => {})`,
    `it.each([\n  [1],\n])('${name}', (count) => {})`,
    `test(\n  '${name}',\n  () => {})`,
  ])('are read: %j', (text) => {
    expect(faultsIn('a.test.ts', text)).toEqual([expect.stringContaining('“hears”')])
    expect(faultsIn('a.ts', text)).toEqual([])
  })
})

describe('Documents', () => {
  it('are read by paragraph, list item and cell, without their code', () => {
    const text =
      '# What it does\n\n- Good.\n- It tells.\n\n```\nnobody\n```\n| What | It is told |\n'
    expect(faultsIn('a.md', text)).toEqual(['4: “tells”', '9: “told”'])
  })

  it('begin no sentence with a forbidden word', () => {
    expect(faultsIn('a.md', 'It is\ngood. What follows is not.')).toEqual([
      '1: “What” at the start',
    ])
  })
})

describe('No false alarm', () => {
  const words = ['whoever', 'nobody', 'told', 'beside', 'anew', 'stands in', 'of one moment']
  const word = fc.constantFrom(...words)
  const plain = fc.constantFrom(
    (each: string) => `Shows “${each}”.`,
    (each: string) => `Shows "${each}" to a user.`,
    (each: string) => `Shows 'it is ${each} now' to a user.`,
    (each: string) => `Calls \`${each}\` of https://example.com/${each.replaceAll(' ', '-')}.`,
    (each: string) =>
      `See server/${each.replaceAll(' ', '-')}.ts and ${each.replaceAll(' ', '-')}.md.`,
  )

  it('is given for quoted texts, code, addresses and paths', () => {
    fc.assert(
      fc.property(word, plain, (each, sentence) => {
        expect(faultsIn('a.ts', `// ${sentence(each)}`)).toEqual([])
        expect(faultsIn('a.md', sentence(each))).toEqual([])
        expect(faultsIn('a.ts', `// ${sentence('x')} It is ${each}.`)).not.toEqual([])
      }),
    )
  })

  it('is given for lines of code', () => {
    fc.assert(
      fc.property(word, (each) => {
        const name = each.replaceAll(' ', '_')
        const code = `const ${name} = '${each}' // ${name}\nconst text = \`\n  ${each}\n\``
        expect(faultsIn('a.ts', code)).toEqual([])
        expect(faultsIn('a.sql', `select '${each}' as ${name};`)).toEqual([])
      }),
    )
  })
})
