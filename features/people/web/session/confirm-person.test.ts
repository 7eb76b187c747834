// Tests when the browser asks the user for a code.
import { expect, it } from 'vitest'
import { ApiError } from '#web/api/api.ts'
import { confirmPerson, onConfirmPerson, withFreshCode } from './signing.ts'

const problemOf = (code: string) => new ApiError(new Response(null, { status: 403 }), { code })

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

it('asks once where an attempt has asked already, and again for the next error', async () => {
  let asked = 0
  const stop = onConfirmPerson(async () => {
    asked += 1
    return false
  })
  const fail = async () => {
    throw problemOf('code_required')
  }
  await expect(withFreshCode(() => withFreshCode(fail))).rejects.toMatchObject({
    code: 'code_required',
  })
  expect(asked).toBe(1)
  await expect(withFreshCode(fail)).rejects.toMatchObject({ code: 'code_required' })
  expect(asked).toBe(2)
  stop()
})

it('calls again after a code, and never asks for another problem', async () => {
  const stop = onConfirmPerson(async () => true)
  const problems = ['code_required', 'rate_limited']
  const attempt = async () => {
    const code = problems.shift()
    if (code === undefined) return 'done'
    throw problemOf(code)
  }
  await expect(withFreshCode(attempt)).rejects.toMatchObject({ code: 'rate_limited' })
  expect(await withFreshCode(attempt)).toBe('done')
  stop()
})
