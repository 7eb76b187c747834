// Plays the bank's page (3-D Secure) while cards are a sandbox: it asks, the person answers. The
// answer goes to the provider alone.
import { texts } from '#web/texts.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import type { Bank } from './purchase-steps.ts'

type BankQuestionProps = {
  bank: Bank
  amount: string
  isBusy: boolean
  error: string | undefined
  onAnswer: (approved: boolean) => void
}

export function BankQuestion({ bank, amount, isBusy, error, onAnswer }: BankQuestionProps) {
  return (
    <section
      aria-label={texts.purchases_bank_title()}
      className="grid gap-3 rounded-card border border-line bg-page px-4.5 py-4"
    >
      <div className="flex items-center justify-between gap-3">
        <h2 className="text-[1.1875rem]">{texts.purchases_bank_title()}</h2>
        <Badge tone="warn">{texts.purchases_card_sandbox()}</Badge>
      </div>
      <p role="status" className="text-[0.9375rem]">
        {wordsOf(bank, amount)}
      </p>
      {bank.state === 'asks' ? (
        <div className="grid grid-cols-2 gap-2.5">
          <Button variant="dark" busy={isBusy} onClick={() => onAnswer(true)}>
            {texts.purchases_bank_approve()}
          </Button>
          <Button variant="outline" busy={isBusy} onClick={() => onAnswer(false)}>
            {texts.purchases_bank_decline()}
          </Button>
        </div>
      ) : null}
      <p role="alert" className="text-[0.9375rem] text-danger empty:hidden">
        {error}
      </p>
    </section>
  )
}

function wordsOf(bank: Bank, amount: string): string {
  if (bank.state === 'approved') return texts.purchases_bank_approved()
  if (bank.state === 'asks') return texts.purchases_bank_question({ amount })
  return texts.purchases_bank_elsewhere()
}
