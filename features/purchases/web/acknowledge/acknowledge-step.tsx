// Shows the second step of a purchase. The user answers the bank's question (3-D Secure), if there is one,
// retypes the transaction id and presses Complete. Only Complete charges the user.
import { useId } from 'react'
import { repeatable } from '#web/api/lazy-part.ts'
import { texts } from '#web/texts.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { useForm } from '#web/ui/forms/use-form.ts'
import { formatAmount, formatDate, unbroken } from '#web/ui/number-format.ts'
import { stripeKey } from '../card/card-field.tsx'
import { receiverText } from '../gift/gift-fields.tsx'
import type { Purchase } from '../purchase.ts'
import { Checking, PurchaseFormProblem } from '../purchase-notices.tsx'
import { answerSandboxBank } from '../purchase-requests.ts'
import {
  type AckState,
  type Bank,
  isUnverified,
  type Pending,
  type PurchaseProblem,
} from '../purchase-steps.ts'
import { problemAt } from '../purchase-words.ts'
import { usePreviousProgress } from '../success/gains.tsx'
import { isCompleting } from '../use-purchase.ts'
import { type AskBank, askBank, complete } from './finish-purchase.ts'
import { RetypeField } from './retype-field.tsx'
import '../purchase-sheet.css'

type AcknowledgeStepProps = {
  state: AckState
  purchase: Purchase
  onCancel: () => void
}

export function AcknowledgeStep({ state, purchase, onCancel }: AcknowledgeStepProps) {
  const { pending, typed, bank, work, problem } = state
  const problemText = (place: PurchaseProblem['at']) => problemAt(problem, place, purchase.kind)
  const aboutId = useId()
  usePreviousProgress(pending.txId)
  /** True if the completion may be in progress. Closing the dialog then does not cancel the purchase. */
  const mayBeCompleting = isCompleting(state) || isUnverified(state)
  const form = useForm({
    isBusy: work !== 'none',
    problem,
    onSubmit: () => void complete(purchase),
  })
  return (
    <form {...form.props} className="sheet-fields grid gap-4.5">
      <p id={aboutId} className="text-soft">
        {`${heldText(pending)} ${chargeText(pending)}`}
      </p>
      {bank.state === 'none' ? null : (
        <BankQuestion
          bank={bank}
          amount={formatAmount(pending.cardUsed, pending.currency)}
          isBusy={work === 'confirming'}
          error={problemText('bank')}
          onAsk={(ask) => void askBank(purchase, ask)}
        />
      )}
      <RetypeField
        txId={pending.txId}
        typed={typed}
        error={problemText('typed')}
        disabled={work !== 'none'}
        isFirst={bank.state === 'none'}
        aboutId={aboutId}
        onType={(text) => purchase.dispatch({ type: 'typed', text })}
      />
      <div className="sheet-foot grid gap-2">
        <PurchaseFormProblem {...{ problem }} currency={pending.currency} kind={purchase.kind} />
        <div className="flex flex-wrap items-center gap-2">
          <Button variant="quiet" busy={work === 'cancelling'} onClick={onCancel}>
            {mayBeCompleting ? texts.common_close() : texts.common_cancel()}
          </Button>
          <span className="grid flex-[1_1_8rem]">
            <Button type="submit" variant="accent" size="large" wide busy={isCompleting(state)}>
              {texts.purchases_complete()}
            </Button>
          </span>
        </div>
        <Checking work={work} />
      </div>
    </form>
  )
}

function heldText(pending: Pending): string {
  const { kg, vintageYear, recipient, deliverOn } = pending
  if (recipient) {
    const held = texts.gifts_held({ kg, name: receiverText(pending) })
    return deliverOn
      ? `${held} ${texts.gifts_held_day({ day: unbroken(formatDate(deliverOn)) })}`
      : held
  }
  return vintageYear === null
    ? texts.purchases_held({ kg })
    : texts.purchases_held_vintage({ kg, year: String(vintageYear) })
}

function chargeText({ walletUsed, cardUsed, total, currency }: Pending): string {
  const wallet = formatAmount(walletUsed, currency)
  const card = formatAmount(cardUsed, currency)
  if (walletUsed > 0 && cardUsed > 0) return texts.purchases_then_both({ wallet, card })
  if (walletUsed > 0) return texts.purchases_then_wallet({ wallet })
  if (cardUsed > 0) return texts.purchases_then_card({ card })
  // A purchase that was resumed from the activity list has only its total.
  if (total > 0) return texts.purchases_then_sum({ total: formatAmount(total, currency) })
  return texts.purchases_then_free()
}

const loadStripe = repeatable(() => import('../card/load-stripe.ts'))
const askStripe: AskBank = async (clientSecret) => (await loadStripe()).askBank(clientSecret)
const answerSandbox =
  (approved: boolean): AskBank =>
  async (clientSecret) => {
    await answerSandboxBank(clientSecret, approved)
    return approved
  }

type BankQuestionProps = {
  bank: Bank
  amount: string
  isBusy: boolean
  error: string | undefined
  onAsk: (ask: AskBank) => void
}

export function BankQuestion({ bank, amount, isBusy, error, onAsk }: BankQuestionProps) {
  const isSandbox = stripeKey() === undefined
  return (
    <section
      aria-label={texts.purchases_bank_title()}
      className="grid gap-3 rounded-card border border-line bg-page px-4.5 py-4"
    >
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-[1.1875rem]">{texts.purchases_bank_title()}</h2>
        {isSandbox ? <Badge tone="warn">{texts.purchases_card_sandbox()}</Badge> : null}
      </div>
      <p role="status" className="text-[0.9375rem]">
        {bankText(bank, amount, isSandbox)}
      </p>
      {bank.state === 'asks' && isSandbox ? (
        <div className="grid grid-cols-[repeat(auto-fit,minmax(min(7rem,100%),1fr))] gap-2.5">
          <Button variant="dark" busy={isBusy} onClick={() => onAsk(answerSandbox(true))}>
            {texts.purchases_bank_approve()}
          </Button>
          <Button variant="outline" busy={isBusy} onClick={() => onAsk(answerSandbox(false))}>
            {texts.purchases_bank_decline()}
          </Button>
        </div>
      ) : null}
      {bank.state === 'asks' && !isSandbox ? (
        <Button variant="dark" busy={isBusy} onClick={() => onAsk(askStripe)}>
          {texts.purchases_bank_continue()}
        </Button>
      ) : null}
      <p role="alert" className="text-[0.9375rem] text-danger empty:hidden">
        {error}
      </p>
    </section>
  )
}

function bankText(bank: Bank, amount: string, isSandbox: boolean): string {
  if (bank.state === 'approved') return texts.purchases_bank_approved()
  if (bank.state !== 'asks') return texts.purchases_bank_elsewhere()
  return isSandbox
    ? texts.purchases_bank_question({ amount })
    : texts.purchases_bank_waits({ amount })
}
