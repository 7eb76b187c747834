// What stands in the standalone gift form, the batch that follows from it, and what its button does.
// It draws nothing.
import { useQuery } from '@tanstack/react-query'
import { type RefObject, useState } from 'react'
import { useProjects } from '#features/projects/web/use-projects.ts'
import type { Profile } from '#features/sign-in/contract.ts'
import { queryKeys } from '#web/query-keys.ts'
import { cheapestBatch } from './batch-choice.ts'
import type { CardFieldHandle } from './card-field.ts'
import { isPurchasable, readKg } from './checkout-figures.ts'
import { requestOf } from './checkout-order.ts'
import { readGift } from './gift.ts'
import type { PurchaseFlow } from './purchase-flow.ts'
import { readOffer } from './read-offer.ts'
import { useCheckoutFigures } from './use-checkout.ts'

const emptyFields = (country: string) => ({ name: '', kgText: '', phone: { text: '', country } })
export type GiftFields = ReturnType<typeof emptyFields>

/** The fields by their names, in their order; the card is not one of ours. */
export type GiftFieldName = 'name' | 'recipient' | 'card' | 'count'

export function useGiftForm(
  profile: Profile,
  flow: PurchaseFlow,
  card: RefObject<CardFieldHandle | null>,
) {
  const [fields, setFields] = useState(() => emptyFields(profile.country))
  const { currency } = profile
  const { data: offer } = useQuery({
    queryKey: [...queryKeys.batches, 'offer', currency],
    queryFn: ({ signal }) => readOffer(currency, signal),
  })
  const kg = readKg(fields.kgText)
  const isCount = isPurchasable(kg)
  const batch = offer && isCount ? cheapestBatch(offer.batches, kg, offer.rates) : undefined
  const project = useProjects().data?.find(({ id }) => id === batch?.project_id)
  const wanted = { batchId: batch?.id ?? '', kgText: fields.kgText, useWallet: false }
  const checkout = useCheckoutFigures(wanted, batch, profile)

  /** The first field that is still empty; null where all are filled. */
  function firstEmpty(): GiftFieldName | null {
    if (fields.name.trim() === '') return 'name'
    if (fields.phone.text.trim() === '') return 'recipient'
    if (!card.current?.isFilled()) return 'card'
    return kg === null || kg < 1 ? 'count' : null
  }

  async function reserve(onEmpty: (field: GiftFieldName) => void) {
    const empty = firstEmpty()
    if (empty) {
      flow.refuse({ at: 'form', code: 'gift_incomplete' })
      onEmpty(empty)
      return
    }
    const gift = await readGift({ phone: fields.phone, note: '' })
    if ('trouble' in gift) {
      flow.refuse(gift.trouble)
      return
    }
    const named = { ...gift, name: fields.name.trim() }
    const { request, trouble } = requestOf(batch, checkout, profile, named)
    if (request) await flow.reserve(request, async () => card.current?.tokenise())
    else flow.refuse(trouble)
  }

  return {
    fields,
    change(part: Partial<GiftFields>) {
      setFields((now) => ({ ...now, ...part }))
      flow.edited()
    },
    empty: () => setFields(emptyFields(profile.country)),
    kg: isCount ? kg : null,
    batch,
    isNoneLeft: offer !== undefined && isCount && batch === undefined,
    projectName: project?.name,
    checkout,
    reserve,
  }
}

export type GiftFormState = ReturnType<typeof useGiftForm>
