// The actions of staff on the catalogue: a batch's price and offer, and what is shown of a project.
import { z } from 'zod'
import {
  type Action,
  type ActionContext,
  action,
  change,
  figure,
} from '#platform/actions/action.ts'
import { flagField, textField } from '#platform/actions/fields.ts'
import { changeOf } from '#platform/actions/file-rows.ts'
import type { Database } from '#platform/database/database.ts'
import { priceMicros } from '#providers/registries/tables/batch-file.ts'
import { schemaFault } from '#providers/registries/tables/file-source.ts'
import { isProblem, problem } from '#values/problem.ts'
import { auditedPrice } from '../import/import-prices.ts'
import { type PriceBand, priceText } from '../import/price-judgement.ts'
import { changeOffer, type OfferChange } from './change-offer.ts'
import { type ChangedPrice, changePrice } from './change-price.ts'
import { type EditedProject, editProject, type ShownFields } from './edit-project.ts'
import { readEdit } from './project-edit.ts'

type Services = { readonly db: Database; readonly settings: { readonly priceBand: PriceBand } }

const serial = textField({ title: 'Serial number' }, 300)
const rules = {
  roles: ['registry', 'admin'],
  needsReason: true,
  isSensitive: true,
  approval: 'never',
  subject: { of: 'batch', field: 'serial' },
} as const

export const batchesPrice: Action<Services, ChangedPrice> = action({
  name: 'batches price',
  title: 'Change the price',
  summary: 'Changes the price of a kilogram of a batch, in the currency of the batch.',
  ...rules,
  input: z.object({
    serial,
    price: textField({ title: 'Price of a kilogram', description: 'Such as 0.0243.' }, 20),
    accept_price: flagField({
      title: 'Accept an unusual price',
      description: 'Outside of the band of prices, or far from one of the last 7 days.',
    }),
  }),
  run: async ({ services, by, record }, { serial, price, accept_price: acceptsPrice }) => {
    const parsed = priceMicros.safeParse(price)
    if (!parsed.success) {
      return problem('invalid_price', { text: `The price ${schemaFault(parsed.error)}.` })
    }
    const band = services.settings.priceBand
    const result = await changePrice(services.db, {
      ...{ serial, priceMicros: parsed.data, band, acceptsPrice, by },
      audit: (tx, done) => record(tx, auditedPrice(done)),
    })
    if (isProblem(result)) {
      const text = result.text?.replace('add --accept-price', 'accept the unusual price')
      return text === undefined ? result : { ...result, text }
    }
    const { old, next } = result.change
    const percent = result.inPercent === null ? [] : [figure('Change', result.inPercent)]
    return {
      figures: [change('Price', old === null ? null : priceText(old), priceText(next)), ...percent],
      details: result,
    }
  },
})

async function changeBatchOffer(
  { services, reason, record }: ActionContext<Services>,
  serial: string,
  offer: 'offered' | 'withdrawn',
) {
  // A preview may have no reason yet.
  const because = reason === '' ? 'preview' : reason
  const result = await changeOffer(services.db, serial, offer, because, (tx, about) =>
    record(tx, about),
  )
  if (isProblem(result)) return result
  const { batch } = result
  return {
    figures: [
      change('Offer', batch.offer, offer),
      figure('Left', `${batch.available_kg} kg`),
      figure('Reserved', `${batch.held_kg} kg`),
      figure('Sold', `${batch.sold_kg} kg`),
    ],
    details: result,
  }
}

export const batchesWithdraw: Action<Services, OfferChange> = action({
  name: 'batches withdraw',
  title: 'Withdraw',
  summary: 'Takes a batch off sale. Open reservations may complete, sold kilograms stay sold.',
  ...rules,
  input: z.object({ serial }),
  run: (context, { serial }) => changeBatchOffer(context, serial, 'withdrawn'),
})

export const batchesOffer: Action<Services, OfferChange> = action({
  name: 'batches offer',
  title: 'Offer again',
  summary: 'Puts a withdrawn batch on sale again.',
  ...rules,
  input: z.object({ serial }),
  run: (context, { serial }) => changeBatchOffer(context, serial, 'offered'),
})

export const projectsEdit: Action<Services, EditedProject> = action({
  name: 'projects edit',
  title: 'Edit',
  summary: 'Sets what is shown of a project. Imports leave it so.',
  ...rules,
  isSensitive: false,
  subject: { of: 'project', field: 'project' },
  input: z.object({
    project: textField({ title: 'Project', description: 'Its id here or at the registry.' }, 100),
    // readEdit judges the texts.
    name: z.string().max(2_000).meta({ title: 'Name' }).optional(),
    description: z.string().max(40_000).meta({ title: 'Text', format: 'text' }).optional(),
    image_url: z
      .string()
      .max(2_000)
      .meta({ title: 'Address of the picture', description: 'Begins with https.' })
      .optional(),
    sdgs: z
      .string()
      .max(100)
      .meta({ title: 'Goals', description: 'Numbers from 1 to 17, such as 7,13.' })
      .optional(),
    remove: z
      .array(z.enum(['text', 'picture', 'goals']))
      .meta({ title: 'Remove' })
      .optional(),
  }),
  run: async ({ services, record }, { project, remove = [], ...texts }) => {
    const given = Object.entries(texts).filter(([, text]) => text !== undefined)
    const removed = remove.map((part) => [removable[part], ''] as const)
    const both = given.find(([field]) => removed.some(([name]) => name === field))
    if (both !== undefined) {
      return problem('invalid_edit', { text: `Set ${wordOf(both[0])} or remove it, not both.` })
    }
    const edit = readEdit(Object.fromEntries([...given, ...removed]))
    if (typeof edit === 'string') return problem('invalid_edit', { text: edit })
    const edited = await editProject(services.db, project, edit, (tx, about) => record(tx, about))
    if (isProblem(edited)) return edited
    return {
      figures: [
        figure('Project', `${edited.registry} ${edited.externalId}, ${edited.name}`),
        ...changesOf(edited.before, edited.after),
        figure('Fields that imports keep', edited.editedFields.join(', ')),
      ],
      details: edited,
    }
  },
})

const removable = { text: 'description', picture: 'image_url', goals: 'sdgs' } as const

const fieldWords = {
  name: 'Name',
  description: 'Text',
  image_url: 'Picture',
  sdgs: 'Goals',
} as const

const wordOf = (field: string) =>
  Object.entries(fieldWords)
    .flatMap(([name, word]) => (name === field ? [`the ${word.toLowerCase()}`] : []))
    .join('')

function changesOf(before: ShownFields, after: ShownFields) {
  return [
    ...changeOf(fieldWords.name, before.name, after.name),
    ...changeOf(fieldWords.description, before.description, after.description),
    ...changeOf(fieldWords.image_url, before.image_url, after.image_url),
    ...changeOf(fieldWords.sdgs, before.sdgs, after.sdgs),
  ]
}

export const offerActions = [batchesPrice, batchesWithdraw, batchesOffer, projectsEdit]
