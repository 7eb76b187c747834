// A certificate of 30 kg of one block, as it is read from the database. All of it is held, and its places are the first ones.
import type { Certificate } from '#features/certificates/read-certificate.ts'

export const exampleCertificate: Certificate = {
  code: '7K2M9QXF4HJD5RTV',
  kg: 30,
  refundedKg: 0,
  date: '2026-11-22',
  name: 'Zoë Ünal',
  txId: 'CP-1',
  proof: null,
  witnessing: null,
  replacements: [],
  currentPlaces: [
    {
      project: 'Wind farm of İzmir',
      projectNumber: 'GS-1',
      registeredName: 'WIND',
      country: 'TR',
      countryName: 'Turkey',
      projectTypes: [],
      vintageYear: 2024,
      registry: 'GS',
      registryName: 'Gold Standard',
      registryUrl: null,
      serial: 'GS1-1',
      isDemo: false,
      isUncompared: false,
      places: { first: 1, last: 30 },
      parts: [],
    },
  ],
}
