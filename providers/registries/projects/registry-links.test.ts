// Tests the address at a registry of a project without an address of its own.
import { expect, it } from 'vitest'
import { documentsAddress, publicPageAddress, registryOfAddress } from './registry-links.ts'

it.each([
  ['https://verra.org/projects', 'VCS'],
  ['https://VERRA.org', 'VCS'],
  ['https://registry.verra.org/app/projectDetail/VCS/1', 'VCS'],
  ['https://goldstandard.org/1', 'GS'],
  ['https://registry.goldstandard.org:443/1', 'GS'],
  ['https://notverra.org/1', null],
  ['https://verra.org.example/1', null],
  ['https://verra.com/1', null],
  ['https://americancarbonregistry.org/1', null],
])('the address %s is on the site of %s', (address, registry) => {
  expect(registryOfAddress(address)).toBe(registry)
})

it.each([
  ['GS', 'GS11728', 'https://registry.goldstandard.org/projects?q=GS11728'],
  ['VCS', 'VCS2765', 'https://registry.verra.org/app/projectDetail/VCS/2765'],
  ['ACR', 'ACR1129', 'https://acr2.apx.com/mymodule/reg/prjView.asp?id1=1129'],
  ['CAR', 'CAR1335', 'https://thereserve2.apx.com/mymodule/reg/prjView.asp?id1=1335'],
])('the public page of %s’s %s is %s', (registry, externalId, address) => {
  expect(publicPageAddress(registry, externalId)).toBe(address)
})

it.each([
  ['an id of another form', 'GS', 'GS11728&q=1'],
  ["another registry's id", 'VCS', 'GS11728'],
  ['a registry that is not known', 'XX', 'XX1'],
])('%s has no known page', (_what, registry, externalId) => {
  expect(publicPageAddress(registry, externalId)).toBeNull()
  expect(documentsAddress(registry, externalId)).toBeNull()
})
