// Finds the reason why a row's units may not be sold: they are planned or used, belong to another registry's
// project, or have days or amounts that contradict each other. It reads every cell of the row. Pure.
import {
  projectNumberOf,
  projectRegistryOf,
} from '#providers/registries/projects/project-registry.ts'
import { registryOfAddress } from '#providers/registries/projects/registry-links.ts'
import type { RegistryBatch } from '#providers/registries/tables/batch-file.ts'
import { wordsOf } from '#providers/registries/tables/column-words.ts'
import { wordsOfColumn } from '#providers/registries/units/batch-columns.ts'
import type { StatedCell } from '#providers/registries/units/unit-facts.ts'
import {
  issuerOf,
  maySell,
  saysPlanned,
  unitKindOf,
} from '#providers/registries/units/unit-words.ts'
import { isRegistry, type Registry, registries } from '#values/serials/registries.ts'
import { reasonOfTimes, type Unsellable } from './time-judgement.ts'

/**
 * Returns the first reason why a row's units may not be sold, or null. `today` is a day such as `2026-11-25`;
 * null skips the checks for days in the future.
 */
export function unsellableReason(row: RegistryBatch, today: string | null): Unsellable | null {
  return (
    reasonOfStatus(row) ??
    reasonOfProduct(row) ??
    reasonOfUse(row) ??
    reasonOfAmount(row) ??
    reasonOfProject(row) ??
    reasonOfTimes(row, today)
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

function reasonOfAmount({ quantityTonnes, unit }: RegistryBatch): Unsellable | null {
  const unfit = unit.amounts.find(({ isOwn, readings }) =>
    isOwn ? !readings.includes(quantityTonnes) : readings.every((each) => each < quantityTonnes),
  )
  if (unfit === undefined) return null
  return {
    column: unfit.column,
    says: `"${unfit.text}" does not fit the row's ${quantityTonnes} t`,
  }
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
