// Provides blocks of each registry in several notations. An auditor must match each notation, or report
// it as not compared.

export type SpelledBlock = {
  readonly registry: string
  /** The serial in its registry's notation. */
  readonly serial: string
  readonly tonnes: number
  readonly spellings: readonly string[]
}

const goldStandard = 'GS1-1-IN-GS10782-5-2024-30215-1-16770'
const acr = 'ACR-FR-1129-2025-2917-30932 to 35143'
const car = 'CAR-1-US-1335-31-983-KS-2025-9205-1 to 5000'
const verra = '19318-938756291-938757241-VCS-VCU-1289-VER-KH-3-3052-01012024-31122024-1'
const cdm = 'RW-5-1459975-2-2-0-7014 - RW-5-1460107-2-2-0-7014'
const fullwidth = (text: string) =>
  text.replace(/[0-9]/g, (digit) => String.fromCodePoint(0xff10 + Number(digit)))

export const spelledBlocks: readonly SpelledBlock[] = [
  {
    ...{ registry: 'GS', serial: goldStandard, tonnes: 16_770 },
    spellings: [
      goldStandard.toLowerCase(),
      `${goldStandard} `,
      ` Serial: ${goldStandard}`,
      goldStandard.replaceAll('-', ' '),
      goldStandard.replaceAll('-', '/'),
      goldStandard.replaceAll('-', '_'),
      goldStandard.replaceAll('-', '.'),
      goldStandard.replaceAll('-', '–'),
      goldStandard.replaceAll('-', ' - '),
      goldStandard.replaceAll('-', ''),
      goldStandard.replace('-1-16770', '-00001-16770'),
      goldStandard.replace('1-16770', '1 to 16770'),
      goldStandard.replace('1-16770', '1 through 16770'),
      goldStandard.replace('1-16770', '1-16,770'),
      goldStandard.replace('1-16770', '1-16.770'),
      goldStandard.replace('1-16770', '1..16770'),
      goldStandard.replace('1-16770', '[1;16770]'),
      goldStandard.replace('30215', '3O215'),
      goldStandard.replace('30215', '30 215'),
      goldStandard.replace('30215', '30,215'),
      goldStandard.replace('30215', '30\u200B215'),
      goldStandard.replace('30215', '30215a'),
      goldStandard.replace('2024-', ''),
      goldStandard.replace('GS1-', 'GS2-'),
      goldStandard.replace('IN', 'KE'),
      goldStandard.replace('GS10782', 'GS999'),
      goldStandard.replace('2024', '2019'),
      fullwidth(goldStandard),
      `${goldStandard} (part 2)`,
      `${goldStandard} (2024)`,
      `${goldStandard} copy`,
      `${goldStandard}; ${goldStandard}`,
      `${goldStandard} 7-1-16770`,
      '30215-1-16770',
      'Block 30215',
      'Block 30215: 1-16770',
      '1-16770 of block 30215',
      'thirty thousand two hundred and fifteen',
    ],
  },
  {
    ...{ registry: 'ACR', serial: acr, tonnes: 4_212 },
    spellings: [
      acr.replace(' to ', ' through '),
      acr.replace(' to ', '-'),
      acr.replace(' to ', ' – '),
      acr.replace(' to ', 'TO'),
      acr.replace(' to ', '/'),
      `${acr} (part 2)`,
      acr.replaceAll('-', ' '),
      acr.replace('FR', 'US'),
      acr.replace('2917', '2 917'),
      acr.replace('30932', '30,932'),
      acr.replace('to 35143', 'and the 4211 that follow'),
    ],
  },
  {
    ...{ registry: 'CAR', serial: car, tonnes: 5_000 },
    spellings: [
      car.replace('CAR-1', 'ROC'),
      car.replace(' to ', '-'),
      car.replace('5000', '5,000'),
      car.replace('KS-', ''),
      `${car} only`,
    ],
  },
  {
    ...{ registry: 'VCS', serial: verra, tonnes: 951 },
    spellings: [
      verra.replace(/^19318/, '19319'),
      verra.replace(/-VCS.*/, ''),
      `VCU Serial Number: ${verra}`,
      verra.replaceAll('-', ' '),
      verra.replace('938756291', '938 756 291'),
      verra.replace('938756291', '938,756,291'),
      verra.replace(/^19318-/, ''),
      verra.replace('KH', 'TH'),
      `2 x ${verra}`,
    ],
  },
  {
    ...{ registry: 'GS', serial: cdm, tonnes: 133 },
    spellings: [
      cdm.toLowerCase(),
      cdm.replace(' - ', ' to '),
      cdm.replace(' - ', '-'),
      cdm.replace(' - ', ' through '),
      cdm.replaceAll('7014', '7015'),
      cdm.replace('7014 -', '7014 (CER) -'),
      'RW-5-1459975-2-2-0-7014',
      '1459975-1460107',
    ],
  },
]
