// The words for translators say what the registries say: another language's text is of the same type.
import { expect, test } from 'vitest'
import { typeName, typeNames } from './type-name.ts'

test('each type has the registry’s own words in English, and one that is unknown keeps its own', () => {
  for (const [type, name] of Object.entries(typeNames)) expect(name()).toBe(type)
  expect(typeName('Tidal')).toBe('Tidal')
})
