// Shows the result of a verification: the verdict, the outcome of each check, and what they prove and do
// not prove.
import { texts } from '#web/texts.ts'
import { Icon } from '#web/ui/icon.tsx'
import { formatCount } from '#web/ui/number-format.ts'
import { type CheckName, checkNames, type Outcome } from './check-certificate.ts'
import { type BlockPlaces, keptOf, placesAfter, readSale } from './places-check.ts'
import type { VerificationResult } from './use-verification.ts'

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

/**
 * Returns `fails` if a check fails, otherwise `unknown` if the signature or the entry is unknown, otherwise
 * `holds`.
 */
function verdictOf({ checks }: VerificationResult): Outcome {
  if (checkNames.some((name) => checks[name] === 'fails')) return 'fails'
  return checks.signature === 'unknown' || checks.entry === 'unknown' ? 'unknown' : 'holds'
}

export function VerifyResult(result: VerificationResult) {
  const verdict = verdictOf(result)
  const { checks, certificate, proof, logKey } = result
  const titles = {
    holds: texts.verify_holds(),
    fails: texts.verify_fails(),
    unknown: texts.verify_in_part(),
  }
  return (
    <section className="mt-10 text-pretty rounded-card border border-line bg-surface p-[clamp(min(1.25rem,5.6vw),4vw,2rem)]">
      <h2 className="flex flex-wrap items-center gap-3 text-[1.5rem]">
        <Mark outcome={verdict} className="size-7" />
        <span className="min-w-0 flex-[1_1_6em]">{titles[verdict]}</span>
      </h2>
      {verdict === 'fails' ? <p className="mt-2">{texts.verify_fails_text()}</p> : null}
      <ul className="mt-6 grid max-w-176 gap-3.5">
        {checkNames.map((name) => (
          <li key={name} className="flex gap-3">
            <Mark outcome={checks[name]} className="mt-0.5 size-5" />
            <span>{sentenceOf(name, result)}</span>
          </li>
        ))}
      </ul>
      {verdict === 'fails' ? null : (
        <div className="mt-8 grid grid-cols-[repeat(auto-fit,minmax(min(100%,20rem),1fr))] gap-8 border-line border-t pt-6">
          <div>
            <h3 className="text-xl">{texts.verify_proven()}</h3>
            <p className="mt-2 text-soft">
              {texts.verify_proven_text({ kg: certificate.kg, tx_id: proof.txId })}
            </p>
            <LoggedPlaces {...result} />
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
              <li>{texts.verify_not_others()}</li>
            </ul>
            <p className={codeClass}>{logKey}</p>
          </div>
        </div>
      )}
    </section>
  )
}

function sentenceOf(name: CheckName, { checks, certificate }: VerificationResult): string {
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
