// What stands in the standalone gift form, the batch that follows from it, and what its button does.
// It draws nothing.
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useProjects } from '#features/projects/web/use-projects.ts'
import type { Profile } from '#features/sign-in/contract.ts'
import { queryKeys } from '#web/query-keys.ts'
import { cheapestBatch, readOffer } from '../batch-choice.ts'
import type { CardFieldHandle } from '../card/card-field.tsx'
import { isPurchasable, readKg } from '../checkout/figures.ts'
import { requestOf } from '../checkout/order.ts'
import { reserve } from '../checkout/reserve-purchase.ts'
import { useFigures } from '../checkout/use-figures.ts'
import type { Purchase } from '../purchase.ts'
import { readGift } from './gift.ts'

const emptyFields = (country: string) => ({ name: '', kgText: '', phone: { text: '', country } })
type Fields = ReturnType<typeof emptyFields>

export function useGiftForm(profile: Profile, purchase: Purchase) {
  const card = useRef<CardFieldHandle>(null)
  const [fields, setFields] = useState(() => emptyFields(profile.country))
  /** How often it was emptied: the card's fields, which only the provider can empty, come anew. */
  const [turn, setTurn] = useState(0)
  const { currency } = profile
  const { data: offer } = useQuery({
    queryKey: [...queryKeys.batches, 'offer', currency],
    queryFn: ({ signal }) => readOffer(currency, signal),
  })
  const kg = readKg(fields.kgText)
  const isCount = isPurchasable(kg)
  const batch = offer && isCount ? cheapestBatch(offer.batches, kg, offer.rates) : undefined
  const project = useProjects().data?.find(({ id }) => id === batch?.project_id)
  const cost = useFigures({ kgText: fields.kgText, useWallet: false }, batch, profile)
  const edited = () => purchase.dispatch({ type: 'edited' })

  async function send() {
    const field = firstEmpty(fields, card.current)
    if (field) return purchase.refuse({ at: 'form', code: 'gift_incomplete', field })
    const gift = await readGift({ phone: fields.phone, note: '' })
    if ('problem' in gift) return purchase.refuse(gift.problem)
    const named = { ...gift, name: fields.name.trim() }
    const { request, problem } = requestOf(batch, cost, profile, named)
    if (request) await reserve(purchase, request, async () => card.current?.tokenise())
    else purchase.refuse(problem)
  }

  return {
    ...{ fields, turn, batch, cost, card, edited },
    kg: isCount ? kg : null,
    isNoneLeft: offer !== undefined && isCount && batch === undefined,
    projectName: project?.name,
    send: () => void send(),
    change(part: Partial<Fields>) {
      setFields((now) => ({ ...now, ...part }))
      edited()
    },
    empty() {
      setFields(emptyFields(profile.country))
      setTurn((now) => now + 1)
    },
  }
}

export type GiftFormState = ReturnType<typeof useGiftForm>

/** The name of the first field that is still empty, in their order. */
function firstEmpty({ name, phone, kgText }: Fields, card: CardFieldHandle | null) {
  if (name.trim() === '') return 'name'
  if (phone.text.trim() === '') return 'recipient'
  if (!card?.isFilled()) return 'card'
  return (readKg(kgText) ?? 0) < 1 ? 'quantity' : undefined
}
