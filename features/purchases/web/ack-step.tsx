// The second step: the person retypes the id by hand, after the bank's question where there is one.
// What will be taken and how long it waits stand above; nothing is charged before Complete.
import { type SyntheticEvent, useEffect } from 'react'
import { serverNow } from '#web/api.ts'
import { texts } from '#web/texts.ts'
import { Button } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { useCountdown } from '#web/ui/countdown.ts'
import { formatAmount } from '#web/ui/number-format.ts'
import { TextField } from '#web/ui/text-field.tsx'
import { BankQuestion } from './bank-question.tsx'
import { receiverText } from './gift.ts'
import type { PurchaseFlow } from './purchase-flow.ts'
import type { AckState, Pending } from './purchase-steps.ts'
import { troubleAt } from './purchase-words.ts'
import { StillWorking } from './still-working.tsx'
import './sheet-foot.css'

/** Seconds until the reservation ends, by the server's clock. */
export function useTimeLeft(pending: Pending | undefined): number {
  const endsAt = pending ? Date.parse(pending.expiresAt) - serverNow() + Date.now() : undefined
  // The clock's offset may move by a little: whole seconds keep the countdown from starting anew.
  return useCountdown(endsAt === undefined ? undefined : Math.round(endsAt / 1000) * 1000)
}

type AckStepProps = {
  state: AckState
  flow: PurchaseFlow
  secondsLeft: number
  onCancel: () => void
}

export function AckStep({ state, flow, secondsLeft, onCancel }: AckStepProps) {
  const { pending, typed, bank, work, trouble } = state
  const isCompleting = work === 'completing' || work === 'checking'
  const isOver = secondsLeft === 0 && Date.parse(pending.expiresAt) <= serverNow()
  useEffect(() => {
    if (isOver) flow.expire()
  }, [isOver, flow])

  function submit(event: SyntheticEvent) {
    event.preventDefault()
    void flow.complete()
  }

  return (
    <form onSubmit={submit} noValidate className="sheet-fields grid gap-4.5">
      <p className="text-soft">
        {heldWords(pending)} {thenWords(pending)}
      </p>
      {bank.state === 'none' ? null : (
        <BankQuestion
          bank={bank}
          amount={formatAmount(pending.cardUsed, pending.currency)}
          isBusy={work === 'confirming'}
          error={troubleAt(trouble, 'bank', flow.kind)}
          onAsk={(ask) => void flow.askBank(ask)}
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
        name="transaction-id"
        autoComplete="off"
        autoCapitalize="characters"
        enterKeyHint="done"
        disabled={work !== 'none'}
        value={typed}
        error={troubleAt(trouble, 'typed', flow.kind)}
        onChange={(event) => flow.typed(event.target.value.toUpperCase())}
      />
      <div className="sheet-foot grid gap-2">
        <p role="alert" className="font-medium text-danger empty:hidden">
          {troubleAt(trouble, 'form', flow.kind) ?? troubleAt(trouble, 'card', flow.kind)}
        </p>
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
