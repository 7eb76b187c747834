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

it('warns of no other log if the own key is on another machine, and of each own witness', () => {
  const second = witnessKeyText(createWitnessSigner('w.example/v', Buffer.alloc(32, 4)))
  const lines = [
    `log ${verifierText(other)}`,
    `witness one ${witness} https://passport.example/a`,
    `witness two ${second} https://localhost`,
    ...['group both all one two', 'quorum both'],
  ]
  expect(witnessWarnings(readPolicy(lines.join('\n')), { ...ownLog, key: null })).toEqual(
    ['one', 'two'].map(
      (name) =>
        `LOG_WITNESSES: the witness ${name} is on the log's own host. It proves nothing to others.`,
    ),
  )
  expect(witnessWarnings(readPolicy(`witness one ${witness}\nquorum one`), ownLog)).toEqual([])
})
