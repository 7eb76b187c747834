// The second step: the person retypes the id by hand, after the bank's question where there is one.
// What will be taken and how long it waits stand above; nothing is charged before Complete.
import { texts } from '#web/texts.ts'
import { Button } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { FormProblem } from '#web/ui/form-problem.tsx'
import { formatAmount } from '#web/ui/number-format.ts'
import { TextField } from '#web/ui/text-field.tsx'
import { useForm } from '#web/ui/use-form.ts'
import { receiverText } from '../gift/gift.ts'
import type { Purchase } from '../purchase.ts'
import type { AckState, Pending, PurchaseProblem } from '../purchase-steps.ts'
import { problemAt } from '../purchase-words.ts'
import { StillWorking } from '../still-working.tsx'
import { BankQuestion } from './bank-question.tsx'
import { complete } from './complete-purchase.ts'
import { askBank } from './end-purchase.ts'
import '../sheet-foot.css'

type AcknowledgeStepProps = {
  state: AckState
  purchase: Purchase
  onCancel: () => void
}

export function AcknowledgeStep({ state, purchase, onCancel }: AcknowledgeStepProps) {
  const { pending, typed, bank, work, problem } = state
  const said = (place: PurchaseProblem['at']) => problemAt(problem, place, purchase.kind)
  const isCompleting = work === 'completing' || work === 'checking'
  const form = useForm({
    isBusy: work !== 'none',
    problem,
    onSubmit: () => void complete(purchase),
  })
  return (
    <form {...form.props} className="sheet-fields grid gap-4.5">
      <p className="text-soft">
        {heldWords(pending)} {thenWords(pending)}
      </p>
      {bank.state === 'none' ? null : (
        <BankQuestion
          bank={bank}
          amount={formatAmount(pending.cardUsed, pending.currency)}
          isBusy={work === 'confirming'}
          error={said('bank')}
          onAsk={(ask) => void askBank(purchase, ask)}
        />
      )}
      <div className="flex items-center justify-between gap-x-2 rounded-field border-[1.5px] border-field/70 border-dashed bg-surface py-2 pr-1.5 pl-4">
        <span className="sr-only">{texts.purchases_tx_id()}</span>
        <output className="min-w-0 font-bold font-code text-[1.0625rem] sm:text-[1.1875rem] sm:tracking-wide">
          {pending.txId}
        </output>
        <CopyButton text={pending.txId} label={texts.purchases_tx_id()} />
      </div>
      <TextField
        label={texts.purchases_retype()}
        code
        name="typed"
        autoComplete="off"
        autoCapitalize="characters"
        enterKeyHint="done"
        disabled={work !== 'none'}
        value={typed}
        error={said('typed')}
        onChange={(event) =>
          purchase.dispatch({ type: 'typed', text: event.target.value.toUpperCase() })
        }
      />
      <div className="sheet-foot grid gap-2">
        <FormProblem>{said('form') ?? said('card')}</FormProblem>
        <div className="flex items-center gap-2">
          {isCompleting ? null : (
            <Button variant="quiet" busy={work === 'cancelling'} onClick={onCancel}>
              {texts.common_cancel()}
            </Button>
          )}
          <Button type="submit" variant="accent" size="large" wide busy={isCompleting}>
            {texts.purchases_complete()}
          </Button>
        </div>
        <StillWorking work={work} />
      </div>
    </form>
  )
}

function heldWords({ kg, vintageYear, recipient }: Pending): string {
  if (recipient) return texts.gifts_held({ kg, name: receiverText(recipient) })
  return vintageYear === null
    ? texts.purchases_held({ kg })
    : texts.purchases_held_vintage({ kg, year: String(vintageYear) })
}

function thenWords({ walletUsed, cardUsed, total, currency }: Pending): string {
  const wallet = formatAmount(walletUsed, currency)
  const card = formatAmount(cardUsed, currency)
  if (walletUsed > 0 && cardUsed > 0) return texts.purchases_then_both({ wallet, card })
  if (walletUsed > 0) return texts.purchases_then_wallet({ wallet })
  if (cardUsed > 0) return texts.purchases_then_card({ card })
  // Taken up from the list, which knows the sum alone.
  if (total > 0) return texts.purchases_then_sum({ total: formatAmount(total, currency) })
  return texts.purchases_then_free()
}
