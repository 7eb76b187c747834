// Provides the key for phone hashes of every tested product, for tests that find a row by a phone hash.
import { openNumberKeys } from '#platform/keys.ts'

/** Value of the setting NUMBERS_KEY. */
export const numbersKey = 'a7'.repeat(32)

export const { hashOf } = openNumberKeys(Buffer.from(numbersKey, 'hex'))
