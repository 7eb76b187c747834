// Tests what the verifier says and marks: each fault of a policy, each outcome with its mark, each refusal, and the
// offline verifier with its download.
import { act } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { draw, openPage, until } from '#web/test-page.ts'
import { texts } from '#web/texts.ts'
import { checkNames, type Outcome } from './check-certificate.ts'
import { OfflinePage } from './offline/offline-page.tsx'
import { OfflineDownload } from './offline-download.tsx'
import { type LineFault, lineFaults } from './policy-check.ts'
import { policyFaultText } from './policy-field.tsx'
import type { VerificationProblem, VerificationResult, WitnessReport } from './use-verification.ts'
import { VerifyForm } from './verify-form.tsx'
import { VerifyPage } from './verify-page.tsx'
import { VerifyResult } from './verify-result.tsx'
import { witnessOutcome } from './witness-result.tsx'

const faultWords: Readonly<Record<LineFault, string>> = {
  control: 'Line 12 of the policy has a control character. Lines must end with a line feed alone.',
  kind: 'Line 12 of the policy: “x1” is no kind of line.',
  form: texts.verify_policy_form({ line: '12', word: 'x1' }),
  log_key: 'Line 12 of the policy: “x1” is no Ed25519 key of a log.',
  witness_key: texts.verify_policy_witness_key({ line: '12', word: 'x1' }),
  address: 'Line 12 of the policy: “x1” is no web address.',
  repeated: texts.verify_policy_repeated({ line: '12', word: 'x1' }),
  undefined: 'Line 12 of the policy: “x1” has no line above.',
  count: 'Line 12 of the policy: “x1” is neither any nor all, nor a number of its members.',
}
it.each(lineFaults)('the fault %s of a line has its sentence', (fault) => {
  expect(policyFaultText({ fault, line: 12, word: 'x1' })).toBe(faultWords[fault])
})
it('a policy that is too long, and one without a quorum, have theirs', () => {
  expect(policyFaultText({ fault: 'too_long' })).toBe(texts.verify_policy_too_long())
  expect(policyFaultText({ fault: 'no_quorum' })).toBe(texts.verify_policy_no_quorum())
  expect(texts.verify_policy_too_long()).not.toBe(texts.verify_policy_no_quorum())
})

const run = { registry: 'GS', serial: 'GS1-1', first: 401, last: 500 }
const proof = {
  ...{ index: 3, hashes: [], salt: new Uint8Array(16), txId: 'CP-1', checkpoint: '' },
  entry: JSON.stringify({ kind: 'allocate', ...run, commitment: '' }),
}
function resultOf(changes: Partial<VerificationResult>): VerificationResult {
  return {
    certificate: {
      ...{ kg: 100, refundedKg: 0, project: 'Forest', isUncompared: false, present: [run] },
      ...{ replacements: [], proof },
    },
    ...{ proof, witnesses: { kind: 'no_policy' }, logKey: 'log+1+key', keySource: 'site' },
    checks: {
      ...{ entry: 'holds', commitment: 'holds', inclusion: 'holds' },
      ...{ signature: 'holds', consistency: 'holds' },
    },
    ...changes,
  }
}
/** Returns the marks of the verdict, of the checks in their order, and of the witnesses. */
const marksOf = (changes: Partial<VerificationResult>) =>
  [
    ...renderToStaticMarkup(<VerifyResult {...resultOf(changes)} />).matchAll(
      /text-(moss|danger|gold)/g,
    ),
  ].map(([, tone]) => tone)
const { checks: allHold } = resultOf({})

