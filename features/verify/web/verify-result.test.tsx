// Tests the shown result of a check: proven, partly proven, or not, and each step's outcome.

import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { textOf } from '#web/test-markup.tsx'
import { texts } from '#web/texts.ts'
import type { Checks } from './check-certificate.ts'
import type { VerificationResult } from './use-verification.ts'
import { VerifyResult } from './verify-result.tsx'

const run = { registry: 'GS', serial: 'GS1-1', first: 401, last: 500 }
const proof = {
  ...{ index: 3, hashes: [], salt: new Uint8Array(16), txId: 'CP-1', checkpoint: '' },
  entry: JSON.stringify({ kind: 'allocate', ...run, commitment: '' }),
}
const holds: Checks = {
  ...{ entry: 'holds', commitment: 'holds', inclusion: 'holds' },
  ...{ signature: 'holds', consistency: 'holds' },
}
const shown = (checks: Partial<Checks>, isUncompared = false) => {
  const certificate: VerificationResult['certificate'] = {
    kg: 100,
    refundedKg: 0,
    project: 'Forest',
    isUncompared,
    present: [run],
    replacements: [],
    proof,
  }
  const verified = { certificate, proof, checks: { ...holds, ...checks }, logKey: 'log+1+key' }
  return renderToStaticMarkup(<VerifyResult {...verified} />)
}
const verdictIn = (html: string) => /<h2.*?<\/svg><span[^>]*>(.*?)<\/span><\/h2>/.exec(html)?.[1]

it.each([
  ['all of it', {}, 'verify_holds'],
  ['an unfinished replacement', { entry: 'unknown' }, 'verify_in_part'],
  ['no check of the signature', { signature: 'unknown' }, 'verify_in_part'],
  ['no log of today', { consistency: 'unknown' }, 'verify_holds'],
  ['another entry', { entry: 'fails' }, 'verify_fails'],
  ['another transaction', { commitment: 'fails' }, 'verify_fails'],
  ['another root', { inclusion: 'fails' }, 'verify_fails'],
  ['another key', { signature: 'fails' }, 'verify_fails'],
  ['a second history', { consistency: 'fails' }, 'verify_fails'],
] as const)('%s has its sentence', (_what, checks, verdict) => {
  const html = shown(checks)
  expect(verdictIn(html)).toBe(texts[verdict]())
  // A result with a failed step is never called proven.
  expect(html.includes(texts.verify_proven())).toBe(verdict !== 'verify_fails')
})

it('each step has the sentence of its own outcome', () => {
  const html = shown({ signature: 'unknown', consistency: 'fails' })
  for (const key of [
    'verify_entry_holds',
    'verify_commitment_holds',
    'verify_inclusion_holds',
    'verify_signature_unknown',
    'verify_consistency_fails',
  ] as const) {
    expect(html).toContain(texts[key]())
  }
})

it('names the log’s places and the log’s key', () => {
  for (const words of ['GS · GS1-1', '401 to 500', 'log+1+key', 'CP-1']) {
    expect(shown({})).toContain(words)
  }
})

it('replaced kilograms are shown with their present places and those of their sale', () => {
  const replaced = {
    ...{ kind: 'replace', ...run, first: 401, last: 450 },
    ...{ by_serial: 'VCS1-9', by_registry: 'VCS', by_first: 7, by_last: 56 },
  }
  const step = { index: 9, hashes: [], entry: JSON.stringify(replaced) }
  const html = renderToStaticMarkup(
    <VerifyResult
      {...{ proof, checks: holds, logKey: 'log+1+key' }}
      certificate={{
        ...{ kg: 100, refundedKg: 0, project: 'Forest', isUncompared: false },
        ...{ present: [run], replacements: [step], proof },
      }}
    />,
  )
  const text = textOf(html)
  expect(text).toContain(texts.verify_entry_led())
  const places = [...text.matchAll(/\|(\w+ · [^|]+)\|(?:Places in the batch\|)?([^|]+)\|/g)]
  expect(places.map(([, block, range]) => `${block}: ${range}`)).toEqual([
    'GS · GS1-1: 451 to 500',
    'VCS · VCS1-9: 7 to 56',
    'GS · GS1-1: 401 to 500',
  ])
  expect(shown({})).not.toContain(texts.verify_sold_as())
  expect(shown({})).toContain(texts.verify_entry_holds())
})

it('never claims that no other batch has the same tonnes', () => {
  expect(shown({})).toContain(texts.verify_not_compared())
  expect(shown({}, true)).toContain(texts.verify_not_comparable())
  expect(shown({}, true)).not.toContain(texts.verify_not_compared())
})
