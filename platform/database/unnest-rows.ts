// Passes rows to a statement as one array per column. Each column is declared once, with its type and its
// source; the SQL and the values are derived from it. The declaration must not contain values. Aliases in
// SQL: passed rows are `given`; a table is its initial (`purchases p`, `wallets w`) or, if two tables of
// a statement share one, a word (`projects project`, `passports buyer`).

import type { Statement } from '#platform/database/statement.ts'
import type { Write } from '#platform/database/write.ts'

type Values = {
  bool: boolean
  bytea: Buffer
  /** `2026-11-22` */
  date: string
  int2: number
  int4: number
  int8: number
  numeric: string
  text: string
  timestamptz: Date
  uuid: string
}
type UnnestColumn<Item> = {
  [Type in keyof Values]: readonly [type: Type, value: (item: Item) => Values[Type] | null]
}[keyof Values]

/** Converts `projectId` to `project_id`. */
type SnakeCase<Name> = Name extends `${infer First}${infer Rest}`
  ? First extends Lowercase<First>
    ? `${First}${SnakeCase<Rest>}`
    : `_${Lowercase<First>}${SnakeCase<Rest>}`
  : ''

/** Columns by name. A declaration may serve several statements. */
export type Columns<Item> = Readonly<Record<string, UnnestColumn<Item>>>

/** A column for each field of `Item`, under the field's own name, so that no field is forgotten. */
export type WholeColumns<Item> = Readonly<Record<SnakeCase<keyof Item>, UnnestColumn<Item>>>

export type UnnestRows<Item> = {
  /** The column names, such as `id, quantity_kg`, in the order of their declaration. */
  readonly names: string
  /** The call such as `unnest($1::uuid[], $2::int4[])`, for statements that name its columns themselves. */
  readonly unnest: string
  /** The rows, such as `unnest(…) as given (id, quantity_kg)`, for a `from` or a `join`. */
  readonly rows: string
  /** Returns these columns of another table, such as `excluded.id, excluded.quantity_kg`. */
  namesOf(table: string, ...without: readonly string[]): string
  /** Returns `names` without some of them. Throws for an unknown name. */
  namesWithout(...without: readonly string[]): string
  /** Returns the parameter of one column, such as `$1::uuid[]`. Throws for an unknown name. */
  array(name: string): string
  /** Returns the values of the statement, from `$1` on. */
  values(items: readonly Item[]): unknown[][]
  /** Returns one write of the statement with these items, or an empty list if there are no items. */
  writes(statement: Statement, items: readonly Item[]): Write[]
}

/**
 * Derives the SQL of the columns. Call it once, at the declaration of a statement; only `values` and
 * `writes` run with each call.
 */
export function unnestRows<Item>(columns: Columns<Item>): UnnestRows<Item> {
  const arrays = new Map(
    Object.entries(columns).map(([name, [type]], index) => [name, `$${index + 1}::${type}[]`]),
  )
  const picks: readonly ((item: Item) => unknown)[] = Object.values(columns).map(([, pick]) => pick)
  const names = [...arrays.keys()].join(', ')
  const unnest = `unnest(${[...arrays.values()].join(', ')})`
  function array(name: string): string {
    const parameter = arrays.get(name)
    if (parameter === undefined) throw new Error(`no column ${name} is given`)
    return parameter
  }
  function namesExcept(without: readonly string[]): string[] {
    for (const name of without) array(name)
    return [...arrays.keys()].filter((name) => !without.includes(name))
  }
  const values = (items: readonly Item[]) => picks.map((pick) => items.map(pick))
  return {
    names,
    namesOf: (table, ...without) =>
      namesExcept(without)
        .map((name) => `${table}.${name}`)
        .join(', '),
    namesWithout: (...without) => namesExcept(without).join(', '),
    unnest,
    rows: `${unnest} as given (${names})`,
    array,
    values,
    writes: (statement, items) =>
      items.length === 0 ? [] : [{ statement, values: values(items) }],
  }
}
