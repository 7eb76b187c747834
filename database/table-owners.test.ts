// Checks that each table has one owner, that only its owner writes it, and that reads follow the order of features.
import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { featureOrder, filesOfFeature } from '#server/feature-order.ts'
import {
  loadStatements,
  namedTables,
  productFiles,
  writtenTables,
} from '#tests/support/declared-statements.ts'
import { rawWrites, sharedWrites, type Table, tableOwners } from './table-owners.ts'
import { upwardReads } from './upward-reads.ts'

const schema = readFileSync('database/schema.sql', 'utf8')
const namesInSchema = [...schema.matchAll(/^create (?:table|view) (\w+) (?:\(|as$)/gm)].flatMap(
  ([, name]) => name ?? [],
)
const isTable = (name: string): name is Table => Object.hasOwn(tableOwners, name)
const tables = Object.keys(tableOwners).filter(isTable)

/** The owner whose tables a file may write. A folder of the root that owns no table is below all features. */
function ownerOf(file: string): string {
  const feature = featureOrder.find((each) => new RegExp(filesOfFeature(each)).test(file))
  return feature ?? file.slice(0, file.indexOf('/'))
}

const order: readonly string[] = featureOrder

/** From the top: platform, then the ledger and the providers, then the features in their order. */
function placeOf(owner: string): number {
  if (owner === 'platform' || owner === 'embedded-postgres') return 0
  if (owner === 'ledger' || owner === 'providers') return 1
  const place = order.indexOf(owner)
  return place < 0 ? Number.POSITIVE_INFINITY : place + 2
}

/** Whether SQL of `owner` may read a table without an entry in upward-reads.ts. */
function mayRead(owner: string, table: Table): boolean {
  return tableOwners[table] === owner || placeOf(tableOwners[table]) < placeOf(owner)
}

let loaded: Awaited<ReturnType<typeof loadStatements>>
beforeAll(async () => {
  loaded = await loadStatements()
})
const ownerOfStatement = (name: string) => ownerOf(loaded.fileOf.get(name) ?? '/')

describe('the owners of tables', () => {
  it('cover the schema, and each is a folder', () => {
    expect(tables.toSorted()).toEqual(namesInSchema.toSorted())
    const folders = new Set(productFiles().map(ownerOf))
    expect(Object.values(tableOwners).filter((owner) => !folders.has(owner))).toEqual([])
    // A feature that featureOrder lacks.
    expect(folders.has('features')).toBe(false)
  })

  it('know the file of every statement', () => {
    expect(loaded.statements.length).toBeGreaterThan(500)
    expect(loaded.unknown).toEqual([])
    expect(loaded.fileOf.get('board-eco-top-on-primary')).toBe('features/boards/board-queries.ts')
    expect(loaded.fileOf.get('ledger-check-facts-week')).toBe(
      'features/purchases/inspect/check-scores.ts',
    )
    expect(loaded.fileOf.get('tidy-outbox')).toBe('features/messages/outbox.ts')
  })

  it('are the only writers in declared statements', () => {
    const foreign = loaded.statements.flatMap(({ name, text }) =>
      writtenTables(text, tables)
        .filter((table) => tableOwners[table] !== ownerOfStatement(name))
        .map((table) => `${name}: ${table}`),
    )
    expect(foreign.toSorted()).toEqual(namesOf(sharedWrites))
  })

  it('are the only writers in all other SQL of the sources', () => {
    const foreign = productFiles().flatMap((file) => {
      const owned = new Set(
        loaded.statements
          .filter(({ name }) => loaded.fileOf.get(name) === file)
          .flatMap(({ name }) => sharedWrites[name]?.tables ?? []),
      )
      return writtenTables(sqlOfSource(readFileSync(file, 'utf8')), tables)
        .filter((table) => tableOwners[table] !== ownerOf(file) && !owned.has(table))
        .map((table) => `${file}: ${table}`)
    })
    expect(foreign.toSorted()).toEqual(namesOf(rawWrites))
  })

  it('are read by what is below them, except in the list of upward reads', () => {
    const upward = loaded.statements.flatMap(({ name, text }) =>
      namedTables(text, tables)
        .filter((table) => !mayRead(ownerOfStatement(name), table))
        .map((table) => `${name}: ${table}`),
    )
    expect(upward.toSorted()).toEqual([...upwardReads].toSorted())
  })
})

function namesOf(writes: typeof sharedWrites): string[] {
  return Object.entries(writes)
    .flatMap(([name, { tables: written }]) => written.map((table) => `${name}: ${table}`))
    .toSorted()
}

/** Source without comments and quotes, so that SQL between quotes is read as SQL. */
function sqlOfSource(source: string): string {
  return source
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/^\s*\/\/.*$/gm, '')
    .replaceAll("'", ' ')
}

describe('the reader of SQL', () => {
  const sql = `with moved as (delete from "batch_stock" s returning *), kept as (
      insert into only public.wallets select 'batches', p.sessions from passports p)
    update outbox set state = 1 -- of rewards
    where id in (select id from purchases for update of outbox)`

  it('sees writes, also inside of a common table expression', () => {
    expect(writtenTables(sql, tables)).toEqual(['batch_stock', 'outbox', 'wallets'])
    expect(writtenTables('truncate table logs', tables)).toEqual(['logs'])
    expect(writtenTables('delete from kg_postings_0', tables)).toEqual(['kg_postings'])
    expect(writtenTables('merge into logs l using x on true', tables)).toEqual(['logs'])
  })

  it('sees every table by its name, and no text, comment or column', () => {
    const named = ['batch_stock', 'outbox', 'passports', 'purchases', 'wallets']
    expect(namedTables(sql, tables)).toEqual(named)
    expect(namedTables('insert into sandbox_cards.disputes values (1)', tables)).toEqual([])
  })

  it('knows the order of owners', () => {
    expect(ownerOf('features/purchases/states/state-sql.ts')).toBe('purchases/states')
    expect(ownerOf('features/purchases/end/end-queries.ts')).toBe('purchases')
    expect(mayRead('people', 'purchases')).toBe(false)
    expect(mayRead('ledger', 'passports')).toBe(false)
    expect(mayRead('platform', 'wallets')).toBe(false)
    expect(mayRead('activity', 'purchases')).toBe(true)
    expect(mayRead('operator', 'purchases')).toBe(true)
  })
})
