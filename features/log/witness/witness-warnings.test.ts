// Tests which policies a start in production warns of.
import { expect, it } from 'vitest'
import { signerOf, verifierText } from '#features/log/tree/signed-note.ts'
import { createWitnessSigner, witnessKeyText } from './cosignature.ts'
import { readPolicy } from './policy.ts'
import { witnessWarnings } from './witness-warnings.ts'

const key = signerOf('passport.example/log', Buffer.alloc(32, 1))
const other = signerOf('other.example/log', Buffer.alloc(32, 2))
const witness = witnessKeyText(createWitnessSigner('w.example/w', Buffer.alloc(32, 3)))
const ownLog = { publicUrl: 'https://passport.example', key }

const warningsOf = (url: string, log = '') =>
  witnessWarnings(readPolicy(`${log}\nwitness one ${witness} ${url}\nquorum one`), ownLog)

it.each([
  'https://passport.example/witness',
  'https://PASSPORT.example:8443/',
  'http://localhost:2026',
  'http://127.0.0.1:2026',
  'http://[::1]:2026',
])('warns of a witness at %s, which is the log’s own host', (url) => {
  expect(warningsOf(url)).toEqual([
    "LOG_WITNESSES: the witness one is on the log's own host. It proves nothing to others.",
  ])
})

it('warns of a policy that names other logs alone', () => {
  const url = 'https://w.example/'
  expect(warningsOf(url)).toEqual([])
  expect(warningsOf(url, `log ${verifierText(other)}\nlog ${verifierText(key)}`)).toEqual([])
  expect(warningsOf(url, `log ${verifierText(other)}`)).toEqual([
    `LOG_WITNESSES: the policy names other logs, and not ${verifierText(key)}`,
  ])
})
