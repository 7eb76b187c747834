// Fetches an address that the operator named and follows its redirects. Each step is checked, since
// a registry's answer must not make this machine read from a network that only it can reach.
import { type LookupAddress, lookup } from 'node:dns'
import { get as getPlainly, type IncomingMessage } from 'node:http'
import { get as getSafely } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { isPublicAddress } from '#providers/registries/public-address.ts'
import { failureWords } from '#values/failure-cause.ts'

/** Maximum number of redirects. */
const redirectsMax = 5
/** Timeout of one answer with its whole body, in milliseconds. */
const answerWithinMs = 60_000
const redirectStatuses: ReadonlySet<number | undefined> = new Set([301, 302, 303, 307, 308])

/** The address is refused or does not answer. The message is for the operator. */
export class AddressRefused extends Error {
  override name = 'AddressRefused'
}

type FindAddresses = (
  name: string,
  answer: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void

const findAddresses: FindAddresses = (name, answer) => lookup(name, { all: true }, answer)

/**
 * Follows redirects and returns the first answer of status 200, with its body unread. Only the host of
 * `operatorUrl`, which the operator typed, may be in a private network. Throws AddressRefused.
 */
export async function askAddress(
  url: URL,
  operatorUrl: URL,
  find: FindAddresses = findAddresses,
): Promise<IncomingMessage> {
  let current = url
  for (let redirects = 0; redirects <= redirectsMax; redirects += 1) {
    const answer = await request(
      current,
      current.host === operatorUrl.host ? undefined : publicOnly(find),
    )
    const { location } = answer.headers
    if (answer.statusCode === 200) return uncompressed(answer, current)
    answer.destroy()
    if (!redirectStatuses.has(answer.statusCode) || location === undefined) {
      throw new AddressRefused(`${current.href} answered ${answer.statusCode}.`)
    }
    current = nextAddress(current, location, operatorUrl)
  }
  throw new AddressRefused(`${url.href} sends us on more than ${redirectsMax} times.`)
}

function nextAddress(current: URL, location: string, operatorUrl: URL): URL {
  const to = URL.parse(location, current)
  const refusal = to === null ? 'which is no address' : stepRefusal(current, to, operatorUrl)
  if (to !== null && refusal === null) return to
  throw new AddressRefused(`${current.href} sends us on to ${to?.href ?? location}, ${refusal}.`)
}

/** Returns the reason to refuse a redirect, or null. Host names are resolved only at the request. */
export function stepRefusal(current: URL, to: URL, operatorUrl: URL): string | null {
  const isOperatorHost = to.host === operatorUrl.host
  if (to.protocol !== 'https:' && !(isOperatorHost && to.protocol === 'http:'))
    return 'which is not https'
  if (to.protocol !== 'https:' && current.protocol === 'https:') return 'which is not https'
  const host = to.hostname.replace(/^\[|\]$/g, '')
  return isOperatorHost || isIP(host) === 0 || isPublicAddress(host) ? null : insideNetworkFault
}

const insideNetworkFault = 'which lies inside of a network: name it in the command if you trust it'

/** Checks the address at the connection, so that a second look-up cannot return another one. */
function publicOnly(find: FindAddresses): LookupFunction {
  return (name, options, answer) => {
    find(name, (error, addresses) => {
      const [first] = addresses ?? []
      if (error !== null || first === undefined) answer(error, [])
      else if (!addresses.every(({ address }) => isPublicAddress(address))) {
        answer(new AddressRefused(`We are sent on to ${name}, ${insideNetworkFault}.`), [])
      } else if (options.all) answer(null, addresses)
      else answer(null, first.address, first.family)
    })
  }
}

function request(url: URL, lookupSafely: LookupFunction | undefined): Promise<IncomingMessage> {
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

function uncompressed(answer: IncomingMessage, url: URL): IncomingMessage {
  const { 'content-encoding': encoding = 'identity' } = answer.headers
  if (encoding === 'identity') return answer
  answer.destroy()
  throw new AddressRefused(`${url.href} answered in ${encoding}, which was not asked for.`)
}

/**
 * Converts an error of the connection, or an error in the middle of an answer, to an AddressRefused with
 * its reason.
 */
export function unreachable(url: URL, error: Error): AddressRefused {
  if (error instanceof AddressRefused) return error
  return new AddressRefused(`${url.href} cannot be reached: ${failureWords(error)}.`)
}
