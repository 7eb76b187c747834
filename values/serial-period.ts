// The period of reductions that a serial of the VCS names in its last parts. Pure.
import { readSerial } from '#values/serials.ts'

/** The last day, `2024-12-31`; null for a serial that names none, or a vintage alone. */
export function serialPeriodEnd(serialNumber: string): string | null {
  const through = readSerial(serialNumber).names?.period?.through ?? ''
  return through.length === 8
    ? `${through.slice(0, 4)}-${through.slice(4, 6)}-${through.slice(6)}`
    : null
}
