// Tests when the browser asks the user for a code.
import { expect, it } from 'vitest'
import { confirmPerson, onConfirmPerson } from './signing.ts'

it('asks once for all concurrent callers, and again for the next', async () => {
  let asked = 0
  const stop = onConfirmPerson(async () => {
    asked += 1
    return asked === 1
  })
  expect(await Promise.all([confirmPerson(), confirmPerson()])).toEqual([true, true])
  expect(asked).toBe(1)
  expect(await confirmPerson()).toBe(false)
  expect(asked).toBe(2)
  stop()
})

it('answers no without a dialog, and a removed dialog does not remove a newer one', async () => {
  expect(await confirmPerson()).toBe(false)
  const stopFormer = onConfirmPerson(async () => false)
  const stop = onConfirmPerson(async () => true)
  stopFormer()
  expect(await confirmPerson()).toBe(true)
  stop()
  expect(await confirmPerson()).toBe(false)
})
