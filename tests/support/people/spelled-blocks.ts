// Provides blocks of each registry in spellings that an auditor must match, or report as not
// compared.

export type SpelledBlock = {
  readonly registry: string
  /** In its registry's spelling. */
  readonly serial: string
  readonly tonnes: number
  readonly spellings: readonly string[]
}

const gold = 'GS1-1-IN-GS10782-5-2024-30215-1-16770'
const american = 'ACR-FR-1129-2025-2917-30932 to 35143'
const reserve = 'CAR-1-US-1335-31-983-KS-2025-9205-1 to 5000'
const verra = '19318-938756291-938757241-VCS-VCU-1289-VER-KH-3-3052-01012024-31122024-1'
const mechanism = 'RW-5-1459975-2-2-0-7014 - RW-5-1460107-2-2-0-7014'
const fullwidth = (text: string) =>
  text.replace(/[0-9]/g, (digit) => String.fromCodePoint(0xff10 + Number(digit)))

export const spelledBlocks: readonly SpelledBlock[] = [
  {
    ...{ registry: 'GS', serial: gold, tonnes: 16_770 },
    spellings: [
      gold.toLowerCase(),
      `${gold} `,
      ` Serial: ${gold}`,
      gold.replaceAll('-', ' '),
      gold.replaceAll('-', '/'),
      gold.replaceAll('-', '_'),
      gold.replaceAll('-', '.'),
      gold.replaceAll('-', '–'),
      gold.replaceAll('-', ' - '),
      gold.replaceAll('-', ''),
      gold.replace('-1-16770', '-00001-16770'),
      gold.replace('1-16770', '1 to 16770'),
      gold.replace('1-16770', '1 through 16770'),
      gold.replace('1-16770', '1-16,770'),
      gold.replace('1-16770', '1-16.770'),
      gold.replace('1-16770', '1..16770'),
      gold.replace('1-16770', '[1;16770]'),
      gold.replace('30215', '3O215'),
      gold.replace('30215', '30 215'),
      gold.replace('30215', '30,215'),
      gold.replace('30215', '30\u200B215'),
      gold.replace('30215', '30215a'),
      gold.replace('2024-', ''),
      gold.replace('GS1-', 'GS2-'),
      gold.replace('IN', 'KE'),
      gold.replace('GS10782', 'GS999'),
      gold.replace('2024', '2019'),
      fullwidth(gold),
      `${gold} (part 2)`,
      `${gold} (2024)`,
      `${gold} copy`,
      `${gold}; ${gold}`,
      `${gold} 7-1-16770`,
      '30215-1-16770',
      'Block 30215',
      'Block 30215: 1-16770',
      '1-16770 of block 30215',
      'thirty thousand two hundred and fifteen',
    ],
  },
  {
    ...{ registry: 'ACR', serial: american, tonnes: 4_212 },
    spellings: [
      american.replace(' to ', ' through '),
      american.replace(' to ', '-'),
      american.replace(' to ', ' – '),
      american.replace(' to ', 'TO'),
      american.replace(' to ', '/'),
      `${american} (part 2)`,
      american.replaceAll('-', ' '),
      american.replace('FR', 'US'),
      american.replace('2917', '2 917'),
      american.replace('30932', '30,932'),
      american.replace('to 35143', 'and the 4211 that follow'),
    ],
  },
  {
    ...{ registry: 'CAR', serial: reserve, tonnes: 5_000 },
    spellings: [
      reserve.replace('CAR-1', 'ROC'),
      reserve.replace(' to ', '-'),
      reserve.replace('5000', '5,000'),
      reserve.replace('KS-', ''),
      `${reserve} only`,
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
    ...{ registry: 'GS', serial: mechanism, tonnes: 133 },
    spellings: [
      mechanism.toLowerCase(),
      mechanism.replace(' - ', ' to '),
      mechanism.replace(' - ', '-'),
      mechanism.replace(' - ', ' through '),
      mechanism.replaceAll('7014', '7015'),
      mechanism.replace('7014 -', '7014 (CER) -'),
      'RW-5-1459975-2-2-0-7014',
      '1459975-1460107',
    ],
  },
]
