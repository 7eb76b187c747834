// Loads every statement of the product with the file that declares it. Also lists the tables that a
// text of SQL names or writes.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { declaredStatements, type Statement } from '#platform/database/statement.ts'

const folders = [
  'embedded-postgres',
  'features',
  'ledger',
  'operator',
  'platform',
  'providers',
  'server',
]

/** The statements of a file: their literal names, and the templates from which code builds names. */
type Declarations = {
  readonly file: string
  readonly names: readonly string[]
  readonly templates: readonly { readonly pattern: RegExp; readonly fixedLength: number }[]
}

/** Returns the product's TypeScript files, without tests and without the code of the web app. */
export function productFiles(): string[] {
  const args = ['ls-files', '-co', '--exclude-standard', ...folders]
  return execFileSync('git', args, { encoding: 'utf8' })
    .split('\n')
    .filter((file) => /(?<!\.test|\.d)\.ts$/.test(file) && !/\/web\//.test(file))
}

/** Functions that declare statements, each with the prefix that it puts before a name. */
const prefixes: Readonly<Record<string, string>> = {
  statement: '',
  comparison: 'ledger-check-',
  tidying: 'tidy-',
}

function declarationsOf(file: string): Declarations | null {
  const source = readFileSync(file, 'utf8')
  const calls = [...source.matchAll(/\b(statement|comparison|tidying)\((?:\s*'([\w -]+)')?/g)]
  if (calls.length === 0) return null
  const names = calls.flatMap(([, caller = '', name]) =>
    name === undefined ? [] : [`${prefixes[caller]}${name}`],
  )
  const usedPrefixes = [...new Set(calls.map(([, caller = '']) => prefixes[caller] ?? ''))]
  const templates = [...source.matchAll(/`([^`\s]*\$\{[^`\s]*)`/g)].flatMap(([, template = '']) =>
    usedPrefixes.map((prefix) => patternOf(`${prefix}${template}`)),
  )
  return { file, names, templates }
}

function patternOf(template: string) {
  const fixed = template.split(/\$\{[^}]*\}/).map((part) => part.replace(/[^\w-]/g, '\\$&'))
  return { pattern: new RegExp(`^${fixed.join('.+')}$`), fixedLength: fixed.join('').length }
}

/** Imports all files that declare statements. Returns the statements, and the file of each by name. */
export async function loadStatements(): Promise<{
  readonly fileOf: ReadonlyMap<string, string>
  readonly statements: readonly Statement[]
  /** Names of loaded statements without a known file, and names in files that no module declared. */
  readonly unknown: readonly string[]
}> {
  const declarations = productFiles().flatMap((file) => declarationsOf(file) ?? [])
  for (const { file } of declarations) await import(resolve(file))
  const fileOf = new Map<string, string>()
  for (const { file, names } of declarations) for (const name of names) fileOf.set(name, file)
  const notLoaded = [...fileOf.keys()].filter((name) => !declaredStatements.has(name))
  const statements = [...declaredStatements.values()]
  for (const { name } of statements) {
    const file = fileOf.get(name) ?? fileOfTemplate(declarations, name)
    if (file !== null) fileOf.set(name, file)
  }
  const withoutFile = statements.map(({ name }) => name).filter((name) => !fileOf.has(name))
  return { fileOf, statements, unknown: [...notLoaded, ...withoutFile] }
}

/**
 * Returns the file whose matching template has the longest fixed part. Returns null if none matches or
 * if templates of several files are equally long.
 */
function fileOfTemplate(declarations: readonly Declarations[], name: string): string | null {
  const matches = declarations.flatMap(({ file, templates }) =>
    templates
      .filter(({ pattern }) => pattern.test(name))
      .map(({ fixedLength }) => ({ file, fixedLength })),
  )
  const maxLength = Math.max(...matches.map(({ fixedLength }) => fixedLength))
  const files = new Set(
    matches.filter((match) => match.fixedLength === maxLength).map(({ file }) => file),
  )
  const [file] = files
  return files.size === 1 && file !== undefined ? file : null
}

/**
 * Returns SQL without comments, quotes, schema `public` and the content of text literals. Names of
 * partitions become the names of their tables.
 */
const bareSql = (sql: string) =>
  sql
    .replace(/\/\*[\s\S]*?\*\//g, ' ')
    .replace(/--.*$/gm, ' ')
    .replace(/'[^']*'/g, "''")
    .replace(/\bpublic\./g, '')
    .replace(/\b(kg|money)_postings_\d+\b/g, '$1_postings')
    .replaceAll('"', '')

const targets =
  /\b(?:insert\s+into|update|delete\s+from|merge\s+into|truncate(?:\s+table)?|copy)\s+(?:only\s+)?([a-z_]\w*)\b(?!\.)/gi

/** Returns those of `tables` that the SQL writes. */
export function writtenTables<Table extends string>(
  sql: string,
  tables: readonly Table[],
): Table[] {
  const targetTables = new Set([...bareSql(sql).matchAll(targets)].map(([, table]) => table))
  return tables.filter((table) => targetTables.has(table))
}

/** Returns those of `tables` that the SQL names. Ignores names after a point: columns and other schemas. */
export function namedTables<Table extends string>(sql: string, tables: readonly Table[]): Table[] {
  const names = new Set(bareSql(sql).match(/(?<![.\w])\w+/g))
  return tables.filter((table) => names.has(table))
}
