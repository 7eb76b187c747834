import { expect, it } from 'vitest'
import { resembledRegistry } from '#values/resembled-registry.ts'

it.each([
  ['GS', 'G S'],
  ['GS', 'Gold-Standard'],
  ['GS', 'GS1'],
  ['VCS', 'VERRA'],
  ['VCS', 'VCS2'],
  ['VCS', 'V.C.S.'],
  ['VCS', 'ＶＣＳ'],
  ['ACR', 'АСR'],
  ['CAR', 'Climate Action Res.'],
  ['CDM', 'cdm'],
  ['CDM', 'CDM Registry'],
])('takes %s for the registry that %s means', (registry, name) => {
  expect(resembledRegistry(name)).toBe(registry)
})

it.each(['BCR', 'Puro.earth', 'ART TREES', 'Isometric', 'CARBONMARK', 'ICR', 'GCC'])(
  'lets %s be a registry of its own',
  (name) => {
    expect(resembledRegistry(name)).toBeNull()
  },
)
