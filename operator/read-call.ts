// Parses the operator's command line into a command with its arguments and options. A mistake gives an
// error message with the correct form.
import { CommanderError, Command as Parser } from 'commander'
import { argumentsOf, type Command } from '#operator/commands/command.ts'
import { holdsUnseen } from '#values/text/unseen-characters.ts'

export type Call = {
  readonly command: Command
  readonly words: readonly string[]
  readonly options: Readonly<Record<string, string | undefined>>
  readonly lists: Readonly<Record<string, readonly string[]>>
  readonly flags: ReadonlySet<string>
}

const program = 'npm run operator --'
const closingLines = [
  'With --json, the standard output holds JSON only.',
  'npm prints two lines of its own first; npm run -s leaves them out.',
]

/** The error of an invalid command line. `message` names the mistake, `help` shows the correct form. */
export class UsageError extends Error {
  override name = 'UsageError'
  readonly help: string

  constructor(message: string, help: string) {
    super(message)
    this.help = help
  }
}

/** Returns the help text if it is requested, else the parsed call. Throws a UsageError. */
export function readCall(commands: readonly Command[], args: readonly string[]): Call | string {
  refuseInvisible(commands, args)
  const calls: Call[] = []
  let output = ''
  const write = (text: string) => {
    output += text
  }
  const root = new Parser(program)
    .exitOverride()
    .configureOutput({ writeOut: write, writeErr: write, outputError: () => undefined })
    .showHelpAfterError()
    .configureHelp({ helpWidth: 100, showGlobalOptions: false })
  const groups = new Map<string, Parser>()
  for (const command of commands) {
    const [first = '', second] = command.name.split(' ')
    const group = groupOf(root, groups, first, second)
    const parser = withUsage(group.command(second ?? first), command)
    parser.action(() => {
      const call = callOf(command, parser)
      refuseMissing(parser, call)
      refuseBlankFile(parser, call)
      calls.push(call)
    })
  }
  root.helpInformation = () => listOf(commands)
  try {
    root.parse(args, { from: 'user' })
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    if (error.exitCode === 0) return output.trimEnd()
    const isHelp = error.code === 'commander.help'
    const mistake = isHelp ? 'Which command?' : error.message.replace(/^error: /, '')
    throw new UsageError(mistake, output.trim())
  }
  const [call] = calls
  if (call === undefined) throw new Error('a call was read without a command')
  return call
}

/**
 * Throws for an argument with invisible characters. They could forge a line of a list or of the audit
 * trail, where the text is shown later.
 */
function refuseInvisible(commands: readonly Command[], args: readonly string[]): void {
  const index = args.findIndex(holdsUnseen)
  if (index < 0) return
  const [, assignedOption] = /^(--[a-z-]+)=/.exec(args[index] ?? '') ?? []
  const previousArgument = args[index - 1]
  const isValue = commands.some(({ usage }) =>
    argumentsOf(usage).options.some((name) => `--${name}` === previousArgument),
  )
  const name = assignedOption ?? (isValue ? previousArgument : undefined) ?? 'An argument'
  const sentence = `${name} holds a control character, or one that no reader sees: leave it out.`
  throw new UsageError(sentence, '')
}

/**
 * Returns the group of a command: `purchases` of `purchases list`. A command of one word is its own
 * group.
 */
function groupOf(
  root: Parser,
  groups: Map<string, Parser>,
  first: string,
  second: string | undefined,
): Parser {
  if (second === undefined) return root
  const group = groups.get(first) ?? root.command(first)
  groups.set(first, group)
  return group
}

/** The purpose of options that many commands share. */
const commonOptions: Readonly<Record<string, string>> = {
  by: 'the person for whom root gives the command, or system for a timer; a member of staff leaves it out',
  reason: 'why, for the audit trail; it keeps no phone number',
  currency: 'the currency of the amount, such as GBP',
  since: 'a day or time in UTC, such as 2026-05-31: only what is not older',
  'show-phone': 'shows phone numbers in full, which the audit trail records',
}