describe('the marks of a result', () => {
  it('are of what holds, and witnesses that no policy asks for are open', () => {
    expect(marksOf({})).toEqual(['moss', 'moss', 'moss', 'moss', 'moss', 'moss', 'gold'])
  })

  it.each(checkNames)('have a failed or open %s in its own place', (name) => {
    const tones: readonly (readonly [Outcome, string])[] = [
      ['fails', 'danger'],
      ['unknown', 'gold'],
    ]
    for (const [outcome, tone] of tones) {
      const [verdict, ...marks] = marksOf({ checks: { ...allHold, [name]: outcome } })
      expect(marks.slice(0, 5)).toEqual(checkNames.map((each) => (each === name ? tone : 'moss')))
      const isOpen = outcome === 'unknown' && ['signature', 'entry'].includes(name)
      expect(verdict).toBe(outcome === 'fails' ? 'danger' : isOpen ? 'gold' : 'moss')
    }
  })

  const checked = { kind: 'checked', source: 'own', cosigners: [] } as const
  it.each<[WitnessReport, Outcome, string, string]>([
    [{ ...checked, outcome: 'witnessed' }, 'holds', 'moss', 'moss'],
    [{ ...checked, outcome: 'below' }, 'unknown', 'gold', 'gold'],
    [{ ...checked, outcome: 'unknown' }, 'unknown', 'gold', 'gold'],
    [{ ...checked, outcome: 'none_needed' }, 'unknown', 'moss', 'gold'],
    [{ ...checked, outcome: 'other_log' }, 'fails', 'danger', 'danger'],
    [{ kind: 'no_policy' }, 'unknown', 'moss', 'gold'],
    [{ kind: 'no_answer' }, 'unknown', 'gold', 'gold'],
    [{ kind: 'not_entered' }, 'unknown', 'moss', 'gold'],
  ])('of witnesses %j are %s', (witnesses, outcome, verdict, last) => {
    expect(witnessOutcome(witnesses)).toBe(outcome)
    const marks = marksOf({ witnesses })
    expect([marks[0], marks.at(-1), marks.length]).toEqual([verdict, last, 7])
  })
})

it('a present log that was not loaded is said so for a key of a policy alone', () => {
  const open = { checks: { ...allHold, consistency: 'unknown' } as const }
  const htmlOf = (keySource: 'site' | 'own') =>
    renderToStaticMarkup(<VerifyResult {...resultOf({ ...open, keySource })} />)
  expect(htmlOf('own')).toContain(texts.verify_consistency_not_loaded())
  expect(htmlOf('site')).toContain(texts.verify_consistency_unknown())
  expect(texts.verify_consistency_unknown()).not.toBe(texts.verify_consistency_not_loaded())
})

const refusals: Readonly<Record<VerificationProblem, string>> = {
  unclear: texts.verify_unclear(),
  elsewhere: texts.verify_elsewhere(),
  not_found: texts.verify_not_found(),
  no_answer: texts.common_no_connection(),
  no_certificate: texts.verify_no_certificate(),
  unproven: texts.verify_unproven(),
  no_log: texts.verify_no_log(),
  no_crypto: texts.verify_no_crypto(),
}
it.each(Object.entries(refusals))('the refusal %s has its sentence', (reason, sentence) => {
  const html = renderToStaticMarkup(
    <VerifyForm
      {...{ label: 'L', hint: 'H', input: { certificate: '', policy: '' } }}
      state={{ kind: 'refused', reason: reason as VerificationProblem }}
      onChange={() => undefined}
      verify={async () => undefined}
    >
      <i />
    </VerifyForm>,
  )
  expect(html.replaceAll('&#x27;', "'")).toContain(sentence)
  expect(new Set(Object.values(refusals)).size).toBe(Object.keys(refusals).length)
})

const block = { registry: 'GS', serial: 'GS1-1', first_place: 401, last_place: 500 }
const json = {
  ...{ kg: 100, project: 'Forest', ...block, replacement: null },
  proof: {
    ...{ index: 0, entry: '{}', hashes: [], salt: '00'.repeat(16), tx_id: 'CP-1' },
    checkpoint: '',
  },
}

