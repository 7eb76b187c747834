// The period of reductions that a serial of the VCS names in its last parts. Pure.
import { canonicalSerial } from '#values/serials.ts'

/** `…-01012024-31122024-1`. The one spelling has no zeros before a number. */
const form = /^[0-9]+-[0-9]+-[0-9]+-(?:VCS|VCU)-.*-[0-9]{7,8}-(?<end>[0-9]{7,8})(?:-[0-9]+)?$/

/** The last day, `2024-12-31`; null for a serial that names none. */
export function serialPeriodEnd(serialNumber: string): string | null {
  const digits = form.exec(canonicalSerial(serialNumber))?.groups?.end?.padStart(8, '0')
  if (digits === undefined) return null
  return `${digits.slice(4)}-${digits.slice(2, 4)}-${digits.slice(0, 2)}`
}
