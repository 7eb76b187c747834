// What came of a check: one sentence, each step with its outcome, and what all of it proves and does not.
import { texts } from '#web/texts.ts'
import { Icon } from '#web/ui/icon.tsx'
import { formatCount } from '#web/ui/number-format.ts'
import { type CheckName, checkNames, type Outcome } from './check-certificate.ts'
import { fieldsOf } from './read-certificate.ts'
import type { Verified } from './use-verification.ts'

const sentences: Readonly<Record<CheckName, Readonly<Record<Outcome, () => string>>>> = {
  entry: {
    holds: texts.verify_entry_holds,
    fails: texts.verify_entry_fails,
    unknown: texts.verify_entry_replaced,
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

/** A failed step fails it; without a signature nothing is proven; the rest is told as it is. */
function verdictOf({ checks }: Verified): Outcome {
  if (checkNames.some((name) => checks[name] === 'fails')) return 'fails'
  return checks.signature === 'unknown' || checks.entry === 'unknown' ? 'unknown' : 'holds'
}

export function VerifyResult(verified: Verified) {
  const verdict = verdictOf(verified)
  const { checks, certificate, proof, logKey } = verified
  const titles = {
    holds: texts.verify_holds(),
    fails: texts.verify_fails(),
    unknown: texts.verify_in_part(),
  }
  return (
    <section className="verify-result">
      <h2 className={`verify-verdict verify-${verdict}`}>
        <Mark outcome={verdict} />
        {titles[verdict]}
      </h2>
      {verdict === 'fails' ? <p className="mt-2">{texts.verify_fails_text()}</p> : null}
      <ul className="verify-checks">
        {checkNames.map((name) => (
          <li key={name} className={`verify-check verify-${checks[name]}`}>
            <Mark outcome={checks[name]} />
            <span>{sentences[name][checks[name]]()}</span>
          </li>
        ))}
      </ul>
      {verdict === 'fails' ? null : (
        <div className="verify-words">
          <div>
            <h3 className="text-xl">{texts.verify_proven()}</h3>
            <p className="mt-2 text-soft">
              {texts.verify_proven_text({ kg: certificate.kg, tx_id: proof.txId })}
            </p>
            <Entry text={proof.entry} />
          </div>
          <div>
            <h3 className="text-xl">{texts.verify_not_proven()}</h3>
            <ul className="verify-not">
              <li>{texts.verify_not_registry()}</li>
              <li>{texts.verify_not_name()}</li>
              <li>{texts.verify_not_later()}</li>
              <li>{texts.verify_not_others()}</li>
            </ul>
            <p className="verify-word">{logKey}</p>
          </div>
        </div>
      )}
    </section>
  )
}

/** The places that the log names: those that are proven, whatever the certificate says. */
function Entry({ text }: { text: string }) {
  const { registry, serial, first, last } = fieldsOf(JSON.parse(text)) ?? {}
  return (
    <dl className="mt-3">
      <dt className="caption">{texts.verify_serial()}</dt>
      <dd className="verify-word">
        {String(registry)} · {String(serial)}
      </dd>
      <dt className="caption mt-3">{texts.verify_places()}</dt>
      <dd className="tabular-nums">
        {texts.verify_from_to({
          first: formatCount(Number(first)),
          last: formatCount(Number(last)),
        })}
      </dd>
    </dl>
  )
}

const marks = { holds: 'check', fails: 'close', unknown: 'warning' } as const

function Mark({ outcome }: { outcome: Outcome }) {
  return <Icon name={marks[outcome]} className="verify-mark" />
}
