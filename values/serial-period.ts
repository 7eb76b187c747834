// The period of reductions that a serial of the VCS names in its last parts. Pure.

/** `…-VCS-VCU-…-01012024-31122024-1`, whatever separates the parts. */
const form =
  /(?:^|-)[0-9]+-[0-9]+-[0-9]+-(?:VCS|VCU)-.*-[0-9]{7,8}-(?<end>[0-9]{7,8})(?:-[0-9]+)?-?$/

/** The last day, `2024-12-31`; null for a serial that names none. */
export function serialPeriodEnd(serialNumber: string): string | null {
  const parts = serialNumber
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .toUpperCase()
    .replace(/[^0-9A-Z]+/g, '-')
  const digits = form.exec(parts)?.groups?.end?.padStart(8, '0')
  if (digits === undefined) return null
  return `${digits.slice(4)}-${digits.slice(2, 4)}-${digits.slice(0, 2)}`
}
