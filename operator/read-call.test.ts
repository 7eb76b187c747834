// Tests how the operator's command line reads a call: help, mistakes by name, and JSON alone where
// requested.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { argumentsOf } from '#operator/commands/command.ts'
import { commands } from '#operator/commands/commands.ts'
import { readCall } from '#operator/read-call.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/postgres.ts'
import { runOperator, runOperatorProgram } from '#tests/support/servers/run-operator.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const run = (...args: readonly string[]) => runOperator({ DATABASE_URL: database.url }, args)
/** Matches an option in the help that has a sentence of at least two words. */
const purpose = /^ {2}--\S+( <\S+>)? {2,}\S+ \S+/

/** Returns the arguments of an example, in which quotes keep blanks. */
function wordsOf(example: string): string[] {
  const words = [...example.matchAll(/"([^"]+)"|(\S+)/g)]
  return words.map(([, quoted, bare]) => String(quoted ?? bare))
}

describe('a call of the operator', () => {
  it.each([
    ['people find 07700 900101 --show-phone', ['07700 900101']],
    ['people find Ada  Lovelace', ['Ada Lovelace']],
    [
      'people export 0044 7700-900101 own.json --by me --reason why',
      ['0044 7700-900101', 'own.json'],
    ],
    [
      'people move +44 7700 900101 +447700900102 --by me --reason why',
      ['+44 7700 900101', '+447700900102'],
    ],
    ['limits clear (07700) 900101 --by me --reason why', ['(07700) 900101']],
    ['people show CP-2222-2222-2222', ['CP-2222-2222-2222']],
  ])('that names a person may write it with blanks: %s', (line, words) => {
    const call = readCall(commands, line.split(/ +/))
    expect(call).toMatchObject({ words })
  })

  it('that asks for help gets the usage of its own command', async () => {
    for (const { name } of commands) {
      const help = readCall(commands, [...name.split(' '), '--help'])
      expect(help).toContain(`Usage: npm run operator -- ${name} `)
    }
    const { code, stdout, stderr } = await run('purchases', 'refund', '--help')
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toContain('purchases refund TXID --reason TEXT')
    expect(await runOperatorProgram({}, ['--help'])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('demo seed'),
    })
  })

  it('that asks for help gets a sentence about each option, and an example that can be called', () => {
    const described: string[] = []
    for (const { name, example } of commands) {
      const help = String(readCall(commands, [...name.split(' '), '--help']))
      const options = help.split('\n').filter((line) => line.startsWith('  --'))
      for (const line of options)
        expect([name, line]).toEqual([name, expect.stringMatching(purpose)])
      described.push(...options)
      expect(help).toContain(`Example:\n  npm run operator -- ${`${name} ${example}`.trim()}`)
      const call = readCall(commands, [...name.split(' '), ...wordsOf(example)])
      expect(call).toMatchObject({ command: { name } })
    }
    expect(described.length).toBeGreaterThan(100)
  })

  it('without a required option is refused by its name, for every command', () => {
    const tried: string[] = []
    for (const { name, usage, example } of commands) {
      const words = wordsOf(example)
      for (const option of argumentsOf(usage).required) {
        const at = words.indexOf(`--${option}`)
        const call = [...name.split(' '), ...words.toSpliced(at, 2)]
        expect(() => readCall(commands, call), call.join(' ')).toThrow(
          new RegExp(`^--${option} [A-Z0-9]+ is required\\.$`),
        )
        tried.push(`${name} --${option}`)
      }
    }
    expect(tried).toEqual(expect.arrayContaining(['batches replace --with']))
    expect(tried.length).toBeGreaterThan(25)
  })

  it('with a file or a folder without a name is refused by its name, for every command', async () => {
    const { code, stderr } = await run('backup', '')
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining('FILE is empty.') })
    const tried: string[] = []
    for (const { name, usage, example } of commands) {
      const { words: names, values } = argumentsOf(usage)
      const words = wordsOf(example)
      const options = [...values].filter(([, value]) => value === 'FILE')
      for (const blank of ['', ' ', '\t']) {
        const calls = [
          ...names.flatMap((word, index) =>
            /FILE|FOLDER/.test(word) ? [[word, words.with(index, blank)] as const] : [],
          ),
          ...options.map(([option]) => {
            const at = words.indexOf(`--${option}`)
            const rest = at < 0 ? words : words.toSpliced(at, 2)
            return [`--${option}`, [...rest, `--${option}`, blank]] as const
          }),
        ]
        for (const [argument, args] of calls) {
          expect(() => readCall(commands, [...name.split(' '), ...args]), name).toThrow(
            blank === '\t' ? 'control character' : `${argument} is empty.`,
          )
          tried.push(`${name} ${argument}`)
        }
      }
    }
    expect(tried).toEqual(
      expect.arrayContaining([
        ...['backup FILE', 'drill FOLDER', 'people export FILE', 'batches import FILE|URL'],
        'projects edit --description-file',
      ]),
    )
  })

  it('with nonsense for a day, an amount, a state or a currency ends with 2, for every command', async () => {
    const tried: string[] = []
    for (const { name, usage, example } of commands) {
      for (const [option, kind] of argumentsOf(usage).values) {
        if (!/^(DATE|DAY|AMOUNT|STATE|CODE|P|C)$/.test(kind)) continue
        const words = wordsOf(example)
        const at = words.indexOf(`--${option}`)
        const rest = at < 0 ? words : words.toSpliced(at, 2)
        const { code, stdout } = await run(...name.split(' '), ...rest, `--${option}`, 'nonsense')
        tried.push(`${name} --${option}: ${code} ${stdout}`)
      }
    }
    const isTold = /^\S+ \S+ --\S+: 2 .*(--[a-z]|amount|currenc|kept in)/i
    expect(tried.filter((each) => !isTold.test(each))).toEqual([])
    expect(tried.length).toBeGreaterThan(10)
  })

  it.each([
    [['audit', 'list', '--by', ''], '--by is empty'],
    [['audit', 'list', '--about', ' '], '--about is empty'],
    [
      ['batches', 'import', 'x.csv', '--uncompared', '', '--reason', 'why'],
      '--uncompared is empty',
    ],
    [
      ['batches', 'import', 'x.csv', '--ignore-column', '', '--reason', 'why'],
      '--ignore-column is',
    ],
    [['log', 'verify', 'passport.example/log'], 'ADDRESS "passport.example/log" is no address'],
    [['log', 'verify', 'file:///etc/passwd'], 'is no address of a log'],
    [['log', 'verify', 'http://[::1]:99999/log'], 'is no address of a log'],
    [['log', 'verify', ''], 'ADDRESS "" is no address'],
    [['log', 'verify', 'https://passport.example/log', '--key', ''], '--key "" is no key'],
  ])('with an empty or impossible value ends with 2: %j', async (args, mistake) => {
    const { code, stdout } = await run(...args)
    expect({ code, stdout }).toEqual({ code: 2, stdout: expect.stringContaining(mistake) })
  })

  it('that asks for help gets no default of an option without one', () => {
    for (const { name } of commands) {
      const help = String(readCall(commands, [...name.split(' '), '--help']))
      expect(help, name).not.toMatch(/default/i)
    }
  })

  it('of an unknown command names the nearest one', async () => {
    const group = await runOperatorProgram({}, ['purchase', 'list'])
    expect(group).toMatchObject({ code: 2, stdout: '' })
    expect(group.stderr).toContain("unknown command 'purchase'\n(Did you mean purchases?)")
    const command = await run('purchases', 'lst')
    expect(command).toMatchObject({ code: 2, stdout: '' })
    expect(command.stderr).toContain("unknown command 'lst'\n(Did you mean list?)")
  })

  it('with bad arguments names them', async () => {
    const mistakes = [
      [['purchases', 'refund'], "missing required argument 'TXID'"],
      [['purchases', 'refund', 'CP-1', 'CP-2'], "too many arguments for 'refund'"],
      [
        ['purchases', 'list', '--stat', 'PENDING'],
        "unknown option '--stat'\n(Did you mean --state?)",
      ],
      [['purchases', 'list', '--state'], "option '--state <STATE>' argument missing"],
      [['purchases', 'list', '--state', 'A', '--state', 'B'], "'--state' may be given once only"],
      [['purchases'], 'Which command?'],
    ] as const
    for (const [args, mistake] of mistakes) {
      const { code, stdout, stderr } = await run(...args)
      expect({ args, code, stdout }).toEqual({ args, code: 2, stdout: '' })
      expect(stderr).toContain(mistake)
    }
  })

  it('with an option given twice is refused, unless the option is repeatable', () => {
    for (const { name, usage } of commands) {
      const { options, flags, repeatable } = argumentsOf(usage)
      const callWith = (...args: readonly string[]) => {
        return () => readCall(commands, [...name.split(' '), ...args])
      }
      const twice = 'may be given once only'
      for (const option of options) {
        const args = [`--${option}`, '1', `--${option}=2`]
        expect(callWith(...args), `${name} --${option}`).toThrow(`'--${option}' ${twice}`)
      }
      for (const flag of flags) {
        const args = [`--${flag}`, `--${flag}`]
        expect(callWith(...args), `${name} --${flag}`).toThrow(`'--${flag}' ${twice}`)
      }
      for (const option of repeatable) {
        const args = [`--${option}`, '1', `--${option}=2`]
        expect(callWith(...args), `${name} --${option}`).not.toThrow(twice)
      }
    }
  })

  it('with --json prints JSON alone, for help and mistakes too', async () => {
    const help = await run('purchases', 'refund', '--help', '--json')
    expect(help.code).toBe(0)
    expect(JSON.parse(help.stdout)).toMatchObject({
      ok: true,
      help: expect.stringContaining('purchases refund TXID'),
    })
    const mistake = await run('--json', 'purchases', 'refund')
    expect(mistake.code).toBe(2)
    expect(JSON.parse(mistake.stdout)).toEqual({
      ok: false,
      error: "missing required argument 'TXID'",
    })
  })
})

