// Writes structured logs by allow-list. A line contains only the fields named here, so that no code,
// phone number, cookie, signature, note or card number can be logged by accident.
import { hash } from 'node:crypto'
import pino, { type DestinationStream } from 'pino'
import { failureCode } from '#values/failure-cause.ts'

/** Identifies a caller in the log: a hash of a passport id, or the id of a terminal or of a member of staff. */
export type CallerFields = Pick<Fields, 'passport' | 'terminal' | 'staff'>

type Fields = {
  readonly request_id?: string
  readonly method?: string
  /** The route's pattern, never the address as sent. */
  readonly route?: string
  readonly status?: number
  readonly duration_ms?: number
  /** A hash of the passport id: it groups the lines of a person without the id. */
  readonly passport?: string
  /** The id of a partner's terminal, which is no secret. */
  readonly terminal?: string
  /** The id of a member of staff. */
  readonly staff?: string
  readonly code?: string
  readonly tx_id?: string
  readonly template?: string
  /** The card provider's id and status of a dispute, and its id of an early fraud warning. */
  readonly dispute?: string
  readonly dispute_status?: string
  readonly fraud_warning?: string
  /** The deadline of evidence, ISO 8601. */
  readonly due_at?: string
  /** The call of a provider, such as `sms.send`. */
  readonly call?: string
  readonly count?: number
  /** The name of a witness in LOG_WITNESSES. */
  readonly witness?: string
  /** The complaint of a device with a wallet pass, without its ids. */
  readonly complaint?: string
  readonly error?: unknown
}

/** Writes lines of the structured log with the fields of Fields. */
export type Logger = {
  debug(event: string, fields?: Fields): void
  info(event: string, fields?: Fields): void
  warn(event: string, fields?: Fields): void
  error(event: string, fields?: Fields): void
}

/** Returns a short, stable replacement for a passport id. */
export function passportHash(passportId: string): string {
  return hash('sha256', passportId).slice(0, 12)
}

/** Returns the loggable fields of an error: its kind, its cause's code and its place, without messages. */
function errorFields(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { error: 'not an Error' }
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line))
  return {
    error: error.name,
    error_code: failureCode(error),
    constraint: 'constraint' in error && error.constraint ? error.constraint : undefined,
    at: frames.slice(0, 6).map((line) => line.trim()),
  }
}

/**
 * Maximum size of the log that is buffered while the output is blocked, in bytes. Further lines are
 * lost.
 */
const bufferMaxBytes = 1024 * 1024

/** Opens stdout for the log. Write errors (full disk, closed pipe) must not end the process. */
function standardOutput(): DestinationStream {
  const output = pino.destination({ dest: 1, sync: true, maxLength: bufferMaxBytes })
  output.on('error', () => undefined)
  return output
}

export function openLog(level: string, destination?: DestinationStream): Logger {
  const options = { level, base: null, timestamp: pino.stdTimeFunctions.isoTime }
  const log = pino(options, destination ?? standardOutput())
  const write =
    (severity: 'debug' | 'info' | 'warn' | 'error') =>
    (event: string, { error, ...fields }: Fields = {}) =>
      log[severity](error === undefined ? fields : { ...fields, ...errorFields(error) }, event)
  return {
    debug: write('debug'),
    info: write('info'),
    warn: write('warn'),
    error: write('error'),
  }
}
