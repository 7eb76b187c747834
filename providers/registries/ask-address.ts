// Fetches an address that the operator named and follows its redirects. Each step is checked, since
// a registry's answer must not make this machine read from a network that only it can reach.
import { type LookupAddress, lookup } from 'node:dns'
import { get as getPlainly, type IncomingMessage } from 'node:http'
import { get as getSafely } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { isPublicAddress } from '#providers/registries/public-address.ts'

/** The most redirects. */
const stepsMax = 5
/** Timeout of one answer with its whole body. */
const answerWithinMs = 60_000
const sendOn: ReadonlySet<number | undefined> = new Set([301, 302, 303, 307, 308])

/** Its message is a sentence for people. */
export class AddressRefused extends Error {
  override name = 'AddressRefused'
}

type FindAddresses = (
  name: string,
  answer: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void

const findAddresses: FindAddresses = (name, answer) => lookup(name, { all: true }, answer)

/**
 * Returns the first answer of status 200, with its body unread. The host of `named`, which the operator
 * typed, may be in a private network. Throws AddressRefused.
 */
export async function askAddress(
  url: URL,
  named: URL,
  find: FindAddresses = findAddresses,
): Promise<IncomingMessage> {
  let from = url
  for (let steps = 0; steps <= stepsMax; steps += 1) {
    const answer = await ask(from, from.host === named.host ? undefined : publicOnly(find))
    const { location } = answer.headers
    if (answer.statusCode === 200) return readable(answer, from)
    answer.destroy()
    if (!sendOn.has(answer.statusCode) || location === undefined) {
      throw new AddressRefused(`${from.href} answered ${answer.statusCode}.`)
    }
    from = nextStep(from, location, named)
  }
  throw new AddressRefused(`${url.href} sends us on more than ${stepsMax} times.`)
}

function nextStep(from: URL, location: string, named: URL): URL {
  const to = URL.parse(location, from)
  const refusal = to === null ? 'which is no address' : stepRefusal(from, to, named)
  if (to !== null && refusal === null) return to
  throw new AddressRefused(`${from.href} sends us on to ${to?.href ?? location}, ${refusal}.`)
}

/** Returns the reason to refuse a redirect, or null. Host names are resolved only at the request. */
export function stepRefusal(from: URL, to: URL, named: URL): string | null {
  const isNamed = to.host === named.host
  if (to.protocol !== 'https:' && !(isNamed && to.protocol === 'http:')) return 'which is not https'
  if (to.protocol !== 'https:' && from.protocol === 'https:') return 'which is not https'
  const host = to.hostname.replace(/^\[|\]$/g, '')
  return isNamed || isIP(host) === 0 || isPublicAddress(host) ? null : insideNetwork
}

const insideNetwork = 'which lies inside of a network: name it in the command if you trust it'

/** Checks the address at the connection, so that a second look-up cannot return another one. */
function publicOnly(find: FindAddresses): LookupFunction {
  return (name, options, answer) => {
    find(name, (error, addresses) => {
      const [first] = addresses ?? []
      if (error !== null || first === undefined) answer(error, [])
      else if (!addresses.every(({ address }) => isPublicAddress(address))) {
        answer(new AddressRefused(`We are sent on to ${name}, ${insideNetwork}.`), [])
      } else if (options.all) answer(null, addresses)
      else answer(null, first.address, first.family)
    })
  }
}

function ask(url: URL, lookupSafely: LookupFunction | undefined): Promise<IncomingMessage> {
  const get = url.protocol === 'https:' ? getSafely : getPlainly
  return new Promise((resolve, reject) => {
    const options = {
      headers: { accept: 'application/json, text/csv, */*', 'accept-encoding': 'identity' },
      signal: AbortSignal.timeout(answerWithinMs),
      ...(lookupSafely === undefined ? {} : { lookup: lookupSafely }),
    }
    get(url, options, resolve).on('error', (error) => reject(unreachable(url, error)))
  })
}

function readable(answer: IncomingMessage, url: URL): IncomingMessage {
  const { 'content-encoding': encoding = 'identity' } = answer.headers
  if (encoding === 'identity') return answer
  answer.destroy()
  throw new AddressRefused(`${url.href} answered in ${encoding}, which was not asked for.`)
}

/**
 * Returns a sentence about the error that kept an address from answering, or its answer from
 * ending.
 */
export function unreachable(url: URL, error: NodeJS.ErrnoException): AddressRefused {
  if (error instanceof AddressRefused) return error
  return new AddressRefused(`${url.href} cannot be reached: ${reasonOf(url, error)}.`)
}

function reasonOf({ host, hostname }: URL, { name, code, message }: NodeJS.ErrnoException): string {
  if (name === 'TimeoutError' || name === 'AbortError' || code === 'ABORT_ERR') {
    return `it took longer than ${answerWithinMs / 1_000} s`
  }
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return `no address of ${hostname} is known`
  if (code === 'ECONNREFUSED') return `nothing answers at ${host}`
  if (code === 'ECONNRESET') return 'it broke the connection off'
  return message || code || 'the connection failed'
}
