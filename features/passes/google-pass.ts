// Maps a pass to Google's generic object and class. It must not contain a name or a phone number, because a
// pass is visible on a lock screen. Pure.

import type { GoogleClass, GoogleObject } from '#providers/wallet-pass/google-wallet.ts'
import { localeOf } from '#values/lists/languages.ts'
import type { PassFacts } from './pass-content.ts'
import { wordsIn } from './pass-words.ts'

const classIdOf = (issuerId: string) => `${issuerId}.passport`

/** Returns the class of all passes, which shows both leagues in a row. */
export function googleClass(issuerId: string): GoogleClass {
  const item = (id: string) => ({
    firstValue: { fields: [{ fieldPath: `object.textModulesData['${id}']` }] },
  })
  const row = { twoItems: { startItem: item('offset'), endItem: item('eco') } }
  return {
    id: classIdOf(issuerId),
    classTemplateInfo: { cardTemplateOverride: { cardRowTemplateInfos: [row] } },
  }
}

/**
 * Returns the object, with texts in the owner's language. `passId` is the second part of Google's id of
 * the pass, after the issuer's number. It is short, because a link contains the whole object, and Google
 * recommends at most 1,800 characters.
 */
export function googleObject(facts: PassFacts, passId: string, issuerId: string): GoogleObject {
  const { language, country, totalKg, updatedAt } = facts
  const locale = localeOf(language, country)
  const word = wordsIn(language)
  const text = (value: string) => ({ defaultValue: { language, value } })
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' })
  return {
    id: `${issuerId}.${passId}`,
    classId: classIdOf(issuerId),
    ...(facts.isVoid ? { state: 'EXPIRED' as const } : {}),
    hexBackgroundColor: '#173f31',
    cardTitle: text('Carbon Passport'),
    header: text(`${new Intl.NumberFormat(locale).format(totalKg)} kg CO₂`),
    barcode: { type: 'QR_CODE', value: facts.passportId },
    textModulesData: [
      {
        id: 'offset',
        header: word('passport_offset_league'),
        body: word(`leagues_${facts.offsetLeague}`),
      },
      { id: 'eco', header: word('passport_eco_league'), body: word(`leagues_${facts.ecoLeague}`) },
      { header: word('passport_updated'), body: day.format(updatedAt) },
    ],
  }
}
