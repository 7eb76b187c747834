// Defines the commands that change programmes: who gives money to people, and how much.

import { closeProgramme } from '#features/partners/close-programme.ts'
import {
  type Amount,
  createProgramme,
  fundProgramme,
  limitText,
  returnFunds,
  setLimits,
  setLine,
} from '#features/wallet/programmes/manage-programmes.ts'
import { misused, refusedFor } from '#operator/audit/outcomes.ts'
import { type Reason, readChange } from '#operator/signature.ts'
import { type Audit, writeAuditEntry } from '#platform/database/audit/audit-trail.ts'
import { isOwnCurrency } from '#values/money/currencies.ts'
import { minorText, minorToUnits, minorToUnitsOrNull } from '#values/money/money.ts'
import { isProblem } from '#values/problem.ts'
import type { Command, Context, Outcome } from './command.ts'
import {
  amountFault,
  currencyFault,
  readMinor,
  readProgramme,
  readTitle,
} from './programme-words.ts'

type ProgrammeWork = (context: Context, programmeId: string, audit: Audit) => Promise<Outcome>

/**
 * Returns a command about the programme of its first argument. Its audit row is written with the
 * change.
 */
function programmeCommand(
  command: Omit<Command, 'run'>,
  reason: Reason,
  work: ProgrammeWork,
): Command {
  const [open, close] = reason === 'wanted' ? ['', ''] : ['[', ']']
  return {
    ...command,
    usage: `${command.usage} --by NAME ${open}--reason TEXT${close}`,
    run: async (context) => {
      const signature = readChange(context, reason)
      if ('lines' in signature) return signature
      const programmeId = readProgramme(context.words[0])
      if (typeof programmeId !== 'string') return programmeId
      return work(context, programmeId, (tx, about, sum) =>
        writeAuditEntry(tx, { ...signature, command: command.name, about, sum }),
      )
    },
  }
}

export const programmesCreate = programmeCommand(
  {
    name: 'programmes create',
    usage: 'ID --name NAME --currency CODE',
    example: 'green-bank --name "Green Bank" --currency GBP --by ada --reason "Contract of May"',
    optionTexts: {
      name: 'the name that wallets show',
      currency: 'the currency of its limits, such as GBP',
    },
    summary: 'makes a programme that gives nothing before it is funded or gets a line',
  },
  'optional',
  async ({ db, options }, id, audit) => {
    const name = readTitle(options.name)
    if (typeof name !== 'string') return name
    const { currency = '' } = options
    if (!isOwnCurrency(currency)) return misused(currencyFault)
    const created = await createProgramme(db, { id, name, currency }, audit)
    if (isProblem(created)) return refusedFor(created)
    const line = `Made the programme ${id}, with limits in ${currency}; it has no funds and a line of 0.`
    return { ok: true, lines: [line], json: { ok: true, ...created } }
  },
)

export const programmesFund = programmeCommand(
  {
    name: 'programmes fund',
    usage: 'ID AMOUNT --currency CODE [--return]',
    example: 'green-bank 500.00 --currency GBP --by ada --reason "Transfer 4711"',
    optionTexts: {
      return: 'records money that was paid back to the partner',
    },
    summary: 'books what its partner paid in at the bank; --return what was paid back',
  },
  'wanted',
  async (context, programmeId, audit) => {
    const amount = readAmount(context, programmeId, 1)
    if ('lines' in amount) return amount
    const isReturn = context.flags.has('return')
    const funded = await (isReturn ? returnFunds : fundProgramme)(context.db, amount, audit)
    if (isProblem(funded)) return refusedFor(funded)
    const { paymentId, balanceMinor } = funded
    const { currency, amountMinor } = amount
    const moved = `${minorText(amountMinor)} ${currency} ${isReturn ? 'returned' : 'paid in'}`
    const balance = `its balance is ${minorText(balanceMinor)} ${currency}`
    const json = { id: paymentId, program_id: programmeId, currency, returned: isReturn }
    return {
      ok: true,
      lines: [`${programmeId}: ${moved}; ${balance}.`],
      json: {
        ok: true,
        ...json,
        amount: minorToUnits(amountMinor),
        balance: minorToUnits(balanceMinor),
      },
    }
  },
)

