// Who asks the person for a code, and how often.
import { expect, it } from 'vitest'
import { confirmPerson, onConfirmPerson } from './confirm-person.ts'

it('asks once for all who want to know at one moment, and again for the next', async () => {
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

it('is a no where no dialog is there, and a dialog that goes takes no other one with it', async () => {
  expect(await confirmPerson()).toBe(false)
  const stopFormer = onConfirmPerson(async () => false)
  const stop = onConfirmPerson(async () => true)
  stopFormer()
  expect(await confirmPerson()).toBe(true)
  stop()
  expect(await confirmPerson()).toBe(false)
})
