// Types of an operator's command: its name, its arguments and its answer. `lines` is the answer for
// people, `json` the same for programs.
import type { Database } from '#platform/database/database.ts'
import type { Settings } from '#server/settings/settings.ts'

export type Context = {
  readonly db: Database
  /** The serving database. It differs from `db` only for commands with `readsAll`. */
  readonly servingDb: Database
  readonly settings: Settings
  /** For commands that need more of the product than its database. */
  readonly databaseUrl: string
  /** Reports progress to people, never to a program. */
  readonly say: (line: string) => void
  /** Prints a part of the answer before its end, where it may be long: for people only. */
  readonly print: (line: string) => void
  /** Whether the answer is for a program: then `json` holds all of it. */
  readonly asJson: boolean
  /** Words after the command's name. */
  readonly words: readonly string[]
  /** Options such as `--name NAME`, those that the command declares. */
  readonly options: Readonly<Record<string, string | undefined>>
  /** Values of repeatable options, those that the command declares; empty by default. */
  readonly lists: Readonly<Record<string, readonly string[]>>
  /** Options without a value that were given, such as `--accept-jump`. */
  readonly flags: ReadonlySet<string>
}

export type Outcome = {
  /** False ends the program with an exit code of 1. */
  readonly ok: boolean
  readonly lines: readonly string[]
  /** Lines with a secret, which `json` contains too. Only one of the two is printed. */
  readonly secretLines?: readonly string[]
  readonly json: object
}

/** `Own` is what the command needs in addition to the common context. */
export type Command<Own extends Context = Context> = {
  /** The words that call it: `demo seed`. */
  readonly name: string
  /**
   * The words after the name and its options, such as `FILE [--by NAME] [--dry]`: an optional part is in
   * brackets, and one that may be repeated ends in dots. The parser reads them from here.
   */
  readonly takes: string
  readonly does: string
  /** The purpose of each option: the lines of its `--help`. */
  readonly explains?: Readonly<Record<string, string>>
  /** Whether it runs on the schema as it is. Before every other command the newest migrations run. */
  readonly keepsSchema?: boolean
  /** Whether it only reads, and reads all data. It then uses OPERATOR_DATABASE_URL if that is set. */
  readonly readsAll?: boolean
  /** Whether it waits for the database, as a step of a start does. */
  readonly awaitsDatabase?: boolean
  /** Whether it needs no database, and so starts none. */
  readonly needsNoDatabase?: boolean
  /** Whether it writes its audit row before it begins, and its end afterwards (signed-command.ts). */
  readonly writesOutcome?: boolean
  /** The file that the caller names, by the index of its word or the name of its option. */
  readonly file?: { readonly at: number | string; readonly use: 'read' | 'write' }
  readonly run: (context: Own) => Promise<Outcome>
}

/** Returns the words of `takes` and its options, by whether they have a value and may be repeated. */
export function argumentsOf(takes: string) {
  const [words = ''] = takes.split(/\[?--/)
  const named = [...takes.matchAll(/--([a-z-]+)( [A-Z]\w*)?(\]\.{3})?/g)]
  const namesOf = (hasValue: boolean, isRepeatable: boolean) =>
    named
      .filter(
        ([, , value, dots]) =>
          hasValue === (value !== undefined) && isRepeatable === (dots !== undefined),
      )
      .map(([, name = '']) => name)
  return {
    words: words.match(/"[^"]*"|\S+/g) ?? [],
    options: namesOf(true, false),
    repeatable: namesOf(true, true),
    flags: namesOf(false, false),
  }
}
