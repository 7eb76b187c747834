// Tests the figures of every limit of codes (docs/product.md#limits-of-codes).
import { expect, it } from 'vitest'
import {
  attemptsOfAddress,
  attemptsOfBrowser,
  attemptsOfDay,
  blockedWaitSeconds,
  failuresOfHour,
  failureWaits,
  resendResetMinutes,
  resendWaits,
  sendLimits,
  sendsOfBrowser,
} from './code-limits.ts'

const caller = { address: '1.2.3.4', network: '1.2.3.0', isExempt: false }

it('each limit has its own bucket, window and number', () => {
  expect(attemptsOfAddress(caller)).toEqual([
    { bucket: 'verify/address/1.2.3.4', windowSeconds: 300, max: 30 },
  ])
  expect(attemptsOfAddress({ ...caller, isExempt: true })).toEqual([])
  const at = { caller, number: 'hash' }
  const [hour, day] = [3_600, 86_400]
  expect([failuresOfHour(at), attemptsOfDay(at)]).toEqual([
    { bucket: 'verify/misses/1.2.3.4/hash', windowSeconds: hour, max: 5 },
    { bucket: 'verify/tries/1.2.3.4/hash', windowSeconds: day, max: 6 },
  ])
  expect([attemptsOfBrowser('id'), sendsOfBrowser('id')]).toEqual([
    { bucket: 'device/tries/id', windowSeconds: day, max: 10 },
    { bucket: 'device/sends/id', windowSeconds: day, max: 3 },
  ])
})

it('waits and numbers of codes are those of the documents', () => {
  expect({ resendWaits, resendResetMinutes, blockedWaitSeconds }).toEqual({
    ...{ resendWaits: [30, 60, 120, 300], resendResetMinutes: 60, blockedWaitSeconds: 86_400 },
  })
  expect(sendLimits).toEqual([
    { count: 3, minutes: 10 },
    { count: 5, minutes: 60 },
    { count: 10, minutes: 1_440 },
  ])
  expect(failureWaits).toEqual([
    { failures: 50, minutes: 1_440 },
    { failures: 20, minutes: 60 },
    { failures: 10, minutes: 15 },
  ])
})
