// Declares the calls of saved cards (docs/product.md#saved-cards). `card_token` of getPin pays with one.
import { z } from 'zod'
import { call, empty, json } from '#values/call.ts'
import type { ProblemKind } from '#values/problem.ts'

const tag = 'Saved cards'

const savedCard = z.object({
  id: z.uuid(),
  /** The provider's word, such as `visa`. */
  brand: z.string(),
  last4: z.string(),
  exp_month: z.number().int(),
  exp_year: z.number().int(),
})
export type SavedCard = z.infer<typeof savedCard>

const exampleSavedCard: SavedCard = {
  id: '0199c4a1-7f00-7a31-8c2e-1d2c3b4a5f61',
  brand: 'visa',
  last4: '4242',
  exp_month: 12,
  exp_year: 2030,
}

export const listSavedCards = call({
  id: 'listSavedCards',
  method: 'GET',
  path: '/api/cards',
  tag,
  summary: 'Lists the saved cards of the user.',
  description:
    'The newest card is first. The card provider keeps the cards; `saved:<id>` is the `card_token` of a card in `getPin`. A card appears seconds after the completion of the purchase that saved it.',
  answers: {
    200: json(z.array(savedCard), 'The cards that the provider keeps.', [exampleSavedCard]),
  },
})

export const removeSavedCard = call({
  id: 'removeSavedCard',
  method: 'DELETE',
  path: '/api/cards/:id',
  access: 'signed',
  tag,
  summary: 'Removes a saved card.',
  description:
    'The card pays nothing new from now on, and the provider deletes it once the purchases that it pays have ended.',
  params: z.object({ id: z.string().max(64) }),
  problems: ['card_not_found'],
  answers: { 204: empty('The card is removed.') },
})

export const savedCardProblems = {
  card_not_found: { status: 404, text: 'There is no such card.' },
} as const satisfies Record<string, ProblemKind>
