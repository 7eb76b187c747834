// Lists for the console what is due for retirement, by batch.
import { sqlShownName } from '#features/catalogue/show-projects.ts'
import type { DueRow } from '#features/console/catalogue/console-catalogue-calls.ts'
import { type SortOf, sortRows } from '#features/console/sorted-pages.ts'
import { type DueBatch, listDue } from '#features/retirements/list-due.ts'
import { kgOf, tonneKg } from '#features/retirements/place-ranges.ts'
import {
  type ConsolePage,
  consolePageAfter,
  isBadKey,
  type PageQuery,
  uuidKeyOf,
} from '#features/staff/console-page.ts'
import type { Db } from '#platform/database/database.ts'
import { statement } from '#platform/database/statement.ts'
import type { Problem } from '#values/problem.ts'
import { fold } from '#values/text/fold.ts'

const findNames = statement(
  'console-projects-of-batches',
  { id: 'uuid', project: 'text' },
  `select b.id, ${sqlShownName('p')} as project from batches b join projects p on p.id = b.project_id
   where b.id = any($1::uuid[])`,
).rows<[batchIds: readonly string[]]>()

/** A due batch with the name of its project as the product shows it. */
type NamedBatch = DueBatch & { readonly project: string }

const keys = {
  serial_number: ({ batch }: DueBatch) => batch.serial_number,
  project: ({ project }: NamedBatch) => fold(project),
  due_tonnes: ({ dueTonnes }: DueBatch) => dueTonnes,
  held_back_tonnes: ({ heldBack }: DueBatch) => kgOf(heldBack),
  sold_tonnes: ({ soldTonnes }: DueBatch) => soldTonnes,
  retired_tonnes: ({ retiredTonnes }: DueBatch) => retiredTonnes,
} as const

/** Returns a page: the batch with the oldest due tonne first. Problem: `bad_request` for an invalid key. */
export async function listConsoleDue(
  db: Db,
  query: PageQuery & { readonly sort?: SortOf<keyof typeof keys> | undefined },
): Promise<ConsolePage<DueRow> | Problem<'bad_request'>> {
  const after = uuidKeyOf(query)
  if (isBadKey(after)) return after
  const { limit } = query
  const idOf = ({ batch }: DueBatch) => batch.batch_id
  const batches = await listDue(db)
  const names = await findNames(db, batches.map(idOf))
  const nameOf = new Map(names.map(({ id, project }) => [id, project]))
  const named = batches.map((each): NamedBatch => {
    return { ...each, project: nameOf.get(idOf(each)) ?? each.batch.project }
  })
  const due = sortRows(named.toSorted(byAge), query.sort, keys)
  const { rows, next } = consolePageAfter(due, { limit, after }, idOf)
  return {
    rows: rows.map(({ batch, project, soldTonnes, retiredTonnes, dueTonnes, ...row }) => ({
      ...{ registry: batch.registry, project, serial_number: batch.serial_number },
      sold_tonnes: Math.floor(soldTonnes),
      retired_tonnes: retiredTonnes,
      due_tonnes: dueTonnes,
      due_since: row.dueSince?.toISOString() ?? null,
      held_back_tonnes: kgOf(row.heldBack) / tonneKg,
    })),
    next,
  }
}

/** Sorts by the age of the oldest due tonne. Batches without one are last, by serial number. */
function byAge(one: DueBatch, other: DueBatch): number {
  const sinceOf = ({ dueSince }: DueBatch) => dueSince?.getTime() ?? Number.MAX_SAFE_INTEGER
  const difference = sinceOf(one) - sinceOf(other)
  if (difference !== 0) return difference
  return one.batch.serial_number < other.batch.serial_number ? -1 : 1
}
