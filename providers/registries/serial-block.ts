// How many units a serial number spans, to catch a row whose quantity is not its own. Nothing else
// may take a serial number apart: to the product it is one name (contract 6).

/** One unit is one tonne. The three shapes in which registries write a block. */
const blockShapes = [
  /** Gold Standard: `GS1-1-UG-GS11236-16-2024-30307-1-19149`. */
  /^GS\d-.*-(?<first>\d+)-(?<last>\d+)$/,
  /** Verra: `19258-933627722-933630721-VCS-VCU-1491-VER-BR-14-3590-26102020-31122020-0`. */
  /^\d+-(?<first>\d+)-(?<last>\d+)-VCS-/,
  /** From the Clean Development Mechanism: `RW-5-1463953-2-2-0-7014 - RW-5-1467609-2-2-0-7014`. */
  /^[A-Z]{2}-\d+-(?<first>\d+)-[\d-]+ - [A-Z]{2}-\d+-(?<last>\d+)-[\d-]+$/,
]

/** Units from the first to the last of a block, or null for a shape that is not known. */
export function unitsOfSerialBlock(serialNumber: string): number | null {
  for (const shape of blockShapes) {
    const groups = shape.exec(serialNumber)?.groups
    if (groups !== undefined) return Number(groups.last) - Number(groups.first) + 1
  }
  return null
}