describe('in a page', () => {
  beforeEach(() => {
    openPage()
    vi.stubGlobal('fetch', async () => {
      throw new TypeError('Failed to fetch')
    })
  })

  it('a dropped file is checked, and a dropped text is left to the browser', async () => {
    const page = await draw(<VerifyPage />)
    const drop = async (files: readonly File[]) => {
      const event = new window.Event('drop', { bubbles: true, cancelable: true })
      Object.defineProperty(event, 'dataTransfer', { value: { files } })
      await act(async () => void document.querySelector('form')?.dispatchEvent(event))
      return event.defaultPrevented
    }
    expect(await drop([])).toBe(false)
    expect(await drop([new File(['{"kg":1}'], 'a.json')])).toBe(true)
    await until(() => page.text().includes('This text is no certificate of ours'))
    expect(page.valueOf('Code, address or text of the certificate')).toBe('{"kg":1}')
  })

  it('a chosen file may be chosen again, of the kinds that fit its field', async () => {
    await draw(<VerifyPage />)
    const fields = [...document.querySelectorAll<HTMLInputElement>('[type=file]')]
    expect(fields.map((field) => field.accept)).toEqual([
      ...['.txt,.policy,text/plain', '.json,application/json'],
    ])
    const [field] = fields
    const cleared = vi.fn<(value: string) => void>()
    Object.defineProperty(field, 'files', { value: [new File(['quorum none'], 'p')] })
    Object.defineProperty(field, 'value', { set: cleared, get: () => 'p' })
    await act(async () => {
      field?.dispatchEvent(new window.Event('change', { bubbles: true }) as unknown as Event)
    })
    expect(cleared).toHaveBeenCalledWith('')
  })

  it('the policy’s field opens with its fault, and is closed before', async () => {
    const page = await draw(<VerifyPage />)
    const details = () => document.querySelector('details')
    expect(details()?.hasAttribute('open')).toBe(false)
    await page.type('Policy of witnesses', 'quorum A')
    await page.submit()
    await until(() => page.text().includes('Line 1 of the policy: “A” has no line above.'))
    expect(details()?.hasAttribute('open')).toBe(true)
  })

  it('the offline verifier needs no network, and says that no policy was entered', async () => {
    const page = await draw(<OfflinePage />)
    expect(page.text()).toContain('Verify a certificate without a network')
    expect(document.title).toBe('Verify a certificate without a network')
    expect(document.documentElement.lang).toBe('en')
    const field = 'Text of the certificate'
    await page.type(field, '0123456789ABCDEF')
    await page.submit()
    await until(() => page.text().includes('This text is no certificate of ours'))
    await page.type(field, JSON.stringify(json))
    await page.type('Policy of witnesses', 'quorum A')
    await page.submit()
    await until(() => page.text().includes('Line 1 of the policy: “A” has no line above.'))
    await page.type('Policy of witnesses', '')
    await page.submit()
    await until(() => page.text().includes('This certificate does not hold'))
    expect(page.text()).toContain('Not witnessed: no policy was entered')
    expect(page.text()).not.toContain('has no line above')
  })

  it('the offline verifier has each language, and the page is of the chosen one', async () => {
    const page = await draw(<OfflinePage />)
    const options = [...document.querySelectorAll('option')]
    expect(options.map(({ value, textContent }) => [value, textContent])).toEqual([
      ['en', 'English'],
      ['nl', 'Nederlands'],
      ['fr', 'Français'],
      ['es', 'Español'],
      ['it', 'Italiano'],
      ['de', 'Deutsch'],
      ['tr', 'Türkçe'],
    ])
    for (const language of ['de', 'tr', 'en']) {
      await page.type(/^Languages/, language)
      expect([page.valueOf(/^Languages/), document.documentElement.lang]).toEqual([
        language,
        language,
      ])
    }
  })
})

describe('the download of the offline verifier', () => {
  afterEach(() => vi.unstubAllEnvs())

  it('has its size in kilobytes, rounded up, and its sum', () => {
    vi.stubEnv('VITE_OFFLINE_VERIFIER', 'ab12 250001')
    const html = renderToStaticMarkup(<OfflineDownload />)
    expect(html).toContain('Download the verifier (251\u00a0kB)')
    expect(html).toMatch(/>ab12<\/p>/)
    expect(html).toMatch(/<a href="\/[^"]+\.html" download="[^"]+\.html"/)
  })

  it('is not offered where the build has made none', () => {
    vi.stubEnv('VITE_OFFLINE_VERIFIER', '')
    expect(renderToStaticMarkup(<OfflineDownload />)).toBe('')
  })
})
