// Defines the commands that change programmes: who gives money to people, and how much.
import {
  programmesClose as close,
  programmesCreate as create,
  programmesFund as fund,
  programmesReturn as giveBack,
  programmesLimits as setLimits,
  programmesLine as setLine,
} from '#features/partners/programme-actions.ts'
import { limitText } from '#features/wallet/programmes/manage-programmes.ts'
import { actionCommand } from '#operator/action-command.ts'
import { misused } from '#operator/audit/outcomes.ts'
import { withDatabase } from '#operator/with-services.ts'
import { minorText, minorToUnits, minorToUnitsOrNull } from '#values/money/money.ts'
import type { Command, Context } from './command.ts'

const words = { id: 'ID', amount: 'AMOUNT' }
const amountOf = ({ words: [id, amount], options: { currency } }: Context) => ({
  id,
  amount,
  currency,
})

export const programmesCreate: Command = actionCommand({
  action: create,
  usage: 'ID --name NAME --currency CODE',
  example: 'green-bank --name "Green Bank" --currency GBP --reason "Contract of May"',
  optionTexts: {
    name: 'the name that wallets show',
    currency: 'the currency of its limits, such as GBP',
  },
  open: withDatabase,
  input: ({ words: [id], options: { name, currency } }: Context) => ({ id, name, currency }),
  words,
  outcome: ({ details }) => {
    const { id, currency } = details
    const line = `Made the programme ${id}, with limits in ${currency}; it has no funds and a line of 0.`
    return { ok: true, lines: [line], json: { ok: true, ...details } }
  },
})

const isReturn = ({ flags }: Context) => flags.has('return')

export const programmesFund: Command = actionCommand({
  action: fund,
  otherActions: [giveBack],
  choose: (context) => (isReturn(context) ? giveBack : fund),
  usage: 'ID AMOUNT --currency CODE [--return] --reason TEXT',
  example: 'green-bank 500.00 --currency GBP --reason "Transfer 4711"',
  optionTexts: {
    return: 'records money that was paid back to the partner',
  },
  open: withDatabase,
  input: amountOf,
  words,
  outcome: ({ details }, context) => {
    const { programmeId, currency, amountMinor, paymentId, balanceMinor } = details
    const way = isReturn(context) ? 'returned' : 'paid in'
    const moved = `${minorText(amountMinor)} ${currency} ${way}`
    const balance = `its balance is ${minorText(balanceMinor)} ${currency}`
    return {
      ok: true,
      lines: [`${programmeId}: ${moved}; ${balance}.`],
      json: {
        ok: true,
        id: paymentId,
        program_id: programmeId,
        currency,
        returned: isReturn(context),
        amount: minorToUnits(amountMinor),
        balance: minorToUnits(balanceMinor),
      },
    }
  },
})

export const programmesLine: Command = actionCommand({
  action: setLine,
  usage: 'ID AMOUNT --currency CODE --reason TEXT',
  example: 'green-bank 200.00 --currency GBP --reason "Contract of May"',
  open: withDatabase,
  input: amountOf,
  words,
  outcome: ({ details: { programmeId, currency, amountMinor, lineMinor } }) => {
    const used = lineMinor > amountMinor ? ', which it has used already' : ''
    const line = `The line of ${programmeId} is ${minorText(lineMinor)} ${currency}${used}.`
    const credit_line = minorToUnits(lineMinor)
    return {
      ok: true,
      lines: [line],
      json: { ok: true, program_id: programmeId, currency, credit_line },
    }
  },
})

export const programmesLimits: Command = actionCommand({
  action: setLimits,
  usage: 'ID [--person AMOUNT] [--day AMOUNT]',
  example: 'green-bank --person 20 --day 500 --reason "A campaign"',
  optionTexts: {
    person: 'the most for one person in 24 hours, in the currency of the programme',
    day: 'the most for all persons in 24 hours, in the currency of the programme',
  },
  open: withDatabase,
  input: ({ words: [id], options: { person, day } }: Context) =>
    person === undefined && day === undefined
      ? misused('--person or --day is required.')
      : { id, person, day },
  words,
  outcome: ({ details: { currency, personMinor, dayMinor }, input: { id } }) => {
    const limits = `${limitText(personMinor)} ${currency} a person and ${limitText(dayMinor)} ${currency} in all`
    return {
      ok: true,
      lines: [`${id} gives at most ${limits} within 24 hours.`],
      json: {
        ok: true,
        program_id: id,
        currency,
        person: minorToUnitsOrNull(personMinor),
        day: minorToUnitsOrNull(dayMinor),
      },
    }
  },
})

export const programmesClose: Command = actionCommand({
  action: close,
  usage: 'ID --reason TEXT',
  example: 'green-bank --reason "The contract ended"',
  open: withDatabase,
  input: ({ words: [id] }: Context) => ({ id }),
  words,
  outcome: ({ details: { terminals }, input: { id } }) => ({
    ok: true,
    lines: [`${id} is closed; ${terminals.length} of its terminals were revoked.`],
    json: { ok: true, program_id: id, terminals },
  }),
})