function withUsage(parser: Parser, command: Command) {
  const { usage, summary, example, optionTexts = {} } = command
  const { words, values, options, repeatable, flags } = argumentsOf(usage)
  const textOf = (name: string) => optionTexts[name] ?? commonOptions[name] ?? ''
  parser.description(summary).usage(usage)
  const exampleCall = `${program} ${command.name} ${example}`.trim()
  parser.addHelpText('after', `\nExample:\n  ${exampleCall}`)
  for (const word of words) parser.argument(word.startsWith('[') ? word : `<${word}>`)
  const withValue = (name: string) => `--${name} <${values.get(name)}>`
  for (const name of options) parser.option(withValue(name), textOf(name))
  for (const name of repeatable) {
    const add = (value: string, earlier: string[] = []) => [...earlier, value]
    parser.option(withValue(name), textOf(name), add)
  }
  for (const name of flags) parser.option(`--${name}`, textOf(name))
  refuseRepetition(parser, [...options, ...flags])
  return parser.allowExcessArguments(namesPerson(words))
}

/** Refuses a second use of an option, because its author may have meant either value. */
function refuseRepetition(parser: Parser, names: readonly string[]): void {
  const seen = new Set<string>()
  for (const name of names) {
    parser.on(`option:${name}`, () => {
      if (seen.has(name)) parser.error(`error: option '--${name}' may be given once only`)
      seen.add(name)
    })
  }
}

/** Refuses a call without a required option, after the parser has refused one without an argument. */
function refuseMissing(parser: Parser, { command, options, flags }: Call): void {
  const { required, values } = argumentsOf(command.usage)
  // A preview needs no reason, as in the console.
  const isNeeded = (name: string) => name !== 'reason' || !flags.has('preview')
  const missing = required.filter(isNeeded).find((name) => options[name] === undefined)
  if (missing === undefined) return
  parser.error(`error: --${missing} ${values.get(missing)} is required.`)
}

/** Refuses a file or a folder with a blank name, which would be the present folder or a file without a name. */
function refuseBlankFile(parser: Parser, { command, words, options }: Call): void {
  const usage = argumentsOf(command.usage)
  const word = usage.words.find((name, index) => isFileName(name) && words[index]?.trim() === '')
  if (word !== undefined) parser.error(`error: ${word} is empty.`)
  for (const [name, value] of usage.values) {
    if (isFileName(value) && options[name]?.trim() === '') {
      parser.error(`error: --${name} is empty.`)
    }
  }
}

const isFileName = (name: string) => /^(?:FILE|FOLDER)\b/.test(name)

function callOf(command: Command, parser: Parser): Call {
  const values = parser.options.map((option) => {
    const value: unknown = parser.getOptionValue(option.attributeName())
    return [option.name(), value] as const
  })
  const texts = values.flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value]] : [],
  )
  const lists = values.flatMap(([name, value]) =>
    Array.isArray(value) ? [[name, value.map(String)] as const] : [],
  )
  const flags = new Set(values.flatMap(([name, value]) => (value === true ? [name] : [])))
  return {
    command,
    words: wordsOf(command, parser.args),
    options: Object.fromEntries(texts),
    lists: Object.fromEntries(lists),
    flags,
  }
}

/** Returns true if the first argument is a phone number or a name, which may have spaces without quotes. */
function namesPerson([first = '']: readonly string[]): boolean {
  return /\b(PHONE|NUMBER)\b/.test(first)
}

/**
 * Returns the arguments without options. Joins the parts of a phone number or a name in the first argument:
 * `07700 900101 FILE` is a phone number and a file.
 */
function wordsOf({ usage }: Command, args: readonly string[]): readonly string[] {
  const { words } = argumentsOf(usage)
  const firstLength = args.length - (words.length - 1)
  return namesPerson(words)
    ? [args.slice(0, firstLength).join(' '), ...args.slice(firstLength)]
    : args
}

function listOf(commands: readonly Command[]): string {
  const rows = commands.map(
    ({ name, usage, summary }) => [`${name} ${usage}`.trim(), summary] as const,
  )
  const width = Math.max(...rows.map(([call]) => call.length))
  const lines = rows.map(([call, summary]) => `  ${call.padEnd(width)}  ${summary}`)
  return [`${program} <command> [--help] [--json]`, ...lines, ...closingLines, ''].join('\n')
}
