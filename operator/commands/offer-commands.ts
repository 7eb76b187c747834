// Defines the commands about the offer: withdrawing a batch, offering it again, and an audit of all
// batches.

import {
  type AuditedBatch,
  auditBatches,
  type BatchAudit,
  type NotCompared,
} from '#features/catalogue/audit/audit-batches.ts'
import {
  batchesOffer as offerAgain,
  batchesWithdraw as withdraw,
} from '#features/catalogue/offers/offer-actions.ts'
import { batchesReplace as replaceBatch } from '#features/purchases/replace/replace-actions.ts'
import { readsPart } from '#operator/access.ts'
import { actionCommand } from '#operator/action-command.ts'
import { withDatabase } from '#operator/with-services.ts'
import { notComparedSentence } from '#values/serials/audited-serials.ts'
import type { Command, Context } from './command.ts'

export const batchesWithdraw = offerCommand(withdraw, {
  example: 'GS1-1-SO-GS12285-16-2022-29930-6499-42536 --reason "The registry asks questions"',
  stateText: 'off sale',
})

export const batchesOffer = offerCommand(offerAgain, {
  example: 'GS1-1-SO-GS12285-16-2022-29930-6499-42536 --reason "The registry has answered"',
  stateText: 'for sale',
})

/** Returns the command of an action that changes whether a batch is for sale. */
function offerCommand(
  action: typeof withdraw,
  { example, stateText }: { readonly example: string; readonly stateText: string },
): Command {
  return actionCommand({
    action,
    usage: 'SERIAL --reason TEXT',
    example,
    open: withDatabase,
    input: ({ words: [serial] }: Context) => ({ serial }),
    words: { serial: 'SERIAL' },
    outcome: ({ details: { batch, changed } }) => {
      const { serial_number, available_kg, held_kg, sold_kg, project, unlisted_status } = batch
      const offer = stateText === 'for sale' ? 'offered' : 'withdrawn'
      const line = changed
        ? `${serial_number} is ${stateText} now.`
        : `${serial_number} is ${stateText} already: nothing was changed.`
      const stock = `${available_kg} kg are left, ${held_kg} kg reserved, ${sold_kg} kg sold.`
      const isHidden = offer === 'offered' && unlisted_status !== null
      const hidden = `Nobody can buy it: ${project} is in no list (${unlisted_status}).`
      const json = { ok: true, serial_number, offer, changed, available_kg, held_kg, sold_kg }
      return { ok: true, lines: [line, stock, ...(isHidden ? [hidden] : [])], json }
    },
  })
}

export const batchesReplace: Command = actionCommand({
  action: replaceBatch,
  usage: 'SERIAL --with SERIAL2 --reason TEXT',
  example:
    'GS1-1-SO-GS12285-16-2022-29930-6499-42536 --with GS1-1-IN-GS10782-5-2024-30215-1-16770 --reason "Taken back"',
  optionTexts: {
    with: 'the serial of the batch whose kilograms replace those of the first',
  },
  open: withDatabase,
  input: ({ words: [serial], options }: Context) => ({ serial, by_serial: options.with }),
  words: { serial: 'SERIAL', by_serial: '--with' },
  outcome: ({ details }) => {
    const { serial, bySerial, purchases, kg, reservedKg } = details
    const lines = [
      `${kg} kg of ${purchases} purchases in ${serial} are ${bySerial}'s now.`,
      ...(reservedKg > 0
        ? [`${reservedKg} kg are reserved of it still: give the command again in 10 minutes.`]
        : []),
    ]
    const json = { ok: true, serial, by_serial: bySerial, purchases, kg, reserved_kg: reservedKg }
    return { ok: true, lines, json }
  },
})

export const batchesAudit: Command = {
  name: 'batches audit',
  access: readsPart('catalogue'),
  usage: '',
  example: '',
  summary:
    'lists batches that share tonnes, cannot be compared or are off sale, and unlisted projects',
  run: async ({ db }) => {
    const audit = await auditBatches(db)
    return { ok: audit.ok, lines: auditLines(audit), json: audit }
  },
}

function auditLines(audit: BatchAudit): string[] {
  const {
    compared,
    not_compared: notCompared,
    meeting: overlaps,
    conflicting,
    unread,
    withdrawn,
  } = audit
  const serials = notCompared.map(({ serial_number: serial }) => serial)
  const notComparedText = notComparedSentence({ compared, serials })
  return [
    ...[...conflicting, ...unread].map(
      (batch) =>
        `${conflicting.includes(batch) ? 'conflicting' : 'unread'}  ${describeBatch(batch)}` +
        (batch.sold_kg > 0 ? ` To end it: batches replace ${batch.serial_number}.` : ''),
    ),
    ...withdrawn.map((batch) => `withdrawn  ${describeBatch(batch)}`),
    ...audit.unlisted_projects.map(
      ({ project, status, batches, sold_kg }) =>
        `not listed  ${project}: "${status}", ${batches} batches, ${sold_kg} kg sold`,
    ),
    ...overlaps.map(
      ({ serial_number, other, first, last }) =>
        `FAULT  ${serial_number} and ${other} both sell tonnes ${first} to ${last}`,
    ),
    ...notCompared.map(notComparedLine),
    ...(notComparedText === null ? [] : [notComparedText]),
    verdictOf(audit),
  ]
}

function verdictOf({ ok, compared, not_compared: notCompared }: BatchAudit): string {
  if (!ok) return 'There are faults.'
  return notCompared.length === 0
    ? 'No tonne is for sale twice, and every batch holds what its serial says.'
    : `There is no fault among the ${compared} batches that were compared.`
}

/**
 * Returns the line of a batch that could not be compared. It is a fault if the batch is on sale. For a
 * batch that was imported as uncompared, it is a fault only if the batch is also suspected.
 */
function notComparedLine(batch: NotCompared): string {
  const { serial_number, project, offer, is_uncompared, sold_kg, reason, suspicion } = batch
  const because = suspicion === null ? reason : `${reason}, and ${suspicion}`
  // In quotes, because serials may have blanks.
  const quoted = `'${serial_number}'`
  const line = `${serial_number} of ${project}: ${because}. ${sold_kg} kg sold.`
  if (is_uncompared && suspicion !== null && offer === 'offered') {
    return `FAULT  ${line} To end it: batches withdraw ${quoted} --reason TEXT.`
  }
  if (is_uncompared) return `uncompared  ${line}`
  if (offer !== 'offered') return `not compared  ${line}`
  const steps = [
    `batches withdraw ${quoted} --reason TEXT`,
    'batches import of the block as its registry spells it',
    ...(sold_kg > 0 ? [`batches replace ${quoted} --with the spelling of its registry`] : []),
  ]
  return `FAULT  ${line} To end it: ${steps.join(', then ')}.`
}

function describeBatch({
  serial_number,
  project,
  sold_kg,
  held_kg,
  offer_reason,
  meets,
}: AuditedBatch) {
  const kg = `${sold_kg} kg sold, ${held_kg} kg reserved`
  const others = meets.length === 0 ? '' : ` It meets ${meets.join(', ')}.`
  return `${serial_number} of ${project}: ${kg}. ${offer_reason}${others}`
}
