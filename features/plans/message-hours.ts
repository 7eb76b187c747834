// Decides when a country's people may get a message before a run: between 9 and 18 o'clock
// (docs/product.md#monthly-plans). Pure.
import { type Country, callingCodes, defaultCallingCode } from '#values/lists/calling-codes.ts'

/** The first hour of messages, and the hour at which they end. */
const hours = { from: 9, until: 18 } as const

/** Time zones of each country. Where it has several, the most eastern and the most western. */
const timeZones: Readonly<Record<Country, readonly string[]>> = {
  US: ['America/New_York', 'Pacific/Honolulu'],
  NL: ['Europe/Amsterdam'],
  FR: ['Europe/Paris'],
  ES: ['Europe/Madrid', 'Atlantic/Canary'],
  IT: ['Europe/Rome'],
  GB: ['Europe/London'],
  DE: ['Europe/Berlin'],
  TR: ['Europe/Istanbul'],
}

const clocks = new Map(
  [...new Set(Object.values(timeZones).flat())].map((timeZone) => [
    timeZone,
    new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', hourCycle: 'h23' }),
  ]),
)

/** Returns true if it is an hour of messages everywhere in the country. */
export function isMessageHour(country: string, moment: Date): boolean {
  const known = callingCodes.find((row) => row.country === country)?.country
  return timeZones[known ?? defaultCallingCode.country].every((timeZone) => {
    const hour = Number(clocks.get(timeZone)?.format(moment))
    return hour >= hours.from && hour < hours.until
  })
}
