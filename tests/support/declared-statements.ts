// Loads every statement of the product with the file that declares it, and reads which tables SQL names.
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

/** A file's statements: by their names, and by templates of names, which match whole names. */
type Declarations = {
  readonly file: string
  readonly names: readonly string[]
  readonly templates: readonly { readonly pattern: RegExp; readonly fixedLength: number }[]
}

/** The product's TypeScript, without tests and without the browser's half. */
export function productFiles(): string[] {
  const args = ['ls-files', '-co', '--exclude-standard', ...folders]
  return execFileSync('git', args, { encoding: 'utf8' })
    .split('\n')
    .filter((file) => /(?<!\.test|\.d)\.ts$/.test(file) && !/\/web\//.test(file))
}

/** The prefix that each function that declares statements gives to its name. */
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
  const used = [...new Set(calls.map(([, caller = '']) => prefixes[caller] ?? ''))]
  const templates = [...source.matchAll(/`([^`\s]*\$\{[^`\s]*)`/g)].flatMap(([, template = '']) =>
    used.map((prefix) => patternOf(`${prefix}${template}`)),
  )
  return { file, names, templates }
}

function patternOf(template: string) {
  const fixed = template.split(/\$\{[^}]*\}/).map((part) => part.replace(/[^\w-]/g, '\\$&'))
  return { pattern: new RegExp(`^${fixed.join('.+')}$`), fixedLength: fixed.join('').length }
}

/** Loads all files that declare statements. Returns the statements with the file of each. */
export async function loadStatements(): Promise<{
  readonly fileOf: ReadonlyMap<string, string>
  readonly statements: readonly Statement[]
  /** Names that no file declares, and names that files declare and no module does. */
  readonly unknown: readonly string[]
}> {
  const declarations = productFiles().flatMap((file) => declarationsOf(file) ?? [])
  for (const { file } of declarations) await import(resolve(file))
  const fileOf = new Map<string, string>()
  for (const { file, names } of declarations) for (const name of names) fileOf.set(name, file)
  const undeclared = [...fileOf.keys()].filter((name) => !declaredStatements.has(name))
  const statements = [...declaredStatements.values()]
  for (const { name } of statements) {
    const file = fileOf.get(name) ?? fileOfTemplate(declarations, name)
    if (file !== null) fileOf.set(name, file)
  }
  const unnamed = statements.map(({ name }) => name).filter((name) => !fileOf.has(name))
  return { fileOf, statements, unknown: [...undeclared, ...unnamed] }
}

/** The file whose template says most of a name; null where two say as much, or none matches. */
function fileOfTemplate(declarations: readonly Declarations[], name: string): string | null {
  const matches = declarations.flatMap(({ file, templates }) =>
    templates
      .filter(({ pattern }) => pattern.test(name))
      .map(({ fixedLength }) => ({ file, fixedLength })),
  )
  const most = Math.max(...matches.map(({ fixedLength }) => fixedLength))
  const files = new Set(
    matches.filter((match) => match.fixedLength === most).map(({ file }) => file),
  )
  const [file] = files
  return files.size === 1 && file !== undefined ? file : null
}

/** SQL without comments and the content of text literals. A partition is its table. */
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

/** The tables among `tables` that SQL writes. */
export function writtenTables<Table extends string>(
  sql: string,
  tables: readonly Table[],
): Table[] {
  const written = new Set([...bareSql(sql).matchAll(targets)].map(([, table]) => table))
  return tables.filter((table) => written.has(table))
}

/** The tables among `tables` that SQL names; a name after a point is a column or another schema's table. */
export function namedTables<Table extends string>(sql: string, tables: readonly Table[]): Table[] {
  const words = new Set(bareSql(sql).match(/(?<![.\w])\w+/g))
  return tables.filter((table) => words.has(table))
}
