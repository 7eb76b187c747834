// Types of an operator's command: its name, its arguments and its result. `lines` is the result for
// people, `json` the same for programs.
import type { Access } from '#operator/access.ts'
import type { Actor } from '#operator/actor.ts'
import type { Database } from '#platform/database/database.ts'
import type { Settings } from '#server/settings/settings.ts'

export type Context = {
  readonly db: Database
  /** The serving database. It differs from `db` only for commands with `readsAll`. */
  readonly servingDb: Database
  readonly settings: Settings
  /** The caller of the command. */
  readonly actor: Actor
  /** The database's address, for commands that open their own connections. */
  readonly databaseUrl: string
  /** Reports progress to people, never to a program. */
  readonly say: (line: string) => void
  /** Prints a line of a long result, or a file as its bytes, before the command ends. For people only. */
  readonly print: (part: string | Uint8Array) => void
  /** True if the result is for a program. Then `json` must contain the whole result. */
  readonly asJson: boolean
  /** Arguments after the command's name, without options. */
  readonly words: readonly string[]
  /** Values of the declared options, such as `--name NAME`. */
  readonly options: Readonly<Record<string, string | undefined>>
  /** Values of the declared repeatable options; empty by default. */
  readonly lists: Readonly<Record<string, readonly string[]>>
  /** The given options without a value, such as `--accept-jump`. */
  readonly flags: ReadonlySet<string>
}

export type Outcome = {
  /** If false, the program exits with code 1, or with 2 if `isMisuse` is true. */
  readonly ok: boolean
  readonly isMisuse?: boolean
  /** True if the outcome has its row of the audit trail already. */
  readonly isRecorded?: boolean
  readonly lines: readonly string[]
  /** Lines with a secret, which `json` contains too. Only one of the two is printed. */
  readonly secretLines?: readonly string[]
  readonly json: object
}

/** `Own` is what the command needs in addition to the common context. */
export type Command<Own extends Context = Context> = {
  /** The command's name as it is typed, such as `demo seed`. */
  readonly name: string
  /** The callers that may run it. */
  readonly access: Access
  /**
   * Arguments and options, such as `FILE [--dry]`. An optional part is in brackets; a
   * repeatable part ends in dots. The parser reads this text.
   */
  readonly usage: string
  /** The arguments of a call, for `--help`; empty for a command without arguments. */
  readonly example: string
  /** Describes the effect of the command, for `--help`. */
  readonly summary: string
  /** The purpose of each option that commonOptions of read-call.ts lacks, for `--help`. */
  readonly optionTexts?: Readonly<Record<string, string>>
  /** If true, runs without migrating the schema. Before every other command the newest migrations run. */
  readonly keepsSchema?: boolean
  /**
   * True for a command that only reads, and reads all data. It uses OPERATOR_DATABASE_URL if that is
   * set.
   */
  readonly readsAll?: boolean
  /** If true, waits for the database, for commands that are part of a start. */
  readonly awaitsDatabase?: boolean
  /** If true, needs no database, so none is started. */
  readonly needsNoDatabase?: boolean
  /** If true, writes its own audit row when it shows a person or a purchase. */
  readonly recordsRead?: boolean
  /** If true, `--by` is the command's own option, and names no author. */
  readonly hasOwnBy?: boolean
  /** If true, writes its own audit row before it begins, and its end afterwards (signed-command.ts). */
  readonly writesOutcome?: boolean
  /** The file argument: the index of its word or the name of its option. */
  readonly file?: { readonly at: number | string; readonly use: 'read' | 'write' }
  readonly run: (context: Own) => Promise<Outcome>
}

/**
 * Parses `usage` into arguments and options. For each option: whether it has a value, and whether it is
 * repeatable.
 */
export function argumentsOf(usage: string) {
  const [words = ''] = usage.split(/\[?--/)
  const optionMatches = [...usage.matchAll(/--([a-z-]+)( [A-Z]\w*)?(\]\.{3})?/g)]
  const namesOf = (hasValue: boolean, isRepeatable: boolean) =>
    optionMatches
      .filter(
        ([, , value, dots]) =>
          hasValue === (value !== undefined) && isRepeatable === (dots !== undefined),
      )
      .map(([, name = '']) => name)
  return {
    /** Options outside brackets. */
    required: [...usage.replace(/\[[^\]]*\]/g, '').matchAll(/--([a-z-]+)/g)].map(
      ([, name = '']) => name,
    ),
    values: new Map(optionMatches.map(([, name = '', value = '']) => [name, value.trim()])),
    words: words.match(/"[^"]*"|\S+/g) ?? [],
    options: namesOf(true, false),
    repeatable: namesOf(true, true),
    flags: namesOf(false, false),
  }
}
