// Shows the result of a verification: the verdict, the outcome of each check, and what they prove and do
// not prove.
import { texts } from '#web/texts.ts'
import { Icon } from '#web/ui/icon.tsx'
import { type CheckName, checkNames, type Outcome } from './check-certificate.ts'
import { formatCount } from './count-format.ts'
import { type BlockPlaces, keptOf, placesAfter, readSale } from './places-check.ts'
import type { VerificationResult } from './use-verification.ts'
import { WitnessResult, witnessOutcome } from './witness-result.tsx'

const sentences: Readonly<Record<CheckName, Readonly<Record<Outcome, () => string>>>> = {
  entry: {
    holds: texts.verify_entry_holds,
    fails: texts.verify_entry_fails,
    unknown: texts.verify_entry_waits,
  },
  commitment: {
    holds: texts.verify_commitment_holds,
    fails: texts.verify_commitment_fails,
    unknown: texts.verify_commitment_fails,
  },
  inclusion: {
    holds: texts.verify_inclusion_holds,
    fails: texts.verify_inclusion_fails,
    unknown: texts.verify_inclusion_fails,
  },
  signature: {
    holds: texts.verify_signature_holds,
    fails: texts.verify_signature_fails,
    unknown: texts.verify_signature_unknown,
  },
  consistency: {
    holds: texts.verify_consistency_holds,
    fails: texts.verify_consistency_fails,
    unknown: texts.verify_consistency_unknown,
  },
}

const codeClass = 'wrap-anywhere mt-1.5 font-code text-[0.8125rem]'

type Verdict = Outcome | 'other_log' | 'unwitnessed'

/**
 * Returns the first that applies. `fails`: a check fails. `other_log`: the policy does not name the log. `unknown`: the
 * signature, the entry or the site's policy is unknown. `unwitnessed`: the policy's quorum is missing. Else `holds`.
 */
function verdictOf({ checks, witnesses }: VerificationResult): Verdict {
  const found = witnesses.kind === 'checked' ? witnesses.outcome : witnesses.kind
  if (checkNames.some((name) => checks[name] === 'fails')) return 'fails'
  if (found === 'other_log') return found
  const isOpen = [checks.signature, checks.entry].includes('unknown') || found === 'no_answer'
  if (isOpen) return 'unknown'
  return found === 'below' || found === 'unknown' ? 'unwitnessed' : 'holds'
}

const titles: Readonly<Record<Verdict, () => string>> = {
  holds: texts.verify_holds,
  fails: texts.verify_fails,
  unknown: texts.verify_in_part,
  other_log: texts.verify_other_log,
  unwitnessed: texts.verify_unwitnessed,
}
const markOf = {
  ...{ holds: 'holds', fails: 'fails', unknown: 'unknown' },
  ...{ other_log: 'fails', unwitnessed: 'unknown' },
} as const satisfies Record<Verdict, Outcome>

/** In large text a sentence is below its mark: next to it, a long word would not fit. */
const checkClass = 'flex flex-wrap gap-x-3 gap-y-1'

