// Loads the user's saved cards, and lets the user choose one of them.
import { useId } from 'react'
import { useAnswer } from '#web/api/use-answer.ts'
import { texts } from '#web/texts.ts'
import { listSavedCards, type SavedCard } from '../../saved-cards/saved-cards-calls.ts'
import { cardName, expiryText, isExpired } from './saved-card-words.ts'

export const useSavedCards = () => useAnswer(listSavedCards, {})

type SavedCardListProps = {
  cards: readonly SavedCard[]
  /** The id of the chosen card, null for another card. */
  value: string | null
  onChange: (id: string | null) => void
  /** Text of a last choice, which is another card. */
  other?: string
  error: string | undefined
}

export function SavedCardList({ cards, value, onChange, other, error }: SavedCardListProps) {
  const name = useId()
  const cardChoices = cards.map((card) => ({
    ...{ id: card.id, label: cardName(card), detail: expiryText(card) },
    isDisabled: isExpired(card),
  }))
  const otherChoice = { id: null, label: other, detail: '', isDisabled: false }
  const choices = other === undefined ? cardChoices : [...cardChoices, otherChoice]
  return (
    <fieldset className="min-w-0" aria-describedby={`${name}-error`}>
      <legend className="caption mb-1.5">{texts.purchases_card_choice()}</legend>
      <div className="divide-y divide-line rounded-card border border-line bg-surface">
        {choices.map(({ id, label, detail, isDisabled }) => (
          <label
            key={id}
            className="flex min-h-12 cursor-pointer items-center gap-3 px-3.5 py-2 first:rounded-t-card last:rounded-b-card has-disabled:cursor-not-allowed has-disabled:text-soft has-focus-visible:rounded-card has-focus-visible:outline-3 has-focus-visible:outline-moss"
          >
            <input
              type="radio"
              name={name}
              className="size-5 flex-none appearance-none rounded-full border-2 border-field bg-surface outline-none checked:border-6 checked:border-forest disabled:border-dotted"
              checked={id === value}
              disabled={isDisabled}
              onChange={() => onChange(id)}
            />
            <span className="flex min-w-0 flex-1 flex-wrap items-baseline justify-between gap-x-4">
              <span className="font-semibold">{label}</span>
              <span className="text-sm text-soft forced-colors:text-inherit">{detail}</span>
            </span>
          </label>
        ))}
      </div>
      <p
        id={`${name}-error`}
        role="alert"
        className="mt-1.5 text-[0.9375rem] text-danger empty:hidden"
      >
        {error}
      </p>
    </fieldset>
  )
}
