// Tests the machine-readable zone of a certificate, with check digits, and the names of its project.
import { expect, it } from 'vitest'
import { certificateZone } from '#features/certificates/drawing.ts'
import type { Certificate } from '#features/certificates/read-certificate.ts'
import { factsIn } from '#features/certificates/standing-words.ts'
import { exampleCertificate as certificate } from '#tests/support/example-certificate.ts'
import { checkDigit } from '#values/text/machine-readable.ts'

const { code } = certificate

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

it('shows the readable name of the project, and below it the registry’s where it differs', () => {
  const valuesIn = (shown: Certificate) => factsIn('en', shown)[0]?.map(({ value }) => value)
  expect(valuesIn(certificate)?.slice(0, 3)).toEqual(['Wind farm of İzmir', 'WIND', 'Türkiye'])
  const [places] = certificate.currentPlaces
  const same = { ...places, registeredName: places.project }
  expect(valuesIn({ ...certificate, currentPlaces: [same] })?.slice(0, 2)).toEqual([
    'Wind farm of İzmir',
    'Türkiye',
  ])
})
