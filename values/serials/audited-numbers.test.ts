// Tests which batches of registries that are not compared an audit reports as units of another
// batch.
import { expect, it } from 'vitest'
import { compareBatches } from './audited-serials.ts'

const batch = (registry: string, serial: string, tonnes: number) => ({
  registry,
  serial,
  issuedKg: tonnes * 1_000,
})
const known = [
  batch('GS', 'GS1-1-SO-GS12285-16-2022-29930-6499-42536', 36_038),
  batch('VCS', '19318-938756291-938757241-VCS-VCU-1289-VER-KH-3-3052-01012024-31122024-1', 951),
  batch('ACR', 'ACR-FR-1129-2025-2917-30932 to 35143', 4_212),
  batch('GS', 'RW-5-1459975-2-2-0-7014 - RW-5-1460107-2-2-0-7014', 133),
]
const reasonOf = (...added: ReturnType<typeof batch>[]) => {
  return compareBatches([...known, ...added]).suspects.map(({ reason }) => reason)
}

it.each([
  ['BCR', 'BCR 6499 42536', 36_038],
  ['BCR', 'BCR-06499/36038', 36_038],
  ['BCR', 'BCR-6499-42536', 7],
  ['BCR', 'BCR-938756291-938757241', 951],
  ['BCR', 'BCR 938756300', 10],
  ['BCR', '12285 16 2022 29930 7000 7009', 10],
  ['BCR', '7001-7010 of block 29930', 10],
  ['BCR', '7001 10 29930', 10],
  ['BCR', '29930 7001', 10],
  ['BCR', '7001/29930', 10],
  ['BCR', 'ＢCR ３０９３２ ３５１４３', 4_212],
  ['BCR', '5 1459975 2 2 0 7014 5 1460107 2 2 0 7014', 133],
])('%s %s has numbers of a known block', (registry, serial, tonnes) => {
  expect(reasonOf(batch(registry, serial, tonnes))).toEqual([
    expect.stringMatching(/^it has numbers of /),
  ])
})

it.each([
  'Verra',
  'VERR4',
  'V.C.S',
  'VC5',
  'Gоld Stаndard',
  'G0ld-Standard',
  'GЅ',
  'A C R',
  'Climate Action Res',
])('the registry %s has nearly the name of a compared one', (registry) => {
  expect(reasonOf(batch(registry, 'X 7', 7))).toEqual([
    'its registry is named like one whose serials are compared',
  ])
})

it('two batches of one registry with the same numbers are both reported', () => {
  expect(reasonOf(batch('BCR', 'BCR-7-1-10', 10), batch('bcr', 'BCR 07/001/10', 10))).toEqual([
    'it has the numbers of BCR 07/001/10',
    'it has the numbers of BCR-7-1-10',
  ])
})

