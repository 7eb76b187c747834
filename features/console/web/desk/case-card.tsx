// Shows a case of the desk: what it is about, the messages, the evidence, and the next action.
import type { DeskCase } from '#features/console/desk/desk-calls.ts'
import { Badge } from '#web/ui/badge.tsx'
import { ActionButtons, useActions } from '../actions/subject-actions.tsx'
import { pathOfPerson, pathOfPurchase } from '../frame/console-paths.ts'
import { RowLink } from '../lists/row-link.tsx'
import { formatMoney, wordsOf } from '../parts/console-format.ts'
import { Moment } from '../parts/moment.tsx'
import { kindWords } from './case-kinds.ts'
import { CaseMessages } from './case-messages.tsx'

type CaseCardProps = {
  deskCase: DeskCase
  /** False on the page of the purchase itself. */
  namesPurchase?: boolean
}

export function CaseCard({ deskCase, namesPurchase = true }: CaseCardProps) {
  const { kind, tx_id, buyer_id, buyer, due_at, amount, currency } = deskCase
  const { name, tone } = kindWords[kind]
  return (
    <article className="grid gap-3 rounded-field border border-line bg-surface px-4 py-3.5 md:px-5">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <Badge tone={tone}>{name}</Badge>
        <strong className="tabular-nums">{formatMoney(amount, currency)}</strong>
        {namesPurchase ? (
          <>
            <RowLink path={pathOfPurchase(tx_id)} code>
              {tx_id}
            </RowLink>
            <RowLink path={pathOfPerson(buyer_id)}>{buyer ?? 'Deleted passport'}</RowLink>
          </>
        ) : null}
        {due_at === null ? null : (
          <span className="flex flex-wrap gap-x-1 font-semibold text-danger md:ml-auto">
            <span>Evidence until</span>
            <Moment at={due_at} />
          </span>
        )}
      </div>
      <div className="grid gap-x-8 gap-y-2 lg:grid-cols-2">
        <Origin deskCase={deskCase} />
        <div>
          <p className="caption mb-0.5">Messages so far</p>
          <CaseMessages messages={deskCase.messages} />
        </div>
      </div>
      <NextStep deskCase={deskCase} />
    </article>
  )
}

/** Shows where the case comes from, since when, and the newest file with the evidence. */
function Origin({ deskCase: { kind, since, detail, provider_id, evidence } }: CaseCardProps) {
  return (
    <ul className="grid content-start gap-0.5">
      {detail === null ? null : <li>{detail.split(', ').map(wordsOf).join(', ')}</li>}
      <li className="flex flex-wrap gap-x-1 text-soft">
        <span>Since</span>
        <Moment at={since} />
      </li>
      {provider_id === null ? null : (
        <li className="wrap-anywhere font-code text-[0.8125rem] text-soft">{provider_id}</li>
      )}
      {evidence === null ? null : (
        <li className="flex flex-wrap gap-x-1">
          <span>{`File with the evidence made by ${evidence.by},`}</span>
          <Moment at={evidence.at} />
        </li>
      )}
      {evidence === null && kind === 'dispute' ? (
        <li className="text-soft">No file with the evidence yet</li>
      ) : null}
    </ul>
  )
}

/** Shows the next step in words, and the button of the action, if the roles have it. */
function NextStep({ deskCase: { next, tx_id } }: { deskCase: DeskCase }) {
  const actions = useActions().filter(({ name }) => name === next.action)
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-line border-t pt-2.5">
      <p className="min-w-0 flex-[1_1_16rem]">
        <span className="font-semibold">Next: </span>
        <span>{next.words}</span>
      </p>
      <ActionButtons
        actions={actions}
        prefilledOf={({ subject }) => (subject === null ? {} : { [subject.field]: tx_id })}
      />
    </div>
  )
}
