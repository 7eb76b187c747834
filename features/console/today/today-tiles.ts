// Words the figures of the day as tiles, and decides how urgent each is. Pure.
import type { ProgrammeRow } from '#features/console/programmes/console-programmes-calls.ts'
import { minuteOf } from '#features/console/shown-moment.ts'
import type { Today } from '#features/console/today/today-calls.ts'

type Tile = Today['tiles'][number]
type Level = Tile['level']
type Day = Today['days'][number]

const dayMs = 86_400_000

const grouped = (count: number) => count.toLocaleString('en-GB')

/** Returns a count with its noun, such as `1 purchase`. */
const counted = (count: number, one: string, many = `${one}s`) =>
  `${grouped(count)} ${count === 1 ? one : many}`

/** Returns the level if something is there, else `fine`. */
const levelOf = (count: number, level: Level): Level => (count > 0 ? level : 'fine')

export function salesTiles({ day, purchases, kilograms, sums }: Day): Tile[] {
  const money = sums.map(({ currency, amount }) => `${amount.toFixed(2)} ${currency}`).join(', ')
  const path = `/purchases?state=COMPLETED&since=${day}`
  const value = purchases === 0 ? 'none yet' : `${money} in ${counted(purchases, 'purchase')}`
  return [
    { id: 'sales', label: 'Sales today', value, level: 'fine', path },
    {
      id: 'kilograms',
      label: 'Kilograms sold today',
      value: `${grouped(kilograms)} kg`,
      level: 'fine',
      path,
    },
  ]
}

export function signUpsTile({ sign_ups }: Day): Tile {
  const value = counted(sign_ups, 'person', 'people')
  return { id: 'sign_ups', label: 'Sign-ups today', value, level: 'fine', path: '/people' }
}

/** Number of sent codes below which their share means little. */
const sendsMin = 50
/** Percentage of typed codes below which a range of numbers is paused, too. */
const typedMinPercent = 20

export function codesTile(sends: number, conversions: number): Tile {
  const percent = sends === 0 ? null : Math.round((conversions / sends) * 100)
  const isLow = percent !== null && sends >= sendsMin && percent < typedMinPercent
  return {
    id: 'codes',
    label: 'Codes that were typed',
    value: percent === null ? 'no codes yet' : `${percent} % of ${counted(sends, 'code')}`,
    level: isLow ? 'warning' : 'fine',
    path: null,
  }
}

type OpenByAge = {
  readonly under_10_minutes: number
  readonly under_1_hour: number
  readonly older: number
}

/** A reservation lasts minutes, so that an older one hangs at the card provider. */
export function openPurchasesTile({ under_10_minutes, under_1_hour, older }: OpenByAge): Tile {
  const isNone = under_10_minutes + under_1_hour + older === 0
  return {
    id: 'open_purchases',
    label: 'Open purchases',
    value: isNone
      ? 'none'
      : `${under_10_minutes} under 10 min, ${under_1_hour} under 1 h, ${older} older`,
    level: levelOf(older, 'warning'),
    path: '/purchases?state=PENDING',
  }
}

type RefundCounts = {
  readonly under_way: number
  /** Those under way that the bank delays. */
  readonly pending: number
  readonly failed: number
  readonly reinstated: number
}

export function refundTiles({ under_way, pending, failed, reinstated }: RefundCounts): Tile[] {
  return [
    {
      id: 'refunds_failed',
      label: 'Refunds that failed',
      value: counted(failed, 'purchase'),
      level: levelOf(failed, 'alarm'),
      path: '/disputes?kind=refund_failed',
    },
    {
      id: 'refunds_owed',
      label: 'Money that a bank returned, owed to buyers',
      value: counted(reinstated, 'purchase'),
      level: levelOf(reinstated, 'alarm'),
      path: '/disputes?kind=reinstated',
    },
    {
      id: 'refunds_pending',
      label: 'Refunds that the bank delays',
      value: counted(pending, 'purchase'),
      level: levelOf(pending, 'alarm'),
      path: '/disputes?kind=refund_pending',
    },
    {
      id: 'refunds_under_way',
      label: 'Refunds under way, delayed or not',
      value: counted(under_way, 'purchase'),
      level: 'fine',
      path: '/disputes?kind=refund_under_way',
    },
  ]
}

/** Days before the deadline of a dispute from which it is an alarm. */
const deadlineDays = 3

type DisputeFigures = {
  readonly open: number
  readonly next_due_at: Date | null
  readonly warnings: number
}

export function disputeTiles(
  { open, next_due_at: dueAt, warnings }: DisputeFigures,
  nowMs: number,
): Tile[] {
  const isNear = dueAt !== null && dueAt.getTime() - nowMs < deadlineDays * dayMs
  const deadline = dueAt === null ? '' : `, evidence due ${minuteOf(dueAt)}`
  return [
    {
      id: 'disputes',
      label: 'Open disputes',
      value: open === 0 ? 'none' : `${open}${deadline}`,
      level: levelOf(open, isNear ? 'alarm' : 'warning'),
      path: '/disputes',
    },
    {
      id: 'fraud_warnings',
      label: 'New fraud warnings',
      value: counted(warnings, 'warning'),
      level: levelOf(warnings, 'warning'),
      path: '/disputes?kind=fraud_warning',
    },
  ]
}

