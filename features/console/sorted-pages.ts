// Sorts the console's lists: in the database by a statement for each column and direction, or in memory. A sort is
// the name of a column, with a hyphen before it for descending.
import type { Db } from '#platform/database/database.ts'
import { type Columns, type Row, statement } from '#platform/database/statement.ts'

export type SortOf<Column extends string> = Column | `-${Column}`

type SortedList<C extends Columns, Column extends string> = {
  readonly name: string
  readonly columns: C
  readonly select: string
  readonly tables: string
  /** SQL of the unique id, which decides between rows with the same key. */
  readonly id: string
  readonly idType?: 'uuid' | 'text'
  /** SQL condition. Its values begin with `$3`. */
  readonly where: string
  /** SQL of each column's key. A key is never null. */
  readonly keys: Readonly<Record<Column, string>>
}

/** Returns the function that reads the rows after the one with the id `after`. */
export function sortedPages<const C extends Columns, Column extends string>(
  list: SortedList<C, Column>,
) {
  const { name, columns, select, tables, id, idType = 'uuid', where, keys } = list
  const declare = (key: string, suffix: string, sign: '<' | '>', direction: string) =>
    statement(
      `${name}-by-${suffix}`,
      columns,
      `select ${select} from ${tables}
   where ($1::${idType} is null or (${key}, ${id}) ${sign} (select ${key}, ${id} from ${tables} where ${id} = $1))
     and ${where}
   order by ${key} ${direction}, ${id} ${direction} limit $2`,
    )
  const statements = new Map(
    Object.entries<string>(keys).flatMap(([column, key]) => [
      [column, declare(key, column, '>', 'asc')] as const,
      [`-${column}`, declare(key, `${column}-down`, '<', 'desc')] as const,
    ]),
  )
  return (
    db: Db,
    sort: SortOf<Column>,
    page: { readonly after: string | null; readonly max: number },
    values: readonly unknown[],
  ): Promise<Row<C>[]> => {
    const found = statements.get(sort)
    if (found === undefined) throw new Error(`no list ${name} by ${sort}`)
    return db.run(found, [page.after, page.max, ...values])
  }
}

/** Returns rows in memory in the order of a sort. Rows with the same key keep their order. */
export function sortRows<Item, Column extends string>(
  rows: readonly Item[],
  sort: SortOf<Column> | undefined,
  keys: Readonly<Record<Column, (row: Item) => string | number>>,
): readonly Item[] {
  const isDescending = sort?.startsWith('-') === true
  const columns: Readonly<Record<string, (row: Item) => string | number>> = keys
  const keyOf = sort === undefined ? undefined : columns[sort.replace(/^-/, '')]
  if (keyOf === undefined) return rows
  const compare = (one: Item, other: Item) => {
    const [a, b] = [keyOf(one), keyOf(other)]
    if (a === b) return 0
    return a < b === isDescending ? 1 : -1
  }
  return rows.toSorted(compare)
}
