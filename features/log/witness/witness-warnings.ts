// Finds what weakens a policy of witnesses: a witness that the log's own operator holds, or a policy of another log.
import { networkInterfaces } from 'node:os'
import { type VerifierKey, verifierText } from '#features/log/tree/signed-note.ts'
import type { Policy } from './policy.ts'

type OwnLog = {
  /** The log's own address, such as https://passport.example. */
  readonly publicUrl: string
  /** Null if another machine has the key. */
  readonly key: VerifierKey | null
}

/** Returns a sentence for each weakness. */
export function witnessWarnings(policy: Policy, { publicUrl, key }: OwnLog): string[] {
  const { hostname: ownHost } = new URL(publicUrl)
  const ownAddresses = Object.values(networkInterfaces()).flatMap((each) => each ?? [])
  const ownHosts = new Set([ownHost, 'localhost', ...ownAddresses.map(({ address }) => address)])
  const isOwn = (url: string | null) =>
    url !== null && ownHosts.has(new URL(url).hostname.replace(/^\[|\]$/g, ''))
  const isNamed = policy.logs.some((log) => key === null || log.publicKey.equals(key.publicKey))
  return [
    ...policy.witnesses
      .filter(({ url }) => isOwn(url))
      .map(
        ({ name }) =>
          `LOG_WITNESSES: the witness ${name} is on the log's own host. It proves nothing to others.`,
      ),
    ...(policy.logs.length === 0 || isNamed || key === null
      ? []
      : [`LOG_WITNESSES: the policy names other logs, and not ${verifierText(key)}`]),
  ]
}
