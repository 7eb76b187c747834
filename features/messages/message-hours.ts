// Decides when a country's people may get a message before a run or of a gift with a day: between 9 and 18 o'clock,
// everywhere in the country (docs/product.md#hours-of-messages). Pure.
import { type Country, callingCodeOf, defaultCallingCode } from '#values/lists/calling-codes.ts'
import { rememberLately } from '#values/remember-lately.ts'
import { regionOf } from '#values/text/canonical-phone.ts'

/** The first hour of messages, and the hour at which they end. */
const hours = { from: 9, until: 18 } as const

/**
 * Time zones of countries. Where one has several, the most eastern and the most western. Russia's zones have no
 * hour of messages in common, so its capital decides.
 */
const timeZones: Readonly<Record<Country | 'RU', readonly string[]>> = {
  US: ['America/New_York', 'Pacific/Honolulu'],
  NL: ['Europe/Amsterdam'],
  FR: ['Europe/Paris'],
  ES: ['Europe/Madrid', 'Atlantic/Canary'],
  IT: ['Europe/Rome'],
  GB: ['Europe/London'],
  DE: ['Europe/Berlin'],
  TR: ['Europe/Istanbul'],
  RU: ['Europe/Moscow'],
}

type Clock = Intl.DateTimeFormat
const openClock = (timeZone: string): Clock =>
  new Intl.DateTimeFormat('en-CA', {
    timeZone,
    ...{ year: 'numeric', month: '2-digit', day: '2-digit' },
    ...{ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  })

/** Returns the clocks of a country's time zones. A place without known zones has those of the default country. */
const clocksOf = rememberLately((country: string): readonly Clock[] => {
  const listed = Object.entries(timeZones).find(([code]) => code === country)?.[1]
  const zones = listed ?? zonesOfRegion(country)
  return (zones.length === 0 ? timeZones[defaultCallingCode.country] : zones).map(openClock)
}, 64)

/** Returns the time zones of a country. Of zones with the same clocks in winter and in summer it returns one. */
function zonesOfRegion(country: string): readonly string[] {
  if (!/^[A-Z]{2}$/.test(country)) return []
  const zones = new Intl.Locale(`und-${country}`).getTimeZones() ?? []
  const clockOf = (timeZone: string) =>
    ['2026-01-01T12:00Z', '2026-07-01T12:00Z']
      .map((moment) => new Date(moment).toLocaleString('en', { timeZone }))
      .join()
  return [...new Map(zones.map((zone) => [clockOf(zone), zone])).values()]
}

/** Returns the day, such as `2026-12-24`, and the hour that a clock shows. */
function readClock(clock: Clock, moment: Date): { readonly day: string; readonly hour: number } {
  const parts = new Map(clock.formatToParts(moment).map(({ type, value }) => [type, value]))
  const day = `${parts.get('year')}-${parts.get('month')}-${parts.get('day')}`
  return { day, hour: Number(parts.get('hour')) }
}

/** Returns true if it is an hour of messages everywhere in the country. */
export function isMessageHour(country: string, moment: Date): boolean {
  return clocksOf(country).every((clock) => {
    const { hour } = readClock(clock, moment)
    return hour >= hours.from && hour < hours.until
  })
}

/** Returns the present day of a country, such as `2026-12-24`. Where it has two, the later one. */
export function dayIn(country: string, moment: Date): string {
  const days = clocksOf(country).map((clock) => readClock(clock, moment).day)
  return days.toSorted().at(-1) ?? ''
}

/** Offsets of time zones from UTC are multiples of a quarter of an hour. */
const quarterMs = 15 * 60_000
/** An hour of messages exists on each day. Between two days the nights of the country's zones are in the way. */
const searchMaxMs = 3 * 24 * 60 * 60_000

/** Returns `from` if it is an hour of messages, otherwise the beginning of the next ones. */
export function nextMessageHour(country: string, from: Date): Date {
  if (isMessageHour(country, from)) return from
  const first = Math.ceil(from.getTime() / quarterMs) * quarterMs
  for (let time = first; time < first + searchMaxMs; time += quarterMs) {
    const moment = new Date(time)
    if (isMessageHour(country, moment)) return moment
  }
  throw new Error(`no hour of messages in ${country}`)
}

/** Returns the beginning of the hours of messages of a day, such as `2026-12-24`, in a country. */
export function messageHoursOf(country: string, day: string): Date {
  // In the most eastern zone of the world, the day begins 14 hours before that of UTC.
  const dayBegins = Date.parse(`${day}T00:00:00Z`) - 14 * 60 * 60_000
  let opening = nextMessageHour(country, new Date(dayBegins))
  while (dayIn(country, opening) < day) {
    opening = nextMessageHour(country, new Date(opening.getTime() + quarterMs))
  }
  return opening
}

/** Returns the country of a phone number whose hours hold for its messages. */
export function countryOfMessages(phone: string): string {
  const region = regionOf(phone)
  if (region !== null && /^[A-Z]{2}$/.test(region)) return region
  return (callingCodeOf(phone) ?? defaultCallingCode).country
}
