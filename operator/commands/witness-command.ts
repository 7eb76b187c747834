// Defines the command that runs a witness: it cosigns the checkpoints of other people's logs (docs/log.md#witnesses).
import { once } from 'node:events'
import { createWitnessSigner, witnessKeyText } from '#features/log/witness/cosignature.ts'
import { PolicyUnreadable, readPolicy } from '#features/log/witness/policy.ts'
import { serveWitness } from '#features/log/witness/serve-witness.ts'
import { openWitnessState, StateLocked } from '#features/log/witness/witness-state.ts'
import { rootOnly } from '#operator/access.ts'
import { failed, misused } from '#operator/audit/outcomes.ts'
import { textOnDisk } from '#providers/registries/tables/file-on-disk.ts'
import { failureWords } from '#values/failure-cause.ts'
import type { Command, Context, Outcome } from './command.ts'

/** Maximum size of the file of logs in bytes. */
const fileMaxBytes = 1_048_576
const portMax = 65_535
/** Matches a host and a port; an IPv6 address is in brackets. */
const address = /^(?:\[([0-9a-f:.]+)\]|([^\s:[\]]+)):(\d{1,5})$/i

export const logWitness: Command = {
  name: 'log witness',
  access: rootOnly,
  usage: '--listen ADDRESS --logs FILE --state PATH [--name NAME]',
  example:
    '--listen 127.0.0.1:2026 --logs logs.txt --state witness.sqlite --name witness.example/w1',
  optionTexts: {
    listen: 'host and port for the requests of logs, such as 127.0.0.1:2026',
    logs: 'a file with a line "log KEY" for each log to witness',
    state: 'the file that keeps the key and the newest checkpoints; made at the first start',
    name: 'the name of the witness in its signatures; without it, ADDRESS is the name',
  },
  summary: 'runs a witness: it cosigns checkpoints of logs that only grow, until it is stopped',
  needsNoDatabase: true,
  file: { at: 'logs', use: 'read' },
  run: runWitness,
}

async function runWitness({ options, print }: Context): Promise<Outcome> {
  const { listen = '', logs: logsFile = '', state: stateFile = '', name = listen } = options
  const [, bracketed, plain = '', port = ''] = address.exec(listen) ?? []
  const host = bracketed ?? plain
  if (host === '' || Number(port) > portMax) {
    return misused(`--listen "${listen}" is no host and port, such as 127.0.0.1:2026.`)
  }
  if (!/^[^\s+]{1,255}$/u.test(name)) {
    return misused(`--name "${name}" is no name: it has no blank and no plus sign.`)
  }
  try {
    const text = await textOnDisk(logsFile, fileMaxBytes)
    // The file may be a whole policy. A list of logs alone has no quorum.
    const { logs } = readPolicy(/^[ \t]*quorum[ \t]/m.test(text) ? text : `${text}\nquorum none\n`)
    if (logs.length === 0) return failed(`${logsFile} names no log.`)
    const state = openWitnessState(stateFile, () => new Date().toISOString())
    try {
      const signer = createWitnessSigner(name, state.seed)
      const server = await serveWitness(
        { logs, signer, state },
        { host, port: Number(port) },
        Date.now,
      )
      print(`Witness of ${logs.length} logs at http://${listen}`)
      print(`Its key: ${witnessKeyText(signer)}`)
      await Promise.race([once(process, 'SIGTERM'), once(process, 'SIGINT')])
      server.close()
      server.closeAllConnections()
    } finally {
      state.close()
    }
    return { ok: true, lines: ['The witness has stopped.'], json: { ok: true } }
  } catch (error) {
    if (error instanceof PolicyUnreadable) return failed(`${logsFile}: ${error.message}`)
    if (error instanceof StateLocked) return failed(error.message)
    if (isOfAddress(error)) return failed(`--listen ${listen}: ${failureWords(error)}.`)
    throw error
  }
}

/** Returns true for an error of listening, such as an address in use. */
function isOfAddress(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error && error.syscall === 'listen'
}
