// Finds the reason why a row's units may not be sold: they are planned or used, belong to another registry's
// project, or have days that contradict each other. It reads every cell of the row. Pure.
import {
  projectNumberOf,
  projectRegistryOf,
} from '#providers/registries/projects/project-registry.ts'
import { registryOfAddress } from '#providers/registries/projects/registry-links.ts'
import type { RegistryBatch } from '#providers/registries/tables/batch-file.ts'
import { wordsOf } from '#providers/registries/tables/column-words.ts'
import { dayOf } from '#providers/registries/tables/day-of.ts'
import { isAfter, yearsIn } from '#providers/registries/tables/later-time.ts'
import { wordsOfColumn } from '#providers/registries/units/batch-columns.ts'
import type { StatedCell } from '#providers/registries/units/unit-facts.ts'
import {
  issuerOf,
  maySell,
  saysPlanned,
  unitKindOf,
} from '#providers/registries/units/unit-words.ts'
import { isRegistry, type Registry, registries } from '#values/serials/registries.ts'
import { readWholeSerial } from '#values/serials/serials.ts'

/** Matches the number of a period: `MP 3`, `Monitoring period no. 2`, `2nd verification`. */
const periodNumber =
  /^(?:mp|(?:(?:monitoring|verification|reporting) )?period|verification)[\s.:#-]*(?:(?:no|nr)\.?\s*)?\d{1,2}$|^\d{1,2}(?:st|nd|rd|th) (?:monitoring|verification|reporting)(?: period)?$/i

/** A reason why units may not be sold. `says` continues a sentence after the column: `"PER" is planned`. */
export type Unsellable = { readonly column: string; readonly says: string }

/**
 * Returns the first reason why a row's units may not be sold, or null. `today` is a day such as `2026-11-25`;
 * null skips the checks for days in the future.
 */
export function unsellableReason(row: RegistryBatch, today: string | null): Unsellable | null {
  return (
    reasonOfStatus(row) ??
    reasonOfProduct(row) ??
    reasonOfUse(row) ??
    reasonOfProject(row) ??
    reasonOfDays(row, today) ??
    reasonOfPeriod(row, today)
  )
}

function reasonOfStatus({ statusWord }: RegistryBatch): Unsellable | null {
  if (statusWord === null || maySell(statusWord)) return null
  const says =
    statusWord === ''
      ? 'is empty, so it is not known whether this may be sold'
      : `"${statusWord}" may not be sold`
  return { column: 'status', says }
}

function reasonOfProduct({ registry, unit }: RegistryBatch): Unsellable | null {
  const [first] = unit.products
  const stated = unit.products.filter(({ text }) => text !== '')
  if (first !== undefined && stated.length === 0) {
    return {
      column: first.column,
      says: 'is empty, so it is not known which kind of unit this is',
    }
  }
  for (const { column, text } of stated) {
    const kind = unitKindOf(text)
    if (kind === 'planned') return { column, says: `"${text}" is planned, not issued` }
    if (kind === 'unknown') return { column, says: `"${text}" is no unit that is sold` }
    const issuer = issuerOf(text)
    if (issuer !== null && isRegistry(registry) && issuer !== registry) {
      return { column, says: `"${text}" is a unit of ${issuer}, and the row is of ${registry}` }
    }
  }
  const remark = unit.remarks.find(({ text }) => saysPlanned(text))
  return remark === undefined
    ? null
    : { column: remark.column, says: `"${remark.text}" is planned, not issued` }
}

/**
 * Returns the first reason among the unit's cells: a use such as a retirement, a cell that forbids the sale,
 * or a state other than a plain word such as `issued`.
 */
function reasonOfUse({ unit: { uses, states, refusals } }: RegistryBatch): Unsellable | null {
  const [use] = uses
  if (use !== undefined) {
    const says = `"${use.text}" says that these units were retired, cancelled or claimed`
    return { column: use.column, says }
  }
  const [refusal] = refusals
  if (refusal !== undefined) {
    return {
      column: refusal.column,
      says: `"${refusal.text}" says that these units may not be sold`,
    }
  }
  const [state] = states
  if (state === undefined) return null
  const says = `"${state.text}" may not be sold: only a plain word such as issued, active or none may be here`
  return { column: state.column, says }
}

/**
 * Returns the reason that the row's project is of another registry or is another one. It reads every id, address
 * and name of a registry in the row.
 */
function reasonOfProject({ registry, externalProjectId, unit }: RegistryBatch): Unsellable | null {
  const column = 'external_project_id'
  for (const cell of [{ column, text: externalProjectId }, ...unit.origins]) {
    const owner = projectRegistryOf(cell.text) ?? registryNamed(cell)
    if (owner !== null && owner !== registry) {
      const kind = projectRegistryOf(cell.text) === null ? '' : 'a project '
      return {
        column: cell.column,
        says: `${cell.text} is ${kind}of ${owner}, and the row is of ${registry}`,
      }
    }
    if (isOtherProject(cell, { registry, externalProjectId })) {
      return {
        column: cell.column,
        says: `${cell.text} is another project than ${externalProjectId}`,
      }
    }
  }
  return null
}

/** Names of registries in columns for them, as well as their codes. */
const registryNames: Readonly<Record<Registry, RegExp>> = {
  ACR: /\bamerican carbon registry\b|^acr\b/,
  CAR: /\bclimate action reserve\b|^car$/,
  GS: /\bgold standard\b|^gs$/,
  VCS: /\bverra\b|\bverified carbon standard\b|^vcs$/,
}

/** Returns the registry that a cell names, or on whose site its address is. */
function registryNamed({ column, text }: StatedCell): Registry | null {
  if (wordsOfColumn(column) !== 'registry name') return registryOfAddress(text)
  const words = wordsOf(text)
  return registries.find((each) => registryNames[each].test(words)) ?? null
}

type ProjectOfRow = Pick<RegistryBatch, 'registry' | 'externalProjectId'>

/** A programme of activities has an id of its own, and so has a registry's inner numbering. */
function isOtherProject({ column, text }: StatedCell, row: ProjectOfRow): boolean {
  const words = wordsOfColumn(column)
  if (/\bpoa\b/.test(words)) return false
  const isRegistrysId = words === 'gsid' || words === `${row.registry.toLowerCase()} id`
  if (!isRegistrysId && projectRegistryOf(text) === null) return false
  const number = projectNumberOf(row.registry, text)
  const expected = projectNumberOf(row.registry, row.externalProjectId)
  return number !== null && expected !== null && number !== expected
}

/** Returns the days of issue that a row states, from `issuance_date` and all other columns for one. */
function issueDaysOf({ issuedOn, unit }: RegistryBatch) {
  const others = unit.issuances.flatMap(({ column, text }) => {
    const words = wordsOfColumn(column)
    const day = dayOf(text)
    const isIssue = words !== 'issuance date' && /\bissu/.test(words)
    return isIssue && day !== undefined ? [{ column, day }] : []
  })
  return issuedOn === null ? others : [{ column: 'issuance_date', day: issuedOn }, ...others]
}

function reasonOfDays(row: RegistryBatch, today: string | null): Unsellable | null {
  const { vintageYear, unit } = row
  const { vintages, issuances } = unit
  if (today !== null && vintageYear > Number(today.slice(0, 4))) {
    return { column: 'vintage_year', says: `${vintageYear} is after today (${today})` }
  }
  const unread = [
    ...vintages,
    ...issuances.filter(({ column }) => /\b(?:date|day|on)\b/.test(wordsOfColumn(column))),
  ].find(({ text }) => yearsIn(text).length === 0)
  if (unread !== undefined) return { column: unread.column, says: `"${unread.text}" has no year` }
  const later = [
    ...vintages.filter(({ text }) => isAfter(text, today)),
    ...issuances.filter(({ text }) => isAfter(text, today)),
  ]
  if (later[0] !== undefined) {
    return { column: later[0].column, says: `${later[0].text} is after today (${today})` }
  }
  const days = issueDaysOf(row)
  const future = days.find(({ day }) => today !== null && day > today)
  if (future !== undefined) {
    return { column: future.column, says: `${future.day} is after today (${today})` }
  }
  const early = days.find(({ day }) => day < `${vintageYear}-01-01`)
  return early === undefined
    ? null
    : { column: early.column, says: `${early.day} is before the vintage ${vintageYear}` }
}

function reasonOfPeriod(row: RegistryBatch, today: string | null): Unsellable | null {
  const { serialNumber, unit } = row
  const end = serialPeriodEnd(serialNumber)
  const early = issueDaysOf(row).find(({ day }) => end !== null && day < end)
  if (early !== undefined) {
    const says = `${early.day} is before ${end}, the end of the period that the serial names`
    return { column: early.column, says }
  }
  if (end !== null && today !== null && end > today) {
    return { column: 'serial_number', says: `names a period that ends after today (${end})` }
  }
  const unread = [...unit.periodStarts, ...unit.periodEnds].find(
    ({ text }) => dayOf(text) === undefined,
  )
  if (unread !== undefined) {
    return { column: unread.column, says: `"${unread.text}" is no day such as 2026-04-13` }
  }
  return reasonOfStatedPeriod(row, today)
}

/**
 * Returns the last day of the period in a serial, such as `2024-12-31`. Returns null if the serial has no
 * period, or a period of whole years.
 */
function serialPeriodEnd(serialNumber: string): string | null {
  const day = readWholeSerial(serialNumber)?.names.period?.through
  if (day?.length !== '20241231'.length) return null
  return `${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}`
}

/** Returns the reason in the row's period columns, or null. The caller has checked that they are days. */
function reasonOfStatedPeriod(row: RegistryBatch, today: string | null): Unsellable | null {
  const { periodStarts, periodEnds, periods } = row.unit
  const undated = periods.find(
    ({ text }) => /\p{N}/u.test(text) && !periodNumber.test(text) && yearsIn(text).length === 0,
  )
  if (undated !== undefined)
    return { column: undated.column, says: `"${undated.text}" has no year` }
  const later = [...periods, ...periodStarts].find(({ text }) => isAfter(text, today))
  if (later !== undefined) {
    return { column: later.column, says: `${later.text} is after today (${today})` }
  }
  const issueDays = issueDaysOf(row)
  const starts = periodStarts.flatMap(({ text }) => dayOf(text) ?? [])
  for (const { column, text } of periodEnds) {
    const end = dayOf(text)
    if (end === undefined) continue
    if (today !== null && end > today) return { column, says: `${end} is after today (${today})` }
    const early = issueDays.find(({ day }) => day < end)
    if (early !== undefined) {
      return { column, says: `${end} is after the issuance (${early.day})` }
    }
    const laterStart = starts.find((start) => start > end)
    if (laterStart !== undefined) {
      return { column, says: `${end} is before its start (${laterStart})` }
    }
  }
  return null
}
