// Tests that every type of the demonstration has a text in every language.
import { readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { typeIn } from './type-in.ts'

/** Abbreviations, which a text spells out (web/story/project-words.test.ts). */
const speltOut = ['A/R', 'PV']

test('every type of the demonstration has a text', () => {
  const file = readFileSync('database/demo-catalogue/projects.csv', 'utf8')
  const list = readFileSync('texts/lists/project_types.json', 'utf8')
  const texts: Record<string, { en: string }> = JSON.parse(list)
  const rows: Record<string, string>[] = parse(file, { columns: true })
  const types = rows.flatMap(({ project_type = '[]' }): string[] => JSON.parse(project_type))
  const said = Object.values(texts).map(({ en }) => en)
  expect(new Set(types).difference(new Set([...said, ...speltOut]))).toEqual(new Set())
})

test('a type is named whole or part by part, and an unknown one keeps the registry’s words', () => {
  expect(typeIn('tr', 'Wind')).toBe('Rüzgâr')
  expect(typeIn('tr', 'Wind - MX')).toBe('Rüzgâr - MX')
  // A word of the product's own is no type.
  for (const type of ['Tidal', 'Certificate']) expect(typeIn('tr', type)).toBe(type)
})
