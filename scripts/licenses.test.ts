// Tests the licences that the built product ships.
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { fontPackages } from './licenses.ts'

const shipped = () => readFileSync('dist/web/licenses.txt', 'utf8')

it('the licence of each font is shipped', () => {
  const names = fontPackages(readFileSync('web/styles/fonts.css', 'utf8'))
  expect(names.length).toBeGreaterThan(2)
  for (const name of names) {
    const [, text = ''] = shipped().split(`## ${name} - `)
    expect(text.slice(0, 3_000), name).toMatch(/SIL OPEN FONT LICENSE/i)
  }
})

it.each(['react', 'react-dom', 'wouter', '@tanstack/react-query', '@base-ui/react'])(
  'the licence of the library %s is shipped',
  (name) => {
    const [, text = ''] = shipped().split(new RegExp(`^## ${name} - `, 'm'))
    expect(text.slice(0, 3_000)).toMatch(/permission is hereby granted|MIT/i)
  },
)