it.each([
  ['BCR-2023-15-9001-9100', 100, 'BCR-2023-15-9,001-9,100', 100],
  ['BCR-2023-15-9001-9100', 100, '9100/9001/15/2023', 100],
  ['BCR-2023-15-9001-9100', 100, 'BCR-15-9,050-2023', 10],
  ['BCR-2023-15-9001-9100', 100, 'BCR 100 of 15: 2023 9001', 100],
  ['BCR-2023-15-9001-9100', 100, 'BCR-15-9001-9100', 100],
  ['BCR-2024-16-5001', 100, 'BCR-2024-16-5100', 1],
  ['BCR-2024-16-5001', 100, '4,990 of BCR-16-2024', 20],
  ['BCR-2023-9000-9001-9100', 100, 'BCR/2023/9000/9001/9100', 99],
  ['BCR-2023-9000-9001-9100', 100, 'BCR 9100 9001 9000 2023', 7],
  ['BCR-2023-9000-9001-9100', 100, 'BCR 2023 9000 90019100', 100],
  ['BCR-2023-15-9001-9101', 100, 'BCR/2023/15/9001-9100', 100],
  ['BCR-2023-15-9000-9100', 100, 'BCR/2023/15/9050-9051', 1],
  ['BCR-7-2024-1-11', 10, 'BCR 7/2024 5-9', 4],
  ['BCR-2023-15-9001-9100', 80, 'BCR/2023/15/9081-9100', 20],
  ['BCR-2023-15-9001-9100', 80, 'BCR/2023/15/9090', 10],
  ['BCR-2023-15-100001-100100', 100, 'BCR/2023/15/1,00,001-1,00,100', 100],
  ['BCR-2023-15-9001-9100', 100, 'BCR/2023/15/9:001-9:100', 100],
  ['BCR-2023-15-100001-100100', 100, 'BCR/2023/15/10,0001-10,0100', 100],
  ['BCR-2023-15-9001-9100', 100, 'BCR-٢٠٢٣-١٥-٩٬٠٠١-٩٬١٠٠', 100],
  ['BCR-2023-15-9001-9100', 100, 'BCR/2023/15/𝟗𝟎𝟎𝟏-𝟗𝟏𝟎𝟎', 100],
  ['BCR-2023-15-9001-9100', 100, 'BCR-2023-15-9051-100', 50],
  ['BCR-2023-15-9001-9100', 100, 'BCR-2023-15-9011 / 40', 20],
  ['BCR-1234-2022-600001-600100', 100, 'BCR 1234 2022 600051-00', 50],
  ['BCR-1234-2022-600001-600100', 100, 'BCR 1234 22 600001/00', 100],
  ['BCR-1234-2022-600001-600200', 200, 'BCR 1234 2022 600095-05', 11],
  ['BCR-2023-15-9901-10100', 200, 'BCR-2023-15-9951-050', 100],
  ['BCR-2024-15-9001-9100', 100, 'BCR-24-15-9001-9100', 100],
  ['BCR-98-15-9001-9100', 100, 'BCR-15-1998-9051-9060', 10],
  ['BCR-15-01012024-31122024-9001-9100', 100, 'BCR-15-20240101-20241231-9001-9100', 100],
  ['BCR-15-01/31/2024-9001-9100', 100, 'BCR-15-31/01/24-9001-9100', 100],
  ['BCR-2023-15-9001-9100', 100, 'BCR-2O23-l5-9OO1-9IOO', 100],
])('%s with %i t and %s with %i t are both reported', (one, tonnes, other, others) => {
  expect(reasonOf(batch('BCR', one, tonnes), batch('BCR', other, others))).toEqual([
    `it has the numbers of ${other}`,
    `it has the numbers of ${one}`,
  ])
})

it.each([
  ['BCR', 'BCR-15-9001-9100', 'BCR Registry', 'BCR/15/9001-9100'],
  ['BCR', 'X-15-9001-9100', 'The B.C.R. Registry', '9001-9100/15'],
  ['BCR', 'BCR-15-9001-9100', 'BioCarbon', 'bcr 9001 to 9100, 15'],
])('%s with %s and %s with %s are one registry', (one, serial, other, otherSerial) => {
  expect(reasonOf(batch(one, serial, 100), batch(other, otherSerial, 100))).toHaveLength(2)
})

it('a serial of more numbers than can be compared is reported', () => {
  const long = `X ${'1 2 3 4 5 6 7 8 9 '.repeat(200)}`
  expect(reasonOf(batch('BCR', long, 1), batch('BCR', `${long} 5`, 1))).toEqual(
    Array.from({ length: 2 }, () => 'it has more than 24 numbers'),
  )
})

it('others are not reported', () => {
  const others = [
    batch('BCR', 'BCR-CO-261-14-001-2022-1-500', 500),
    batch('BCR', 'BCR-CO-261-14-001-2022-501-1000', 500),
    batch('BCR', 'BCR-4001-1-100', 100),
    batch('BCR', 'BCR-4002-1-100', 100),
    batch('BCR', 'BCR-2024-16-5001', 100),
    batch('BCR', 'BCR-2024-16-5101', 100),
    batch('BCR', 'BCR-16-2023-1', 100),
    batch('BCR', 'BCR-16-2024-1', 100),
    batch('BCR', 'BCR-17-2023-9001-9101', 100),
    batch('BCR', 'BCR-17-2023-9101-9201', 100),
    batch('BCR', 'BCR-18-2021-2024', 4),
    batch('BCR', 'BCR-18-2025-2028', 4),
    batch('BCR', 'BCR-4003-5001', 100),
    batch('BCR', 'BCR-4003-5101', 100),
    batch('BCR', 'BCR-19-1-50', 50),
    batch('BCR', 'BCR-19-2001-2050', 50),
    batch('BCR', 'BCR-20-01012024-30062024-1-100', 100),
    batch('BCR', 'BCR-20-01072024-31122024-1-100', 100),
    batch('ICR', 'ICR-7-1-10', 10),
    batch('Puro.earth', 'PURO 7 1-10', 10),
  ]
  expect(reasonOf(...others)).toEqual([])
})