type DueFigures = {
  readonly tonnes: number
  /** The last day for the oldest due tonne, in UTC; null if none is due. */
  readonly by: string | null
  readonly isOverdue: boolean
}

export function retirementTile({ tonnes, by, isOverdue }: DueFigures): Tile {
  return {
    id: 'retirement',
    label: 'Tonnes to retire',
    value: by === null ? 'none' : `${grouped(tonnes)} t, the oldest by ${by}`,
    level: isOverdue ? 'alarm' : 'fine',
    path: '/retirement',
  }
}

/** Returns a tile if the registries' newest lists and the records differ, otherwise none. */
export function registryListTiles(counts: {
  readonly unlisted_kg: number
  readonly unrecorded_batches: number
}): Tile[] {
  const { unlisted_kg: unlistedKg, unrecorded_batches: batches } = counts
  const parts = [
    ...(unlistedKg > 0 ? [`${grouped(unlistedKg / 1_000)} t recorded and not listed`] : []),
    ...(batches > 0 ? [`${counted(batches, 'batch', 'batches')} not recorded`] : []),
  ]
  if (parts.length === 0) return []
  const tile = { id: 'registry_lists', label: 'Lists of registries', value: parts.join(', ') }
  return [{ ...tile, level: 'alarm', path: '/retirement/recorded' }]
}

/** Days of sales that the stock should cover. Fewer are a warning, or an alarm. */
const coveredDays = { warning: 30, alarm: 7 } as const

type StockFigures = {
  readonly available_kg: number
  /** Number of featured projects without any kilogram for sale. */
  readonly sold_out: number
}

/** `dailyKg` are the kilograms sold a day; 0 if the roles may not read them. */
export function stockTile({ available_kg, sold_out }: StockFigures, dailyKg: number): Tile {
  const covers = (days: number) => available_kg > 0 && available_kg >= dailyKg * days
  const missing = sold_out === 0 ? '' : `; ${counted(sold_out, 'featured project')} sold out`
  const isLow = sold_out > 0 || !covers(coveredDays.warning)
  return {
    id: 'stock',
    label: 'Kilograms for sale',
    value: `${grouped(available_kg)} kg${missing}`,
    level: covers(coveredDays.alarm) ? (isLow ? 'warning' : 'fine') : 'alarm',
    path: '/catalogue/batches?offer=offered',
  }
}

export function deadMessagesTile(count: number): Tile {
  return {
    id: 'dead_messages',
    label: 'Messages that could not be sent',
    value: counted(count, 'message'),
    level: levelOf(count, 'warning'),
    path: null,
  }
}

type LastRun = {
  readonly task: string
  readonly ended_at: Date
  readonly ok: boolean
  readonly succeeded_at: Date | null
}

const watchedTasks = { backup: 'Last backup', 'ledger check': 'Last check of the ledger' } as const
/** Age of a task's last run above which it is an alarm, as in deploy/monitoring/alerts.yaml. */
const runMaxMs = 2 * dayMs

/** Returns a tile for each task. A task that never ran is a warning: a new machine has no timers yet. */
export function runTiles(runs: readonly LastRun[], nowMs: number): Tile[] {
  return Object.entries(watchedTasks).map(([task, label]): Tile => {
    const id = task.replace(' ', '_')
    const run = runs.find((each) => each.task === task)
    if (run === undefined) return { id, label, value: 'never', level: 'warning', path: null }
    const { ended_at: endedAt, ok, succeeded_at: succeededAt } = run
    const isLate = nowMs - endedAt.getTime() > runMaxMs
    const success = succeededAt === null ? 'never well' : `last well ${minuteOf(succeededAt)}`
    return {
      id,
      label,
      value: ok ? minuteOf(endedAt) : `failed ${minuteOf(endedAt)}, ${success}`,
      level: ok && !isLate ? 'fine' : 'alarm',
      path: null,
    }
  })
}

/** Share of a day limit, or of funds and line, from which a programme is near its limit. */
const nearRatio = 0.8

export function programmesTile(programmes: readonly ProgrammeRow[]): Tile {
  const near = programmes.filter((each) => each.state === 'open' && usedRatio(each) >= nearRatio)
  const isSpent = near.some((each) => usedRatio(each) >= 1)
  return {
    id: 'programmes',
    label: 'Programmes near a limit',
    value: near.length === 0 ? 'none' : near.map(({ id }) => id).join(', '),
    level: levelOf(near.length, isSpent ? 'alarm' : 'warning'),
    path: '/programmes',
  }
}

/** Returns the largest used share of the programme's day limit, and of its funds and line by currency. */
function usedRatio({ day_limit, given_today, funds }: ProgrammeRow): number {
  const ofDay = day_limit === null || day_limit === 0 ? 0 : given_today / day_limit
  const ofFunds = funds.map(({ paid_in, line, left }) => {
    const most = Math.max(paid_in, 0) + line
    return most === 0 ? 0 : 1 - left / most
  })
  return Math.max(0, ofDay, ...ofFunds)
}

export function approvalsTile(count: number, oldestAt: Date | null): Tile {
  const since = oldestAt === null ? '' : `, the oldest since ${minuteOf(oldestAt)}`
  return {
    id: 'approvals',
    label: 'Requests that wait for approval',
    value: count === 0 ? 'none' : `${count}${since}`,
    level: levelOf(count, 'warning'),
    path: '/approvals?state=waiting',
  }
}
