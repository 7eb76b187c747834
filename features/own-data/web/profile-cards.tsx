// Lists the user's saved cards, and removes one after a confirmation.
import { useQueryClient } from '@tanstack/react-query'
import { sendSigned } from '#features/people/web/session/signing.ts'
import {
  listSavedCards,
  removeSavedCard,
  type SavedCard,
} from '#features/purchases/saved-cards/saved-cards-calls.ts'
import { useSavedCards } from '#features/purchases/web/card/saved-card-list.tsx'
import { cardName, expiryText } from '#features/purchases/web/card/saved-card-words.ts'
import { ApiError } from '#web/api/api.ts'
import { texts } from '#web/texts.ts'
import { showToast } from '#web/ui/dialog/toast.tsx'
import { FormProblem } from '#web/ui/forms/text-field.tsx'
import { useAction } from '#web/ui/forms/use-action.ts'
import { Loaded } from '#web/ui/states/loaded.tsx'
import { Skeleton } from '#web/ui/states/skeleton.tsx'
import { problemOf } from './code-form.tsx'
import { RemovableRows } from './removable-rows.tsx'

export function SavedCards() {
  return (
    <Loaded
      query={useSavedCards()}
      skeleton={<Skeleton className="h-16 w-full" />}
      error={texts.own_data_cards_failed()}
    >
      {(cards) => <CardRows cards={cards} />}
    </Loaded>
  )
}

function CardRows({ cards }: { cards: readonly SavedCard[] }) {
  const client = useQueryClient()
  const { busy, problem, run } = useAction<string, string>()

  async function remove(id: string): Promise<undefined> {
    await sendSigned(removeSavedCard, { params: { id } }).catch((error: unknown) => {
      // Another device has removed it.
      if (!(error instanceof ApiError) || error.code !== 'card_not_found') throw error
    })
    showToast(texts.own_data_card_removed())
    await client.invalidateQueries({ queryKey: [listSavedCards.id] })
  }
  return (
    <div className="grid gap-4">
      <RemovableRows
        entries={cards.map((card) => ({
          id: card.id,
          name: cardName(card),
          detail: expiryText(card),
        }))}
        words={{ remove: texts.own_data_card_remove_one, sure: texts.own_data_card_sure }}
        empty={texts.own_data_cards_none()}
        busy={busy}
        onRemove={(id) =>
          void run(
            id,
            () => remove(id),
            (error) => problemOf(error, '').text,
          )
        }
      />
      <FormProblem>{problem}</FormProblem>
    </div>
  )
}