export const programmesLine = programmeCommand(
  {
    name: 'programmes line',
    usage: 'ID AMOUNT --currency CODE',
    example: 'green-bank 200.00 --currency GBP --by ada --reason "Contract of May"',
    summary: 'sets how far a programme may give more than was paid in',
  },
  'wanted',
  async (context, programmeId, audit) => {
    const amount = readAmount(context, programmeId, 0)
    if ('lines' in amount) return amount
    const result = await setLine(context.db, amount, audit)
    if (isProblem(result)) return refusedFor(result)
    const { currency, amountMinor } = amount
    const used = result.lineMinor > amountMinor ? ', which it has used already' : ''
    return {
      ok: true,
      lines: [`The line of ${programmeId} is ${minorText(result.lineMinor)} ${currency}${used}.`],
      json: {
        ok: true,
        program_id: programmeId,
        currency,
        credit_line: minorToUnits(result.lineMinor),
      },
    }
  },
)

export const programmesLimits = programmeCommand(
  {
    name: 'programmes limits',
    usage: 'ID [--person AMOUNT] [--day AMOUNT]',
    example: 'green-bank --person 20 --day 500 --by ada --reason "A campaign"',
    optionTexts: {
      person: 'the most for one person in 24 hours, in the currency of the programme',
      day: 'the most for all persons in 24 hours, in the currency of the programme',
    },
    summary:
      'sets what a programme gives within 24 hours: to one person, and in all, in its own currency',
  },
  'wanted in production',
  async ({ db, options }, programmeId, audit) => {
    const { person, day } = options
    if (person === undefined && day === undefined) return misused('--person or --day is required.')
    const personMinor = person === undefined ? undefined : readMinor(person)
    const dayMinor = day === undefined ? undefined : readMinor(day)
    if (personMinor === null || dayMinor === null) return misused(amountFault)
    const changedLimits = {
      ...(personMinor === undefined ? {} : { personMinor }),
      ...(dayMinor === undefined ? {} : { dayMinor }),
    }
    const limits = await setLimits(db, programmeId, changedLimits, audit)
    if (isProblem(limits)) return refusedFor(limits)
    const { currency } = limits
    const words = `${limitText(limits.personMinor)} ${currency} a person and ${limitText(limits.dayMinor)} ${currency} in all`
    return {
      ok: true,
      lines: [`${programmeId} gives at most ${words} within 24 hours.`],
      json: {
        ok: true,
        program_id: programmeId,
        currency,
        person: minorToUnitsOrNull(limits.personMinor),
        day: minorToUnitsOrNull(limits.dayMinor),
      },
    }
  },
)

export const programmesClose = programmeCommand(
  {
    name: 'programmes close',
    usage: 'ID',
    example: 'green-bank --by ada --reason "The contract ended"',
    summary:
      'ends a programme: no more credits, its terminals are revoked, wallets keep what they hold',
  },
  'wanted',
  async ({ db }, programmeId, audit) => {
    const closed = await closeProgramme(db, programmeId, audit)
    if (isProblem(closed)) return refusedFor(closed)
    const { terminals } = closed
    const line = `${programmeId} is closed; ${terminals.length} of its terminals were revoked.`
    return { ok: true, lines: [line], json: { ok: true, program_id: programmeId, terminals } }
  },
)

function readAmount(
  { words, options: { currency = '' } }: Context,
  programmeId: string,
  minMinor: number,
): Amount | Outcome {
  const amountMinor = readMinor(words[1] ?? '')
  if (amountMinor === null || amountMinor < minMinor) return misused(amountFault)
  return isOwnCurrency(currency) ? { programmeId, currency, amountMinor } : misused(currencyFault)
}
