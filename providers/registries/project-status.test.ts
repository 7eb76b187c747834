// Every word that the registries use for a project's state, in the product's three.
import { describe, expect, it } from 'vitest'
import { projectStatusOf } from '#providers/registries/project-status.ts'

describe('project status', () => {
  it.each([
    ['Verified', 'Verified'],
    ['Certified Design', 'Certified Design'],
    ['LISTED', 'Listed'],
    ['GOLD_STANDARD_CERTIFIED_PROJECT', 'Verified'],
    ['GOLD_STANDARD_CERTIFIED_DESIGN', 'Certified Design'],
    ['Registered', 'Verified'],
    ['Under development', 'Listed'],
    ['Under validation', 'Listed'],
    ['Registration and verification approval requested', 'Certified Design'],
    [' registered ', 'Verified'],
  ])('%j is %s', (word, status) => {
    expect(projectStatusOf(word)).toBe(status)
  })

  it.each(['Withdrawn', 'Rejected by Administrator'])(
    'a project that is %j is not offered',
    (word) => {
      expect(projectStatusOf(word)).toBeNull()
    },
  )

  it('does not guess at a word that it does not know', () => {
    expect(projectStatusOf('Brilliant')).toBeUndefined()
  })
})
