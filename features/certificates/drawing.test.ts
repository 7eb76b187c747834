// Tests the machine-readable zone of a certificate: real data, each in its place, with check
// digits.
import { expect, it } from 'vitest'
import { certificateZone } from '#features/certificates/drawing.ts'
import type { Certificate } from '#features/certificates/read-certificate.ts'
import { checkDigit } from '#values/text/machine-readable.ts'

const code = '7K2M9QXF4HJD5RTV'
const certificate: Certificate = {
  ...{ code, kg: 30, date: '2026-11-22', name: 'Zoë Ünal', txId: 'CP-1', proof: null },
  replacements: [],
  currentPlaces: [
    {
      ...{ project: 'Wind farm of İzmir', country: 'TR', countryName: 'Turkey', projectTypes: [] },
      ...{ vintageYear: 2024, registry: 'GS', registryName: 'Gold Standard', registryUrl: null },
      ...{
        serial: 'GS1-1',
        isDemo: false,
        isUncompared: false,
        places: { first: 1, last: 30 },
        parts: [],
      },
    },
  ],
}

it('names country and holder, then code, day, kilograms and registry', () => {
  const [first, second] = certificateZone(certificate)
  expect(first).toBe('C<TR<ZOE<UNAL'.padEnd(36, '<'))
  const facts = `${code}${checkDigit(code)}261122${checkDigit('261122')}KG00030GS`
  const open = facts.padEnd(35, '<')
  expect(second).toBe(`${open}${checkDigit(open)}`)
})

it('names the project where there is no name', () => {
  const [first] = certificateZone({ ...certificate, name: null })
  expect(first).toBe('C<TR<WIND<FARM<OF<IZMIR'.padEnd(36, '<'))
})
