// Tests the code of a certificate as people type it from paper.
import { expect, it } from 'vitest'
import { readCertificateCode } from './certificate-code.ts'

it.each([
  ['as it is written', '0123ABCDEFGHJKMN'],
  ['in small letters and groups', ' 0123-abcd efgh\u2014jkmn\n'],
  ['with letters that look like its digits', 'oi23ABCDEFGHJKMN'],
  ['in wide letters and digits of another script', '０１٢٣ＡＢＣＤＥＦＧＨＪＫＭＮ'],
  ['with another one of those', 'OL23ABCDEFGHJKMN'],
])('is read %s', (_how, typed) => {
  expect(readCertificateCode(typed)).toBe('0123ABCDEFGHJKMN')
})

it.each([
  ['a letter less', '0123ABCDEFGHJKM'],
  ['a letter more', '0123ABCDEFGHJKMNP'],
  ['a letter that it never has', '0123ABCDEFGHJKMU'],
  ['nothing', ''],
])('is null with %s', (_what, typed) => {
  expect(readCertificateCode(typed)).toBeNull()
})
