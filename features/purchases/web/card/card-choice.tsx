// Shows the ways to pay by card: the provider's pay sheet, the user's saved cards, and the fields of another card,
// which offer to save it.
import { type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react'
import { lazyPart } from '#web/api/lazy-part.ts'
import { texts } from '#web/texts.ts'
import { ErrorState } from '#web/ui/empty-or-error.tsx'
import { Checkbox } from '#web/ui/forms/checkbox.tsx'
import { PartBoundary } from '#web/ui/states/part-boundary.tsx'
import type { Cost } from '../checkout/use-figures.ts'
import { CardDetails } from './card-details.tsx'
import {
  type CardFieldHandle,
  type CardFieldProps,
  CardFieldsLoading,
  stripeKey,
} from './card-field.tsx'
import type { SheetAmount, SheetProps } from './sandbox-sheet.tsx'
import { SavedCardList, useSavedCards } from './saved-card-list.tsx'
import { isExpired } from './saved-card-words.ts'

const SandboxSheet = lazyPart(() => import('./sandbox-sheet.tsx'), 'SandboxSheet')
const StripeSheet = lazyPart(() => import('./stripe-sheet.tsx'), 'StripeSheet')

/** Maximum number of saved cards (docs/product.md#saved-cards). */
const savedCardsMax = 5

export type CardChoiceHandle = CardFieldHandle & {
  /**
   * Returns the token of the pay sheet whose confirmation sends the order, otherwise undefined. It is lost unless
   * the form takes it while it handles its submit event, so that it never pays a later order.
   */
  takeSheetToken(): string | undefined
}

type CardChoiceProps = Omit<CardFieldProps, 'ref'> & {
  ref: Ref<CardChoiceHandle>
  /** The card's part of the total. Undefined while it is not settled. */
  amount: SheetAmount | undefined
}

export function CardChoice({ ref, onEdit, error, amount, ...props }: CardChoiceProps) {
  const { cards, isAwaited, problem } = useListedCards()
  /** The id of the chosen card, null for another card, undefined before a choice. */
  const [choice, setChoice] = useState<string | null>()
  // A list that arrives late does not replace the fields in which the user may be typing.
  if (choice === undefined && cards === undefined && !isAwaited) setChoice(null)
  const [saves, setSaves] = useState(false)
  const fields = useRef<CardFieldHandle>(null)
  const group = useRef<HTMLDivElement>(null)
  const sheet = useSheet(group, amount)
  const usable = cards?.filter((card) => !isExpired(card)) ?? []
  const chosenId = choice === undefined ? usable[0]?.id : choice
  const saved = usable.find(({ id }) => id === chosenId)
  const cardError = sheet.isUsed ? undefined : error

  // The chosen card was removed elsewhere, and the focus with it.
  const isLost = choice != null && saved === undefined
  useEffect(() => {
    if (isLost && document.activeElement === document.body) fields.current?.focus()
  }, [isLost])

  useImperativeHandle(ref, () => ({
    takeSheetToken: sheet.takeToken,
    async tokenise() {
      if (saved) {
        setChoice(saved.id)
        return { token: `saved:${saved.id}` }
      }
      const answer = (await fields.current?.tokenise()) ?? {
        problem: { at: 'card', code: 'card_details_required' },
      }
      return 'token' in answer ? { ...answer, saves } : answer
    },
    focus() {
      if (sheet.isUsed) group.current?.querySelector<HTMLElement>('[data-sheet-error]')?.focus()
      else if (saved) group.current?.querySelector<HTMLElement>('input:checked')?.focus()
      else fields.current?.focus()
    },
    isFilled: () => saved !== undefined || fields.current?.isFilled() === true,
  }))

  return (
    <div ref={group} className="grid gap-3">
      <PartBoundary loading={null}>
        <Sheet amount={amount} onToken={sheet.send} />
      </PartBoundary>
      <p data-sheet-error tabIndex={-1} role="alert" className="text-danger empty:hidden">
        {sheet.isUsed ? error : undefined}
      </p>
      {problem}
      {cards?.length ? (
        <SavedCardList
          cards={cards}
          value={saved?.id ?? null}
          onChange={(id) => {
            setChoice(id)
            onEdit()
          }}
          other={texts.purchases_card_other()}
          error={saved && cardError}
        />
      ) : null}
      {isAwaited ? <CardFieldsLoading /> : null}
      {isAwaited || saved ? null : (
        <>
          <CardDetails {...props} ref={fields} error={cardError} onEdit={onEdit} />
          {(cards?.length ?? 0) < savedCardsMax ? (
            <SaveBox checked={saves} onChange={setSaves} />
          ) : (
            <p className="text-sm text-soft">{texts.purchases_card_full()}</p>
          )}
        </>
      )}
    </div>
  )
}

/** Returns the amount that a pay sheet confirms, or undefined while it is not settled. */
export function sheetAmountOf({ figures, isSettling }: Cost, currency: string) {
  return figures?.card && !isSettling ? { value: figures.card, currency } : undefined
}

/** Milliseconds to wait for the list. Without it, the user pays by another card. */
const listWaitMs = 3_000

/** Returns the saved cards, whether to wait for them, and the problem of their list. */
function useListedCards() {
  const {
    data: cards,
    isPending,
    failureCount,
    isError,
    error,
    isFetching,
    refetch,
  } = useSavedCards()
  const [isLate, setIsLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsLate(true), listWaitMs)
    return () => clearTimeout(timer)
  }, [])
  const problem =
    isError && cards === undefined ? (
      <ErrorState
        message={texts.own_data_cards_failed()}
        onRetry={() => void refetch()}
        busy={isFetching}
        error={error}
      />
    ) : null
  return { cards, isAwaited: isPending && failureCount === 0 && !isLate, problem }
}

/** Sends the form of `group` with the token of a confirmed sheet. */
function useSheet(
  group: { readonly current: HTMLElement | null },
  amount: SheetAmount | undefined,
) {
  const token = useRef<string>(undefined)
  const latestAmount = useRef(amount)
  useEffect(() => {
    latestAmount.current = amount
  })
  /** True if the last order was paid by the sheet, which then shows the problem. */
  const [isUsed, setIsUsed] = useState(false)
  return {
    isUsed,
    takeToken() {
      setIsUsed(token.current !== undefined)
      return token.current
    },
    /** Returns false if the amount is no longer the confirmed one. */
    send(newToken: string, confirmed: SheetAmount): boolean {
      const form = group.current?.closest('form')
      const { value, currency } = latestAmount.current ?? {}
      if (!form || value !== confirmed.value || currency !== confirmed.currency) return false
      token.current = newToken
      form.requestSubmit()
      token.current = undefined
      return true
    },
  }
}

/** Shows the sheet of Stripe or of the sandbox. */
function Sheet(props: SheetProps) {
  return stripeKey() === undefined ? <SandboxSheet {...props} /> : <StripeSheet {...props} />
}

function SaveBox({ checked, onChange }: { checked: boolean; onChange: (on: boolean) => void }) {
  return (
    <div className="grid gap-1">
      <Checkbox checked={checked} onChange={onChange}>
        {texts.purchases_card_save()}
      </Checkbox>
      <p className="pl-9 text-sm text-soft">
        {stripeKey() === undefined
          ? texts.purchases_card_kept_sandbox()
          : texts.purchases_card_kept_stripe()}
      </p>
    </div>
  )
}
