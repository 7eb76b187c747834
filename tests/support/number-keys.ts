// Provides the key of phone hashes that every tested product starts with, for tests that look up a
// row by its phone hash.
import { openNumberKeys } from '#platform/keys.ts'

/** NUMBERS_KEY */
export const numbersKey = 'a7'.repeat(32)

export const { hashOf } = openNumberKeys(Buffer.from(numbersKey, 'hex'))
