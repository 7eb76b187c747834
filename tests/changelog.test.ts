// Checks the form of CHANGELOG.md: versions, the three groups of readers, and one line for each entry.
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import packageFile from '../package.json' with { type: 'json' }

const lines = readFileSync('CHANGELOG.md', 'utf8').split('\n')
const readers = ['For people', 'For operators', 'For API clients']
const kinds = ['Added', 'Changed', 'Deprecated', 'Removed', 'Fixed', 'Security']
const headings = (level: number) =>
  lines
    .filter((line) => new RegExp(`^#{${level}} `).test(line))
    .map((line) => line.slice(level + 1))

it('An unreleased part comes first, then the version of package.json with its date', () => {
  const [unreleased = '', newest = ''] = headings(2)
  expect(unreleased).toBe('Unreleased')
  expect(newest).toMatch(/^\d+\.\d+\.\d+ - \d{4}-\d{2}-\d{2}$/)
  expect(newest.split(' - ')[0]).toBe(packageFile.version)
})

it('Each version groups its entries by reader and by kind of change', () => {
  expect(headings(3).filter((name) => !readers.includes(name))).toEqual([])
  expect(headings(4).filter((name) => !kinds.includes(name))).toEqual([])
  expect(headings(3).length).toBeGreaterThanOrEqual(readers.length)
})

it('Each entry is one line, once, and not longer than 160 characters', () => {
  const entries = lines.filter((line) => line.startsWith('- '))
  expect(entries.length).toBeGreaterThan(50)
  expect(entries.filter((entry) => entry.length > 160)).toEqual([])
  expect(entries.filter((entry, index) => entries.indexOf(entry) !== index)).toEqual([])
  expect(lines.filter((line) => /^\s+\S/.test(line))).toEqual([])
})
