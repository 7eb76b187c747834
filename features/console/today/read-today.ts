// Reads the figures of the day, and the last 30 days for charts: only those of parts that the roles may read.

import type { ConsoleServices } from '#features/console/console-services.ts'
import { firstIdAt, startOfDay } from '#features/console/moment-ids.ts'
import { readProgrammes } from '#features/console/programmes/console-programmes.ts'
import type { Today } from '#features/console/today/today-calls.ts'
import { countUnconfirmed } from '#features/retirements/confirmation-queries.ts'
import { listDue } from '#features/retirements/list-due.ts'
import { nextRetirementOf } from '#features/retirements/next-retirement.ts'
import type { StaffViewer } from '#features/staff/staff-session.ts'
import type { Db } from '#platform/database/database.ts'
import { minorToUnits } from '#values/money/money.ts'
import { type ConsolePart, mayRead } from '#values/staff/roles.ts'
import * as figures from './today-figures.ts'
import * as tiles from './today-tiles.ts'

/** Number of days in the charts, today included. */
const chartDays = 30
/** Days before the first day of the charts from which purchases are read. */
const completionDays = 7

type Tile = Today['tiles'][number]
type Day = Today['days'][number]

type TodayReader = Pick<StaffViewer, 'id' | 'roles'> & {
  /** Names of the actions that the roles may run. */
  readonly ownActions: readonly string[]
}

export async function readToday(
  services: ConsoleServices,
  { id, roles, ownActions }: TodayReader,
): Promise<Today> {
  const { db, clock } = services
  const nowMs = clock()
  const readsSales = mayRead(roles, 'purchases') && mayRead(roles, 'people')
  const readingDays = readsSales ? readDays(db, nowMs) : Promise.resolve([])
  const readings: readonly (readonly [ConsolePart, () => Promise<readonly Tile[]>])[] = [
    ['purchases', () => purchaseTiles(db)],
    ['disputes', async () => tiles.disputeTiles(await rowOf(figures.countDisputes(db)), nowMs)],
    ['approvals', () => approvalTiles(db, { id, roles, ownActions })],
    ['people', () => peopleTiles(db)],
    ['retirement', () => retirementTiles(services, nowMs)],
    ['catalogue', async () => [await readStockTile(db, readingDays)]],
    ['programmes', async () => [tiles.programmesTile(await readProgrammes(db, roles))]],
    ['today', async () => tiles.runTiles(await figures.findLastRuns(db), nowMs)],
  ]
  const [days, ...read] = await Promise.all([
    readingDays,
    ...readings.map(([part, reading]) => (mayRead(roles, part) ? reading() : [])),
  ])
  return { tiles: [...dayTiles(days), ...read.flat()], days }
}

/** Returns the row of a figure, which is always there. */
async function rowOf<Row>(reading: Promise<Row | null>): Promise<Row> {
  const row = await reading
  if (row === null) throw new Error('a figure has no row')
  return row
}

async function purchaseTiles(db: Db): Promise<Tile[]> {
  const [open, refunds] = await Promise.all([
    rowOf(figures.countOpenPurchases(db)),
    rowOf(figures.countRefunds(db)),
  ])
  return [tiles.openPurchasesTile(open), ...tiles.refundTiles(refunds)]
}

async function peopleTiles(db: Db): Promise<Tile[]> {
  const [codes, dead] = await Promise.all([
    rowOf(figures.sumCodes(db)),
    rowOf(figures.countDeadMessages(db)),
  ])
  return [tiles.codesTile(codes.sends, codes.conversions), tiles.deadMessagesTile(dead.count)]
}

/** Counts the requests that the list of approvals shows. */
async function approvalTiles(db: Db, { id, roles, ownActions }: TodayReader): Promise<Tile[]> {
  const isAdmin = roles.includes('admin')
  const { count, oldest_at } = await rowOf(figures.countApprovals(db, isAdmin, id, ownActions))
  return [tiles.approvalsTile(count, oldest_at)]
}

async function readStockTile(db: Db, readingDays: Promise<readonly Day[]>): Promise<Tile> {
  const [stock, days] = await Promise.all([rowOf(figures.readStock(db)), readingDays])
  const soldKg = days.reduce((sum, { kilograms }) => sum + kilograms, 0)
  return tiles.stockTile(stock, soldKg / chartDays)
}

async function retirementTiles(services: ConsoleServices, nowMs: number): Promise<Tile[]> {
  const [due, counts] = await Promise.all([readDue(services, nowMs), countUnconfirmed(services.db)])
  return [tiles.retirementTile(due), ...tiles.registryListTiles(counts)]
}

async function readDue({ db, settings }: ConsoleServices, nowMs: number) {
  const due = await listDue(db)
  const tonnes = due.reduce((sum, { dueTonnes }) => sum + dueTonnes, 0)
  const [oldest] = due
    .flatMap(({ dueSince }) => dueSince ?? [])
    .toSorted((one, other) => one.getTime() - other.getTime())
  if (oldest === undefined) return { tonnes, by: null, isOverdue: false }
  const time = { retirementDays: settings.retirementDays, now: new Date(nowMs) }
  const { by, isOverdue } = nextRetirementOf(oldest, time)
  return { tonnes, by, isOverdue }
}

/** Returns the last 30 days, oldest first, with a row for each day. */
async function readDays(db: Db, nowMs: number): Promise<Day[]> {
  const since = startOfDay(nowMs, chartDays - 1)
  const firstId = firstIdAt(startOfDay(nowMs, chartDays - 1 + completionDays))
  const [sales, signUps] = await Promise.all([
    figures.sumSales(db, firstId, since),
    figures.countSignUps(db, since),
  ])
  const salesByDay = Map.groupBy(sales, ({ day }) => day)
  const signUpsByDay = new Map(signUps.map(({ day, sign_ups }) => [day, sign_ups]))
  return Array.from({ length: chartDays }, (_, index) => {
    const day = startOfDay(nowMs, chartDays - 1 - index)
      .toISOString()
      .slice(0, 10)
    const rows = salesByDay.get(day) ?? []
    return {
      day,
      purchases: rows.reduce((sum, { purchases }) => sum + purchases, 0),
      kilograms: rows.reduce((sum, { kilograms }) => sum + kilograms, 0),
      sign_ups: signUpsByDay.get(day) ?? 0,
      sums: rows.map(({ currency, total_minor }) => ({
        currency,
        amount: minorToUnits(total_minor),
      })),
    }
  })
}

function dayTiles(days: readonly Day[]): Tile[] {
  const today = days.at(-1)
  return today === undefined ? [] : [...tiles.salesTiles(today), tiles.signUpsTile(today)]
}
