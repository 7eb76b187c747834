// Defines the command that lists programmes with their funds, credit lines, limits and remaining amounts.
import { findProgrammes, type ListedProgramme } from '#features/wallet/programmes/programme-rows.ts'
import { readsPart } from '#operator/access.ts'
import { maySeeProgramme } from '#operator/actor.ts'
import { listed } from '#operator/audit/outcomes.ts'
import { minorToUnits, minorToUnitsOrNull } from '#values/money/money.ts'
import type { Command } from './command.ts'

export const programmesList: Command = {
  name: 'programmes list',
  access: readsPart('programmes'),
  usage: '',
  example: '',
  summary: 'lists programmes with their funds, lines and limits, and what of them is left',
  run: async ({ db, actor }) => {
    const rows = (await findProgrammes(db)).filter(({ id }) => maySeeProgramme(actor, id))
    const { programmes, lines } = describeProgrammes(rows)
    return {
      ok: true,
      lines: listed(lines, 'No programme is listed.'),
      json: { ok: true, programmes },
    }
  },
}

/** Returns programmes for JSON, and their lines for the screen. */
export function describeProgrammes(rows: readonly ListedProgramme[]) {
  const programmes = [...Map.groupBy(rows, ({ id }) => id).values()].map(toJson)
  return { programmes, lines: programmes.flatMap(linesOf) }
}

function toJson(rows: readonly ListedProgramme[]) {
  const [first] = rows
  if (first === undefined) throw new Error('a programme without balances')
  return {
    program_id: first.id,
    name: first.name,
    closed_at: first.closed_at,
    limits: {
      currency: first.currency,
      person: minorToUnitsOrNull(first.person_limit_minor),
      day: minorToUnitsOrNull(first.day_limit_minor),
      given_in_24_hours: minorToUnits(first.day_minor),
    },
    balances: rows.map(({ balance_currency, balance_minor, floor_minor }) => ({
      currency: balance_currency,
      balance: minorToUnits(balance_minor),
      funds: minorToUnits(Math.max(0, balance_minor)),
      used: minorToUnits(Math.max(0, -balance_minor)),
      credit_line: minorToUnits(Math.abs(floor_minor)),
      available: minorToUnits(balance_minor - floor_minor),
    })),
  }
}

function linesOf({ program_id, name, closed_at, limits, balances }: ReturnType<typeof toJson>) {
  const units = (amount: number | null) => (amount === null ? 'none' : amount.toFixed(2))
  const closed = closed_at === null ? '' : `  closed ${closed_at.toISOString()}`
  const credited = `given ${units(limits.given_in_24_hours)}`
  const limitsText = `in 24 hours a person ${units(limits.person)}, in all ${units(limits.day)}, ${credited}`
  const usedBalances = balances.filter(
    ({ balance, credit_line }) => balance !== 0 || credit_line !== 0,
  )
  return [
    `${program_id}  ${name}  ${limits.currency} ${limitsText}${closed}`,
    ...usedBalances.map(
      ({ currency, funds, used, credit_line, available }) =>
        `  ${currency}  funds ${units(funds)}  used ${units(used)}  line ${units(credit_line)}  left ${units(available)}`,
    ),
  ]
}