describe('invisible characters', () => {
  const sentence = 'holds a control character, or one that no reader sees: leave it out.'
  const hostile = ['\n', '\u001b[2J', '\u007f', '\u009b', '\u202e', '\u2066', '\u200b', '\u2028']

  it('are refused in every option and argument of every command, which is named', () => {
    for (const { name, usage } of commands) {
      const { options, words } = argumentsOf(usage)
      for (const sign of [...hostile, '\ud800']) {
        for (const option of options) {
          for (const args of [[`--${option}`, `a${sign}b`], [`--${option}=a${sign}b`]]) {
            const call = () => readCall(commands, [...name.split(' '), ...args])
            expect(call, `${name} --${option}`).toThrow(`--${option} ${sentence}`)
          }
        }
        if (words.length === 0) continue
        const call = () => readCall(commands, [...name.split(' '), `a${sign}b`])
        expect(call, name).toThrow(`An argument ${sentence}`)
      }
    }
  })

  it('are refused before any other mistake, and shown in no answer', async () => {
    const { code, stdout, stderr } = await run('nothing\u001b[2J', '--json')
    expect({ code, json: JSON.parse(stdout) }).toEqual({
      code: 2,
      json: { ok: false, error: `An argument ${sentence}` },
    })
    expect(stderr).toBe(`An argument ${sentence}\n`)
  })

  it('leave names of all scripts as they are', () => {
    for (const name of ['Ayşe Öztürk', 'Анна', 'محمد علي', '王小明', 'दीपा']) {
      expect(readCall(commands, ['audit', 'list', '--by', name])).toMatchObject({
        options: { by: name },
      })
    }
  })
})
