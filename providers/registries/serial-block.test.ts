// How many tonnes a serial number spans, in the three shapes that registries write.
import { describe, expect, it } from 'vitest'
import { unitsOfSerialBlock } from '#providers/registries/serial-block.ts'

describe('a serial block', () => {
  it.each([
    ['GS1-1-UG-GS11236-16-2024-30307-1-19149', 19_149],
    ['GS1-1-SO-GS12285-16-2024-29932-14034-17454', 3_421],
    ['19258-933627722-933630721-VCS-VCU-1491-VER-BR-14-3590-26102020-31122020-0', 3_000],
    ['RW-5-1463953-2-2-0-7014 - RW-5-1467609-2-2-0-7014', 3_657],
  ])('%s spans %d tonnes', (serial, tonnes) => {
    expect(unitsOfSerialBlock(serial)).toBe(tonnes)
  })

  it('of an unknown shape spans nothing that we know of', () => {
    expect(unitsOfSerialBlock('ACME-7')).toBeNull()
  })
})
