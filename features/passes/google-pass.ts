// Maps a pass to an object and a class of Google's generic pass. They must not contain a name or a phone
// number, because a pass is visible on a lock screen. Pure.

import type { GoogleClass, GoogleObject } from '#providers/wallet-pass/google-wallet.ts'
import { localeOf } from '#values/lists/languages.ts'
import type { PassFacts } from './pass-content.ts'
import { wordsIn } from './pass-words.ts'

const classIdOf = (issuerId: string) => `${issuerId}.passport`

/** Returns the class of all passes. Its template shows both leagues in one row. */
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
 * Returns the object, with texts in the owner's language. `passId` is the part of Google's id of the pass
 * after the issuer's id. It is short, because a link contains the whole object, and Google recommends at most
 * 1,800 characters.
 */
export function googleObject(facts: PassFacts, passId: string, issuerId: string): GoogleObject {
  const { language, country, totalKg, updatedAt } = facts
  const locale = localeOf(language, country)
  const textOf = wordsIn(language)
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
        header: textOf('passport_offset_league'),
        body: textOf(`leagues_${facts.offsetLeague}`),
      },
      {
        id: 'eco',
        header: textOf('passport_eco_league'),
        body: textOf(`leagues_${facts.ecoLeague}`),
      },
      { header: textOf('passport_updated'), body: day.format(updatedAt) },
    ],
  }
}
