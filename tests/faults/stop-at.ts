// Makes a process fail before or after a named statement, commit or write to a file, and records which of
// these it passes. A preload of the product's processes; it replaces `query` of the database's driver.
import { appendFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import pg from 'pg'

type Moment = 'before' | 'after'

/** A point that a process passed. It may have several names. */
export type Step = {
  readonly moment: Moment
  /** `<statement>`, `rows of <statement>`, `commit of <statement>` for each of a transaction's, or `file append`. */
  readonly names: readonly string[]
  /** Whether it is kept through a kill: a write of its own, a commit after writes, or a file. */
  readonly isEffect: boolean
}

type Armed = { readonly moment: string; readonly name: string; readonly how: string }
type Callback = (error: unknown, result?: unknown) => void
type Transaction = { readonly names: string[]; hasWritten: boolean; failure: Error | null }
type Query = {
  readonly transaction: Transaction | undefined
  readonly names: readonly string[]
  readonly isEffect: boolean
}

const settingForm = /^(before|after):([^:]+)(?::(kill|throw|stop))?$/
const writing = /\b(insert|update|delete|merge)\b/i

let armed: Armed | undefined
let record: ((step: Step) => void) | undefined
const transactions = new WeakMap<object, Transaction>()

/**
 * `before:<name>` or `after:<name>` kills this process there, once; with `:throw` it throws, with `:stop` it
 * waits until it is continued. Without a setting nothing is armed.
 */
export function armFailPoint(setting: string | undefined): void {
  armed = undefined
  if (setting === undefined) return
  const [, moment, name, how = 'kill'] = settingForm.exec(setting) ?? []
  if (moment === undefined || name === undefined) throw new Error(`no point: ${setting}`)
  armed = { moment, name, how }
}

/** Whether the armed point has not been passed yet. Ends it. */
export function disarmFailPoint(): boolean {
  const wasArmed = armed !== undefined
  armed = undefined
  return wasArmed
}

/** Returns the steps of this process while `work` ran. */
export async function recordSteps(work: () => Promise<unknown>): Promise<Step[]> {
  const steps: Step[] = []
  record = (step) => steps.push(step)
  try {
    await work()
  } finally {
    record = undefined
  }
  return steps
}

/** Throws where the armed point is passed and the process goes on. */
function pass(step: Step): void {
  record?.(step)
  if (armed?.moment !== step.moment || !step.names.includes(armed.name)) return
  const { moment, name, how } = armed
  armed = undefined
  if (how === 'stop') return void process.kill(process.pid, 'SIGSTOP')
  if (how === 'kill') process.kill(process.pid, 'SIGKILL')
  throw new Error(`stopped at ${moment}:${name}`)
}

function queryOf(client: object, config: unknown): Query | null {
  const isObject = typeof config === 'object' && config !== null
  const text = isObject && 'text' in config ? config.text : config
  if (typeof text !== 'string') return null
  if (/^begin\b/i.test(text)) {
    transactions.set(client, { names: [], hasWritten: false, failure: null })
    return null
  }
  const transaction = transactions.get(client)
  if (/^(commit|rollback)\b/i.test(text)) {
    transactions.delete(client)
    if (transaction === undefined || /^rollback/i.test(text)) return null
    const names = transaction.names.map((name) => `commit of ${name}`)
    return { transaction, names, isEffect: transaction.hasWritten }
  }
  if (!isObject || !('name' in config) || typeof config.name !== 'string') return null
  const isWrite = writing.test(text)
  transaction?.names.push(config.name)
  if (transaction !== undefined) transaction.hasWritten ||= isWrite
  return { transaction, names: [config.name], isEffect: isWrite && transaction === undefined }
}

function passBefore({ transaction, names, isEffect }: Query): void {
  if (transaction?.failure) throw transaction.failure
  try {
    pass({ moment: 'before', names, isEffect })
  } catch (error) {
    // As the database does: nothing more of this transaction passes, its commit neither.
    if (transaction !== undefined && error instanceof Error) transaction.failure = error
    throw error
  }
}

function passAfter({ names, isEffect }: Query, result: unknown): void {
  const hasRows =
    typeof result === 'object' && result !== null && 'rowCount' in result && result.rowCount !== 0
  const [name] = names
  const more =
    hasRows && name !== undefined && !name.startsWith('commit ') ? [`rows of ${name}`] : []
  pass({ moment: 'after', names: [...names, ...more], isEffect })
}

function patchQuery(): void {
  const original: unknown = Reflect.get(pg.Client.prototype, 'query')
  if (typeof original !== 'function') throw new Error('the driver has no query')
  const send = (client: object, args: readonly unknown[]): unknown =>
    Reflect.apply(original, client, args)
  Reflect.set(pg.Client.prototype, 'query', function query(this: object, ...args: unknown[]) {
    const query = queryOf(this, args[0])
    if (query === null) return send(this, args)
    const at = args.findIndex((arg) => typeof arg === 'function')
    const callback = args[at]
    const promised = new Promise((resolve, reject) => {
      passBefore(query)
      const answered: Callback = (error, result) => {
        if (error) return reject(error)
        try {
          passAfter(query, result)
          resolve(result)
        } catch (failure) {
          reject(failure)
        }
      }
      send(this, [...(at < 0 ? args : args.slice(0, at)), answered])
    })
    if (typeof callback !== 'function') return promised
    promised.then(
      (result) => Reflect.apply(callback, undefined, [undefined, result]),
      (error: unknown) => Reflect.apply(callback, undefined, [error]),
    )
  })
}

/** The file of erasures is the only one that the product appends to. */
async function patchAppend(): Promise<void> {
  const handle = await open('/dev/null')
  const prototype: unknown = Reflect.getPrototypeOf(handle)
  await handle.close()
  if (typeof prototype !== 'object' || prototype === null)
    throw new Error('files have no prototype')
  const original: unknown = Reflect.get(prototype, 'appendFile')
  if (typeof original !== 'function') throw new Error('files cannot be appended to')
  const names = ['file append']
  Reflect.set(prototype, 'appendFile', async function append(this: object, ...args: unknown[]) {
    pass({ moment: 'before', names, isEffect: true })
    await Reflect.apply(original, this, args)
    pass({ moment: 'after', names, isEffect: true })
  })
}

patchQuery()
await patchAppend()
const { FAIL_AT, FAIL_RECORD } = process.env
if (FAIL_AT) armFailPoint(FAIL_AT)
if (FAIL_RECORD) record = (step) => appendFileSync(FAIL_RECORD, `${JSON.stringify(step)}\n`)
