// Signs calls with the terminal's key. It recovers after the loss of the key, and if the clocks differ
// (docs/product.md#signed-calls). It must not send a call of the access `signed` without a signature.
import type { Call, CallInput, CallReply } from '#values/call.ts'
import { ApiError, readAnswer, send, serverNow } from '#web/api/api.ts'
import { ask, requestOf } from '#web/api/ask.ts'
import { shapeOf } from '#web/api/shape.ts'
import { hexOf } from '#web/hex.ts'
import { renewTerminal } from '../../people-calls.ts'
import { keepTerminal, readTerminal, type Terminal } from './terminal.ts'

const nonceBytes = 16

/** Maximum milliseconds to wait for another tab, which may be frozen while it holds the lock. */
const lockMsMax = 3_000

/** Returns false on a page without https and in some very old browsers, which lack WebCrypto. */
const canSign = () => globalThis.crypto?.subtle !== undefined

/** Runs `act` once, under a lock that all tabs share. If the lock is not available in time, runs it without. */
async function withLock<Result>(act: () => Promise<Result>): Promise<Result> {
  if (!navigator.locks) return act()
  let running: Promise<Result> | undefined
  const run = () => {
    running ??= act()
    return running
  }
  // The signal ends only the wait for the lock. A browser whose locks never respond may ignore it.
  const signal = abortAfter(lockMsMax)
  const late = new Promise((resolve) => signal.addEventListener('abort', resolve))
  const locked = navigator.locks.request('carbon-passport-terminal', { signal }, run)
  await Promise.race([locked, late]).catch(() => undefined)
  return run()
}

/** Requests a new terminal for this session, unless another tab has meanwhile stored one. */
async function renew(lostId: string | undefined): Promise<Terminal> {
  return withLock(async () => {
    const current = await readTerminal()
    if (current && current.id !== lostId) return current
    return keepTerminal(await ask(renewTerminal, {}))
  })
}

/** Returns this browser's terminal. Requests a new one if it has none. */
export async function ownTerminal(): Promise<Terminal> {
  return (await readTerminal()) ?? newTerminal(undefined)
}

/** Requests a new terminal. */
const newTerminal = (lostId: string | undefined): Promise<Terminal> =>
  withFreshCode(() => renew(lostId))

/** Errors after which the user closed the request for a code. */
const declined = new WeakSet<ApiError>()

/**
 * Calls `attempt`. If the server requires a fresh code, asks the user for one, and calls `attempt` again. After an
 * attempt whose own request for a code was closed, it does not ask once more.
 */
export async function withFreshCode<Result>(attempt: () => Promise<Result>): Promise<Result> {
  try {
    return await attempt()
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'code_required') throw error
    if (declined.has(error)) throw error
    if (await confirmPerson()) return attempt()
    declined.add(error)
    throw error
  }
}

function makeNonce(): string {
  const random = crypto.getRandomValues(new Uint8Array(nonceBytes))
  return `${serverNow()}.${hexOf(random)}`
}

async function signature(terminal: Terminal, parts: readonly string[], rawBody: string) {
  const encoder = new TextEncoder()
  const digest = await crypto.subtle.digest('SHA-256', encoder.encode(rawBody))
  const text = ['v1', ...parts, hexOf(new Uint8Array(digest))].join('\n')
  const signed = await crypto.subtle.sign('HMAC', terminal.key, encoder.encode(text))
  return `v1=${hexOf(new Uint8Array(signed))}`
}

/** A call that the terminal signs. */
export type SignedCall = Call & { readonly access: 'signed' }

type SendOptions = {
  /** Present on a call that moves value, so that a repeat has no second effect. */
  readonly idempotencyKey?: string
  readonly signal?: AbortSignal
}

type Request = SendOptions & {
  readonly method: Call['method']
  readonly path: string
  /** Absent if the call has no body. */
  readonly rawBody?: string
}

/** The signed parts of a call. `path` includes the query; `rawBody` is the body as sent, or ''. */
export type SignedParts = {
  method: string
  path: string
  rawBody: string
  idempotencyKey: string
}

/** Returns the headers of a call with the terminal's signature. */
export async function signedHeaders(terminal: Terminal, call: SignedParts) {
  const { method, path, rawBody, idempotencyKey } = call
  const nonce = makeNonce()
  const parts = [method, path, terminal.id, nonce, idempotencyKey]
  return {
    'x-terminal-id': terminal.id,
    'x-nonce': nonce,
    'x-signature': await signature(terminal, parts, rawBody),
    ...(idempotencyKey === '' ? {} : { 'idempotency-key': idempotencyKey }),
  }
}

async function signAndSend(terminal: Terminal, request: Request): Promise<Response> {
  const { path, method, rawBody = '', idempotencyKey = '', signal } = request
  return send(path, {
    method,
    ...(rawBody === '' ? {} : { rawBody }),
    headers: await signedHeaders(terminal, { method, path, rawBody, idempotencyKey }),
    ...(signal ? { signal } : {}),
  })
}

/**
 * Sends a signed call. After `replayed` or `stale_signature` it signs and sends once more with the same
 * idempotency key. After `bad_signature` it sends once more with a new terminal. Throws ApiError for all
 * other problems.
 */
export async function sendSigned<C extends SignedCall>(
  call: C,
  input: CallInput<C>,
  options: SendOptions = {},
): Promise<Response> {
  const request = { ...requestOf(call, input), ...options }
  if (!canSign()) throw new ApiError(new Response(null, { status: 400 }), { code: 'cannot_sign' })
  const terminal = await ownTerminal()
  return signAndSend(terminal, request).catch(async (error: unknown) => {
    if (!(error instanceof ApiError) || error.status !== 401) throw error
    if (error.code === 'replayed' || error.code === 'stale_signature') {
      return signAndSend(terminal, request)
    }
    if (error.code === 'bad_signature') return signAndSend(await newTerminal(terminal.id), request)
    throw error
  })
}

/** Sends a signed call and returns its JSON. Throws the errors of `sendSigned`, and BadAnswerError. */
export async function askSigned<C extends SignedCall>(
  call: C,
  input: CallInput<C>,
  options?: SendOptions,
): Promise<CallReply<C>> {
  return readAnswer(await sendSigned(call, input, options), shapeOf(call))
}

type Confirm = () => Promise<boolean>

let showConfirmation: Confirm | undefined
let openConfirmation: Promise<boolean> | undefined

/** Registers the dialog. Returns a function that removes it. */
export function onConfirmPerson(showDialog: Confirm): () => void {
  showConfirmation = showDialog
  return () => {
    if (showConfirmation === showDialog) showConfirmation = undefined
  }
}

/**
 * Asks the user for a code because the server requires a new check of the phone number. Opens the dialog, or
 * waits for the open one. Resolves to true after a correct code: this browser then has a new session and key.
 * Resolves to false without a registered dialog.
 */
export function confirmPerson(): Promise<boolean> {
  openConfirmation ??= (showConfirmation?.() ?? Promise.resolve(false)).finally(() => {
    openConfirmation = undefined
  })
  return openConfirmation
}

/** Returns a signal that aborts after `ms`, also in browsers without AbortSignal.timeout. */
function abortAfter(ms: number): AbortSignal {
  const signal = AbortSignal.timeout?.(ms)
  if (signal) return signal
  const controller = new AbortController()
  setTimeout(() => controller.abort(), ms)
  return controller.signal
}
