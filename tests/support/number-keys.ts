// The key of numbers that every product under test is started with, for tests that look up a row by
// what stands for a number in it.
import { openNumberKeys } from '#platform/keys.ts'

/** NUMBERS_KEY */
export const numbersKey = 'a7'.repeat(32)

export const { hashOf } = openNumberKeys(Buffer.from(numbersKey, 'hex'))
