// Declares a named SQL statement with the types of its columns, and the function that runs it. One
// declaration types the row, and lets a test compare it with PostgreSQL. The SQL must not contain values.

type ColumnTypes = {
  bool: boolean
  bpchar: string
  bytea: Buffer
  date: string
  int2: number
  'int2[]': number[]
  int4: number
  int8: number
  json: unknown
  jsonb: unknown
  numeric: string
  text: string
  'text[]': string[]
  timestamptz: Date
  uuid: string
}
type ColumnType = keyof ColumnTypes
/** The texts that a column may contain; null in the list makes the column nullable. */
type AllowedTexts = readonly (string | null)[]
/** A column's type by PostgreSQL's name. A question mark makes the column nullable. */
export type Column = ColumnType | `${ColumnType}?` | AllowedTexts
export type Columns = Readonly<Record<string, Column>>

type ValueOf<C extends Column> = C extends AllowedTexts
  ? C[number]
  : C extends `${infer T extends ColumnType}?`
    ? ColumnTypes[T] | null
    : C extends ColumnType
      ? ColumnTypes[C]
      : never

export type Row<C extends Columns> = { -readonly [K in keyof C]: ValueOf<C[K]> }

export type Statement<C extends Columns = Columns> = {
  readonly name: string
  readonly columns: C
  readonly text: string
}

/** Runs declared statements: a database or a transaction. */
export type Runner = {
  run<C extends Columns>(statement: Statement<C>, values?: readonly unknown[]): Promise<Row<C>[]>
}

/** `Values` are the values from `$1` on. `On` is `Transaction` for a statement that takes a lock. */
type QueryMaker<Result> = <Values extends unknown[] = [], On extends Runner = Runner>() => (
  on: On,
  ...values: Values
) => Promise<Result>

/** A statement that makes the function that runs it, such as `statement(…).rows<[id: string]>()`. */
type DeclaredStatement<C extends Columns> = Statement<C> & {
  readonly rows: QueryMaker<Row<C>[]>
  /** The function returns the first row, or null. */
  readonly row: QueryMaker<Row<C> | null>
  /** The function returns true if there is a row. */
  readonly found: QueryMaker<boolean>
  /** The function returns nothing. */
  readonly effect: QueryMaker<void>
}

/** The row of a statement, or of the function that runs it. */
export type RowOf<S> =
  S extends Statement<infer C>
    ? Row<C>
    : S extends (...values: never[]) => Promise<(infer R)[] | infer R>
      ? NonNullable<R>
      : never

/**
 * The smallest and the greatest UUID, which replace the missing cursor of a first page. The condition is
 * then the same for every page, uses an index, and needs one plan.
 */
export const sqlFirstUuid = `'00000000-0000-0000-0000-000000000000'`
export const sqlLastUuid = `'ffffffff-ffff-ffff-ffff-ffffffffffff'`

/** All declared statements of the process by name, for the test that prepares them. */
export const declaredStatements = new Map<string, Statement>()

/**
 * Declares a statement. `columns` are those of its result, in order; empty for a statement without
 * a result. Throws when a name is declared twice.
 */
export function statement<const C extends Columns>(
  name: string,
  columns: C,
  text: string,
): DeclaredStatement<C> {
  if (declaredStatements.has(name)) throw new Error(`statement ${name} is declared twice`)
  const declared = { name, columns, text }
  declaredStatements.set(name, declared)
  const runAll = (on: Runner, ...values: unknown[]) => on.run(declared, values)
  async function runForFirst(on: Runner, ...values: unknown[]) {
    const [row] = await on.run(declared, values)
    return row ?? null
  }
  async function runForFound(on: Runner, ...values: unknown[]) {
    return (await on.run(declared, values)).length > 0
  }
  async function runForEffect(on: Runner, ...values: unknown[]) {
    await on.run(declared, values)
  }
  return {
    ...declared,
    rows: () => runAll,
    row: () => runForFirst,
    found: () => runForFound,
    effect: () => runForEffect,
  }
}
