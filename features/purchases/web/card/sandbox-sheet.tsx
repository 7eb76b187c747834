// Draws the sandbox's pay sheet, which simulates the sheet of a phone: it has one test card, and yields its token.
import { useEffect, useId, useRef, useState } from 'react'
import { texts } from '#web/texts.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { useAction } from '#web/ui/forms/use-action.ts'
import { formatAmount } from '#web/ui/number-format.ts'
import { createToken } from './card-details.tsx'

/** An amount in units of its currency. */
export type SheetAmount = { readonly value: number; readonly currency: string }

export type SheetProps = {
  /** The amount to confirm. Undefined while it is not settled. */
  amount: SheetAmount | undefined
  /** Called with the token and the confirmed amount. Returns false if they cannot be used. */
  onToken: (token: string, confirmed: SheetAmount) => boolean
}

const testCard = { number: '4242424242424242', expiry: '12 / 40', cvv: '123' }

export function SandboxSheet({ amount, onToken }: SheetProps) {
  const [isOpen, setIsOpen] = useState(false)
  const { busy, problem, run } = useAction<string, 'confirm'>()
  const opener = useRef<HTMLButtonElement>(null)
  const sheet = useRef<HTMLFieldSetElement>(null)
  useEffect(() => {
    if (isOpen) sheet.current?.scrollIntoView({ block: 'nearest' })
  }, [isOpen])
  const id = useId()
  const failed = () => texts.purchases_sheet_failed()

  // An edit of the order ends the sheet, whose amount is no longer right.
  if (isOpen && amount === undefined) setIsOpen(false)

  async function confirm(confirmed: SheetAmount): Promise<string | undefined> {
    const answer = await createToken(testCard)
    if (!('token' in answer)) return failed()
    // The form gives the focus back to the element that has it when the order is sent.
    opener.current?.focus()
    if (!onToken(answer.token, confirmed)) return failed()
    setIsOpen(false)
    return undefined
  }
  return (
    <>
      <Button
        ref={opener}
        wide
        disabled={amount === undefined}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setIsOpen(!isOpen)}
      >
        {texts.purchases_sheet_open()}
      </Button>
      {isOpen && amount ? (
        <fieldset
          ref={sheet}
          id={id}
          className="grid scroll-mb-36 min-w-0 gap-3 rounded-card border-2 border-ink bg-surface px-3.5 pb-4"
        >
          <legend className="px-1">
            <Badge tone="warn">{texts.purchases_card_sandbox()}</Badge>
          </legend>
          <p>
            {texts.purchases_sheet_text({
              card: texts.purchases_card_name({ brand: 'Visa', last4: testCard.number.slice(-4) }),
            })}
          </p>
          <p role="alert" className="text-[0.9375rem] text-danger empty:hidden">
            {problem}
          </p>
          <div className="flex flex-wrap gap-3">
            <Button
              busy={busy === 'confirm'}
              onClick={() => void run('confirm', () => confirm(amount), failed)}
            >
              {texts.purchases_sheet_confirm({
                amount: formatAmount(amount.value, amount.currency),
              })}
            </Button>
            <Button
              variant="outline"
              onClick={() => {
                opener.current?.focus()
                setIsOpen(false)
              }}
            >
              {texts.common_cancel()}
            </Button>
          </div>
        </fieldset>
      ) : null}
    </>
  )
}
