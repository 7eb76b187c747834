// The bank's question (3-D Secure). With Stripe the bank asks on a page of its own, opened from here;
// the sandbox asks here, and the person answers. Either way the answer goes to the provider alone.
import { texts } from '#web/texts.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { stripeKey } from '../card/card-field.tsx'
import { answerSandboxBank } from '../purchase-calls.ts'
import type { Bank } from '../purchase-steps.ts'
import type { AskBank } from './end-purchase.ts'

const askStripe: AskBank = async (clientSecret) =>
  (await import('../card/stripe.ts')).askBank(clientSecret)
const answering =
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
      <div className="flex items-center justify-between gap-3">
        <h2 className="text-[1.1875rem]">{texts.purchases_bank_title()}</h2>
        {isSandbox ? <Badge tone="warn">{texts.purchases_card_sandbox()}</Badge> : null}
      </div>
      <p role="status" className="text-[0.9375rem]">
        {wordsOf(bank, amount, isSandbox)}
      </p>
      {bank.state === 'asks' && isSandbox ? (
        <div className="grid grid-cols-2 gap-2.5">
          <Button variant="dark" busy={isBusy} onClick={() => onAsk(answering(true))}>
            {texts.purchases_bank_approve()}
          </Button>
          <Button variant="outline" busy={isBusy} onClick={() => onAsk(answering(false))}>
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

function wordsOf(bank: Bank, amount: string, isSandbox: boolean): string {
  if (bank.state === 'approved') return texts.purchases_bank_approved()
  if (bank.state !== 'asks') return texts.purchases_bank_elsewhere()
  return isSandbox
    ? texts.purchases_bank_question({ amount })
    : texts.purchases_bank_waits({ amount })
}
