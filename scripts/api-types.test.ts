// Tests that web/api/api-types.ts is up to date with the description of the API, and unchanged
// since it was generated.
import { readFileSync } from 'node:fs'
import { beforeAll, expect, it } from 'vitest'
import { apiTypesFile, isCurrent, readDescription } from './api-description.ts'

type Description = Awaited<ReturnType<typeof readDescription>>

const file = readFileSync(apiTypesFile, 'utf8')
let description: Description
beforeAll(async () => {
  description = await readDescription()
})

it('web/api/api-types.ts is up to date: npm run api-types would not change it', () => {
  expect(isCurrent(description, file)).toBe(true)
})

it('a changed answer, a new call and a change by hand are noticed', () => {
  const described = JSON.stringify(description)
  const renamed = JSON.parse(described.replace('expires_in_seconds', 'lives_seconds'))
  expect(isCurrent(renamed, file)).toBe(false)
  const { paths } = description
  expect(isCurrent({ ...description, paths: { ...paths, '/api/new': {} } }, file)).toBe(false)
  const edited = file.replace('expires_in_seconds: number', 'expires_in_seconds: string')
  expect(edited).not.toBe(file)
  expect(isCurrent(description, edited)).toBe(false)
})

it('another sentence of a refusal changes no type', () => {
  const described = JSON.stringify(description).replaceAll(
    'There is no such batch.',
    'Nothing here.',
  )
  expect(described).not.toBe(JSON.stringify(description))
  expect(isCurrent(JSON.parse(described), file)).toBe(true)
})
