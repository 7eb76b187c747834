// Tests that the API and the page have the same sentence for a wrong code, which is written in two
// files.
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { invalidCode } from './sign-in-calls.ts'

it('the API and the page show the same sentence for a wrong code', () => {
  const texts: unknown = JSON.parse(readFileSync('texts/en/sign-in.json', 'utf8'))
  expect(texts).toMatchObject({ sign_in_wrong_code: invalidCode })
})