export function VerifyResult(result: VerificationResult) {
  const verdict = verdictOf(result)
  const { checks, certificate, proof, witnesses } = result
  const isWitnessed = witnesses.kind === 'checked' && witnesses.outcome === 'witnessed'
  return (
    <section className="mt-10 text-pretty rounded-card border border-line bg-surface p-[clamp(min(1.25rem,5.6vw),4vw,2rem)]">
      <h2 className="flex flex-wrap items-center gap-3 text-[1.5rem]">
        <Mark outcome={markOf[verdict]} className="size-7" />
        <span className="min-w-0 flex-[1_1_6em]">{titles[verdict]()}</span>
      </h2>
      {verdict === 'fails' ? <p className="mt-2">{texts.verify_fails_text()}</p> : null}
      <ul className="mt-6 grid max-w-176 gap-3.5">
        {checkNames.map((name) => (
          <li key={name} className={checkClass}>
            <Mark outcome={checks[name]} className="mt-0.5 size-5" />
            <span className="min-w-0 flex-[1_1_9em]">{sentenceOf(name, result)}</span>
          </li>
        ))}
        <li className={checkClass}>
          <Mark outcome={witnessOutcome(witnesses)} className="mt-0.5 size-5" />
          <div className="min-w-0 flex-[1_1_9em]">
            <WitnessResult report={witnesses} />
          </div>
        </li>
      </ul>
      {verdict === 'fails' || verdict === 'other_log' ? null : (
        <div className="mt-8 grid grid-cols-[repeat(auto-fit,minmax(min(100%,20rem),1fr))] gap-8 border-line border-t pt-6">
          <div>
            <h3 className="text-xl">{texts.verify_proven()}</h3>
            <p className="mt-2 text-soft">
              {texts.verify_proven_text({ kg: certificate.kg, tx_id: proof.txId })}
            </p>
            <LoggedPlaces {...result} />
            <LogKey {...result} />
          </div>
          <div>
            <h3 className="text-xl">{texts.verify_not_proven()}</h3>
            <ul className="mt-2 grid list-disc gap-2 ps-4.5 text-soft">
              <li>{texts.verify_not_registry()}</li>
              <li>
                {certificate.isUncompared
                  ? texts.verify_not_comparable()
                  : texts.verify_not_compared()}
              </li>
              <li>{texts.verify_not_name()}</li>
              <li>{texts.verify_not_later()}</li>
              <li>{isWitnessed ? texts.verify_not_witnesses() : texts.verify_not_others()}</li>
            </ul>
          </div>
        </div>
      )}
    </section>
  )
}

/** Shows the key that verified the checkpoint, and who gave it. */
function LogKey({ checks, logKey, keySource }: VerificationResult) {
  if (logKey === null || checks.signature !== 'holds') return null
  return (
    <>
      <p className="mt-4 text-soft">
        {keySource === 'site' ? texts.verify_key_of_site() : texts.verify_key_of_policy()}
      </p>
      <p translate="no" className={codeClass}>
        {logKey}
      </p>
    </>
  )
}

function sentenceOf(
  name: CheckName,
  { checks, certificate, logKey, keySource }: VerificationResult,
): string {
  if (name === 'signature' && logKey === null) return texts.verify_signature_no_key()
  if (name === 'consistency' && checks.consistency === 'unknown' && keySource === 'own') {
    return texts.verify_consistency_not_loaded()
  }
  const isReplaced =
    name === 'entry' && checks.entry === 'holds' && certificate.replacements.length > 0
  return isReplaced ? texts.verify_entry_led() : sentences[name][checks[name]]()
}

/** Shows the places that the log's entries prove. The certificate may state different places. */
function LoggedPlaces({ certificate, proof }: VerificationResult) {
  const sold = readSale(proof.entry)
  if (sold === null) return null
  const entries = certificate.replacements.flatMap((each) => each?.entry ?? [])
  const currentPlaces = placesAfter(keptOf(sold, certificate.kg), entries) ?? []
  return (
    <dl className="mt-3 grid gap-3">
      {currentPlaces.map((range) => (
        <div key={`${range.serial} ${range.first}`}>
          <dt className="caption">{texts.verify_serial()}</dt>
          <dd translate="no" className={codeClass}>
            {blockOf(range)}
          </dd>
          <dt className="caption mt-3">{texts.verify_places()}</dt>
          <dd className="tabular-nums">{rangeOf(range)}</dd>
        </div>
      ))}
      {entries.length === 0 ? null : (
        <div>
          <dt className="caption">{texts.verify_sold_as()}</dt>
          <dd translate="no" className={codeClass}>
            {blockOf(sold)}
          </dd>
          <dd className="tabular-nums">{rangeOf(sold)}</dd>
        </div>
      )}
    </dl>
  )
}

const blockOf = ({ registry, serial }: BlockPlaces) => `${registry} · ${serial}`

const rangeOf = ({ first, last }: BlockPlaces) =>
  texts.verify_from_to({ first: formatCount(first), last: formatCount(last) })

const marks = { holds: 'check', fails: 'close', unknown: 'warning' } as const
const tones = { holds: 'text-moss', fails: 'text-danger', unknown: 'text-gold' } as const

function Mark({ outcome, className }: { outcome: Outcome; className: string }) {
  return <Icon name={marks[outcome]} className={`flex-none ${tones[outcome]} ${className}`} />
}
