// Tests that each address has one spelling.
import { expect, it } from 'vitest'
import { canonicalAddress, networkOf } from './client-address.ts'

it.each([
  ['198.51.100.7', '198.51.100.7'],
  ['198.51.100.7:50123', '198.51.100.7'],
  ['::ffff:198.51.100.7', '198.51.100.7'],
  ['::FFFF:C633:6407', '198.51.100.7'],
  ['[::ffff:198.51.100.7]:443', '198.51.100.7'],
  ['2001:DB8:0:0:0:0:0:1', '2001:db8::1'],
  ['[2001:db8::1]:50123', '2001:db8::1'],
  ['[2001:db8::1]', '2001:db8::1'],
  ['fe80::1%eth0', 'fe80::1'],
  ['::1', '::1'],
])('%s is %s', (text, address) => expect(canonicalAddress(text)).toBe(address))

it.each([
  '',
  'unknown',
  '_hidden',
  '198.51.100',
  '198.51.100.256',
  '198.051.100.7',
  '198.51.100.7:port',
  '198.51.100.7:1234567',
  '[198.51.100.7]:1',
  '2001:db8::1::2',
  'example.org',
  '198.51.100.7, 198.51.100.8',
])('%j is no address', (text) => expect(canonicalAddress(text)).toBeNull())

it.each([
  ['198.51.100.7', 3, '198.51.100'],
  ['2001:db8::1', 3, '2001:db8:0'],
  ['2001:db8:1:2:3:4:5:6', 4, '2001:db8:1:2'],
  ['2001::a:b:c:d:e', 4, '2001:0:0:a'],
])('the network of %s in %d parts is %s', (address, groups, network) =>
  expect(networkOf(address, groups)).toBe(network),
)
