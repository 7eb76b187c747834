// Checks whether an IP address is on the public internet. Addresses of this machine, of private networks
// and of a cloud's internal services, such as its metadata service, are not. The ranges are from IANA's
// special-purpose registries.
import { BlockList, isIP } from 'node:net'

const special4 = blockList('ipv4', [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
])
/** The only IPv6 block that IANA allocates for global unicast. */
const globalUnicast6 = blockList('ipv6', [['2000::', 3]])
/** Ranges inside that block: tunnels, which may lead to any IPv4 address, and documentation. */
const special6 = blockList('ipv6', [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
])

/** Returns true for a public address; false for any other address or text. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !special4.check(address, 'ipv4')
  if (family !== 6) return false
  return globalUnicast6.check(address, 'ipv6') && !special6.check(address, 'ipv6')
}

function blockList(
  family: 'ipv4' | 'ipv6',
  ranges: readonly (readonly [network: string, prefix: number])[],
): BlockList {
  const list = new BlockList()
  for (const [network, prefix] of ranges) list.addSubnet(network, prefix, family)
  return list
}
