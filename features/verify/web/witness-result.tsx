// Shows what a verification found about witnesses: whether they are a quorum, which they are, and by whose policy.
import { texts } from '#web/texts.ts'
import { formatDateTime } from '#web/ui/number-format.ts'
import { pageLinkClass } from '#web/ui/page-link.ts'
import type { Outcome } from './check-certificate.ts'
import type { WitnessOutcome } from './check-witnesses.ts'
import { policyPath } from './find-certificate.ts'
import type { WitnessReport } from './use-verification.ts'

type Finding = WitnessOutcome | Exclude<WitnessReport['kind'], 'checked'>

const findingOf = (report: WitnessReport): Finding =>
  report.kind === 'checked' ? report.outcome : report.kind

const sentences: Readonly<Record<Finding, () => string>> = {
  witnessed: texts.verify_witnesses_hold,
  below: texts.verify_witnesses_below,
  none_needed: texts.verify_witnesses_none_needed,
  other_log: texts.verify_witnesses_other_log,
  unknown: texts.verify_witnesses_unknown,
  no_policy: texts.verify_witnesses_no_policy,
  no_answer: texts.verify_witnesses_no_answer,
  not_entered: texts.verify_witnesses_not_entered,
}

/** Returns the outcome whose mark the finding has. Only a quorum holds. */
export function witnessOutcome(report: WitnessReport): Outcome {
  const finding = findingOf(report)
  if (finding === 'witnessed') return 'holds'
  return finding === 'other_log' ? 'fails' : 'unknown'
}

export function WitnessResult({ report }: { report: WitnessReport }) {
  return (
    <div>
      <p>{sentences[findingOf(report)]()}</p>
      {report.kind === 'checked' ? (
        <>
          {report.cosigners.length === 0 ? null : (
            <ul className="mt-2 grid gap-2">
              {report.cosigners.map(({ name, time }) => (
                <li key={name} className="flex flex-wrap gap-x-3">
                  <span translate="no" className="wrap-anywhere font-code text-[0.8125rem]">
                    {name}
                  </span>
                  {/* A witness that states the time 0 states none. */}
                  {time === 0 ? null : <span>{formatDateTime(new Date(time * 1_000))}</span>}
                </li>
              ))}
            </ul>
          )}
          <p className="mt-2 text-soft">
            {report.source === 'site'
              ? texts.verify_policy_of_site()
              : texts.verify_policy_of_user()}
          </p>
          {report.source === 'site' ? (
            <a href={policyPath} className={pageLinkClass}>
              {texts.verify_policy_read()}
            </a>
          ) : null}
        </>
      ) : null}
    </div>
  )
}
