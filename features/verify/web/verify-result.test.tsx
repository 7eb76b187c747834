// Tests the shown result of a check: proven, partly proven, or not, and each step's outcome.

import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { textOf } from '#web/test-markup.tsx'
import { texts } from '#web/texts.ts'
import type { Checks } from './check-certificate.ts'
import type { WitnessOutcome } from './check-witnesses.ts'
import type { PolicySource, VerificationResult } from './use-verification.ts'
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
const noPolicy = { kind: 'no_policy' } as const
const shown = (
  checks: Partial<Checks>,
  isUncompared = false,
  more: Partial<VerificationResult> = {},
) => {
  const certificate: VerificationResult['certificate'] = {
    kg: 100,
    refundedKg: 0,
    project: 'Forest',
    isUncompared,
    present: [run],
    replacements: [],
    proof,
  }
  const verified: VerificationResult = {
    ...{ certificate, proof, checks: { ...holds, ...checks }, witnesses: noPolicy },
    ...{ logKey: 'log+1+key', keySource: 'site', ...more },
  }
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
      {...{ proof, checks: holds, logKey: 'log+1+key', keySource: 'site', witnesses: noPolicy }}
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

it('kilograms that were refunded in part are not among the present places', () => {
  const certificate = {
    ...{ kg: 60, refundedKg: 40, project: 'Forest', isUncompared: false },
    ...{ present: [{ ...run, last: 460 }] as const, replacements: [], proof },
  }
  const text = textOf(shown({}, false, { certificate }))
  expect(text).toContain('|401 to 460|')
  expect(text).toContain(texts.verify_proven_text({ kg: 60, tx_id: 'CP-1' }))
})

it('never claims that no other batch has the same tonnes', () => {
  expect(shown({})).toContain(texts.verify_not_compared())
  expect(shown({}, true)).toContain(texts.verify_not_comparable())
  expect(shown({}, true)).not.toContain(texts.verify_not_compared())
})

const cosigners = [
  { name: 'witness.example/w1', time: 1_800_000_000 },
  { name: 'witness.example/w2', time: 0 },
]
const shownWitnessed = (outcome: WitnessOutcome, source: PolicySource, checks = {}) =>
  shown(checks, false, { witnesses: { kind: 'checked', source, outcome, cosigners } })

it.each([
  ['witnessed', 'verify_holds', 'verify_witnesses_hold'],
  ['below', 'verify_unwitnessed', 'verify_witnesses_below'],
  ['unknown', 'verify_unwitnessed', 'verify_witnesses_unknown'],
  ['none_needed', 'verify_holds', 'verify_witnesses_none_needed'],
  ['other_log', 'verify_other_log', 'verify_witnesses_other_log'],
] as const)(
  'a checkpoint that is %s has its verdict and its sentence',
  (outcome, verdict, words) => {
    const html = shownWitnessed(outcome, 'own')
    expect(verdictIn(html)).toBe(texts[verdict]())
    expect(html).toContain(texts[words]())
    expect(html.includes(texts.verify_witnesses_hold())).toBe(outcome === 'witnessed')
    expect(html.includes(texts.verify_not_witnesses())).toBe(outcome === 'witnessed')
    expect(html.includes(texts.verify_proven())).toBe(outcome !== 'other_log')
  },
)

it('a quorum of witnesses hides no failed or open step', () => {
  const verdictWith = (checks: Partial<Checks>) =>
    verdictIn(shownWitnessed('witnessed', 'site', checks))
  expect(verdictWith({ inclusion: 'fails' })).toBe(texts.verify_fails())
  expect(verdictWith({ signature: 'unknown' })).toBe(texts.verify_in_part())
  expect(verdictIn(shownWitnessed('other_log', 'own', { entry: 'fails' }))).toBe(
    texts.verify_fails(),
  )
})

it('names the witnesses with their times, and whose policy it used', () => {
  const html = shownWitnessed('witnessed', 'site')
  expect(textOf(html)).toMatch(
    /\|witness\.example\/w1\|[^|]*2027[^|]*:00[^|]*\|witness\.example\/w2\|By/,
  )
  expect(html).toContain(texts.verify_policy_of_site())
  expect(html).toContain('href="/log/policy"')
  const own = shownWitnessed('witnessed', 'own')
  expect(own).toContain(texts.verify_policy_of_user())
  expect(own).not.toContain('href="/log/policy"')
})

it('without a policy it is signed by the log alone; one that did not load leaves it open', () => {
  const html = shown({})
  expect(verdictIn(html)).toBe(texts.verify_holds())
  expect(html).toContain(texts.verify_witnesses_no_policy())
  const unread = shown({}, false, { witnesses: { kind: 'no_answer' } })
  expect(verdictIn(unread)).toBe(texts.verify_in_part())
  expect(unread).toContain(texts.verify_witnesses_no_answer())
})

it('shows the key that verified the checkpoint with its source, and no other', () => {
  expect(textOf(shown({}))).toContain(`${texts.verify_key_of_site()}|log+1+key`)
  expect(textOf(shown({}, false, { keySource: 'own' }))).toContain(
    `${texts.verify_key_of_policy()}|log+1+key`,
  )
  expect(shown({ signature: 'unknown' })).not.toContain('log+1+key')
  const without = shown({ signature: 'unknown' }, false, { logKey: null })
  expect(without).toContain(texts.verify_signature_no_key())
  expect(verdictIn(without)).toBe(texts.verify_in_part())
})
