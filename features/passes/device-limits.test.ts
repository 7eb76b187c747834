// Tests how many passes a device may hold, and how many devices a pass.
import { expect, it } from 'vitest'
import { databaseOf } from '#tests/support/stored-rows.ts'
import { registerDevice } from './register-device.ts'

const holding = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ passport_id: `passport-${index}` }))

async function register(passes: readonly object[], passportId: string, tokenVersion = 3) {
  const { db, valuesOf } = databaseOf({
    'wallet-passes-of-device': [passes],
    'lock-wallet-pass-token-version': [[{ token_version: 3 }]],
  })
  const services = { db } as unknown as Parameters<typeof registerDevice>[0]
  const registration = { pushToken: 'token', tokenVersion }
  const answer = await registerDevice(services, { deviceId: 'phone', passportId }, registration)
  return { answer, valuesOf }
}

it('a device takes up to 20 passes', async () => {
  const { answer, valuesOf } = await register(holding(19), 'passport-new')
  expect(answer).toBe('new')
  expect(valuesOf('insert-wallet-pass-registration')).toEqual([['passport-new', 'phone']])
  // Of the devices of the pass, the newest 20 stay.
  expect(valuesOf('drop-oldest-wallet-pass-registrations')).toEqual([['passport-new', 20]])
})

it('a device with 20 passes refuses another one', async () => {
  const { answer, valuesOf } = await register(holding(20), 'passport-new')
  expect(answer).toMatchObject({ problem: 'too_many_passes' })
  expect(valuesOf('insert-wallet-pass-registration')).toEqual([])
})

it('a device with 20 passes gets a new push token for one of them', async () => {
  const { answer, valuesOf } = await register(holding(20), 'passport-19')
  expect(answer).toBe('known')
  expect(valuesOf('upsert-wallet-pass-device')).toEqual([['phone', 'token']])
})

it.each([2, 4])(
  'a token of version %i registers no device once version 3 is valid',
  async (version) => {
    const { answer, valuesOf } = await register([], 'passport-new', version)
    expect(answer).toMatchObject({ problem: 'wrong_pass_token' })
    expect(valuesOf('upsert-wallet-pass-device')).toEqual([])
    expect(valuesOf('insert-wallet-pass-registration')).toEqual([])
  },
)
