// Determines the locale of dates in /app from the browser and the country of the user's number.
import type { Session } from '#features/people/web/session/session.ts'
import { dates, personLocale } from '#web/person-locale.ts'

/**
 * Sets the locale of dates. English without a region, or en-US, which browsers have by default, is British where the
 * user's number is not American: 28 Nov 2026 is next to pounds.
 */
export function setDateLocale(session: Session): void {
  // The bundles of other languages leave the rest out.
  if (import.meta.env.VITE_LOCALE && import.meta.env.VITE_LOCALE !== 'en') return
  const country = countryOf(session)
  const isBritish = country && country !== 'US' && /^en(-US)?$/.test(personLocale())
  dates.locale = isBritish ? 'en-GB' : undefined
}

function countryOf(session: Session): string | undefined {
  if (session.status === 'signed-in') return session.profile.country
  return session.status === 'signed-out' ? undefined : session.card?.country
}
