// What the API says of a wrong code and what the page says are one sentence, written in two files.
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { invalidCode } from './contract.ts'

it('the API and the page say the same of a wrong code', () => {
  const texts: unknown = JSON.parse(readFileSync('texts/en/sign-in.json', 'utf8'))
  expect(texts).toMatchObject({ sign_in_wrong_code: invalidCode })
})
