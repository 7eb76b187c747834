// Tests both wallets' passes whole: each figure and text at its place, and the translation of every text.
import { describe, expect, it } from 'vitest'
import { textIn } from '#texts/text-in.ts'
import { languages } from '#values/lists/languages.ts'
import { leagues } from '#values/lists/leagues.ts'
import { googleClass, googleObject } from './google-pass.ts'
import { factsOf } from './make-pass.ts'
import { type PassFacts, passContent } from './pass-content.ts'
import { wordFiles } from './pass-words.ts'

const row = {
  ...{ passport_id: 'passport-1', language: 'de', country: 'DE', total_kg: 1_234 },
  ...{ offset_league: 'gold', eco_league: 'silver', is_void: false, token_version: 2 },
  updated_at: new Date('2026-10-03T12:34:56.789Z'),
  modified_at: new Date('2026-10-04T00:00:00Z'),
}
const facts: PassFacts = {
  ...{ passportId: 'passport-1', language: 'de', country: 'DE', totalKg: 1_234, isVoid: false },
  ...{ offsetLeague: 'gold', ecoLeague: 'silver', updatedAt: row.updated_at },
}
const web = { publicUrl: 'https://passport.example', authenticationToken: 'token-1' }
const identity = { passTypeId: 'pass.example', teamId: 'TEAM123456', isDevelopment: false }

it('a stored pass has each of its facts', () => {
  expect(factsOf(row)).toEqual(facts)
  expect(factsOf({ ...row, is_void: true })).toEqual({ ...facts, isVoid: true })
})

describe('a pass of Apple’s', () => {
  const barcode = {
    format: 'PKBarcodeFormatQR',
    ...{ message: 'passport-1', messageEncoding: 'iso-8859-1' },
  }
  const english = (key: Parameters<typeof textIn>[1]) => textIn('en', key)
  const pass = {
    ...{ formatVersion: 1, passTypeIdentifier: 'pass.example', teamIdentifier: 'TEAM123456' },
    ...{ serialNumber: 'passport-1', authenticationToken: 'token-1', sharingProhibited: true },
    ...{ organizationName: 'Carbon Passport', description: 'Carbon Passport' },
    webServiceURL: 'https://passport.example/passkit',
    // Dark green, with light text and golden labels.
    backgroundColor: 'rgb(23, 63, 49)',
    foregroundColor: 'rgb(251, 248, 239)',
    labelColor: 'rgb(222, 196, 133)',
    barcodes: [barcode],
    barcode,
    storeCard: {
      headerFields: [
        {
          ...{ key: 'updated', label: english('passport_updated'), value: '2026-10-03T12:34:56Z' },
          ...{ dateStyle: 'PKDateStyleShort', timeStyle: 'PKDateStyleNone' },
        },
      ],
      primaryFields: [
        {
          ...{ key: 'total_offsets', label: english('wallet_pass_total'), value: 1_234 },
          numberStyle: 'PKNumberStyleDecimal',
          changeMessage: english('wallet_pass_total_changed'),
        },
      ],
      secondaryFields: [
        {
          ...{ key: 'offset_league', label: english('passport_offset_league'), value: 'Gold' },
          changeMessage: english('wallet_pass_offset_league_changed'),
        },
        {
          ...{ key: 'eco_league', label: english('passport_eco_league'), value: 'Silver' },
          changeMessage: english('wallet_pass_eco_league_changed'),
          textAlignment: 'PKTextAlignmentRight',
        },
      ],
      backFields: [
        { key: 'passport_id', label: english('wallet_pass_id'), value: 'passport-1' },
        {
          ...{ key: 'online', label: english('wallet_pass_online') },
          value: 'https://passport.example/app',
        },
        {
          ...{ key: 'about', label: english('wallet_pass_about') },
          value: english('wallet_pass_about_text'),
        },
      ],
    },
  }

  it('has every fact at its place, and is voided after an erasure', () => {
    expect(passContent(facts, web, identity)).toEqual(pass)
    expect(passContent({ ...facts, isVoid: true }, web, identity)).toEqual({
      ...{ ...pass, voided: true },
    })
  })

  it('with certificates of a developer says so first', () => {
    const { storeCard } = passContent(facts, web, { ...identity, isDevelopment: true })
    expect(storeCard.backFields).toEqual([
      {
        ...{ key: 'development', label: english('wallet_pass_development_title') },
        value: english('wallet_pass_development_text'),
      },
      ...pass.storeCard.backFields,
    ])
  })

  it.each(languages)('has a translation into %s of all its texts', (language) => {
    const file = wordFiles().find(({ name }) => name === `${language}.lproj/pass.strings`)
    const lines = String(file?.bytes).split('\n')
    const shownKeys = [
      ...['passport_offset_league', 'passport_eco_league', 'passport_updated'],
      ...leagues.map((league) => `leagues_${league}`),
      ...['wallet_pass_total', 'wallet_pass_total_changed', 'wallet_pass_id'],
      ...['wallet_pass_offset_league_changed', 'wallet_pass_eco_league_changed'],
      ...['wallet_pass_online', 'wallet_pass_about', 'wallet_pass_about_text'],
      ...['wallet_pass_development_title', 'wallet_pass_development_text'],
    ] as Parameters<typeof textIn>[1][]
    const quoted = (text: string) => JSON.stringify(text)
    for (const key of shownKeys) {
      expect(lines).toContain(`${quoted(english(key))} = ${quoted(textIn(language, key))};`)
    }
  })
})

it('the class of Google’s passes shows the offset league first, then the eco league', () => {
  const item = (id: string) => ({
    firstValue: { fields: [{ fieldPath: `object.textModulesData['${id}']` }] },
  })
  expect(googleClass('issuer')).toEqual({
    id: 'issuer.passport',
    classTemplateInfo: {
      cardTemplateOverride: {
        cardRowTemplateInfos: [{ twoItems: { startItem: item('offset'), endItem: item('eco') } }],
      },
    },
  })
})

it.each([
  ['en', 'GB', '1,234 kg CO₂', 'Gold', 'Silver', '3 Oct 2026'],
  ['nl', 'NL', '1.234 kg CO₂', 'Goud', 'Zilver', '3 okt 2026'],
  ['fr', 'FR', '1 234 kg CO₂', 'Or', 'Argent', '3 oct. 2026'],
  ['es', 'ES', '1234 kg CO₂', 'Oro', 'Plata', '3 oct 2026'],
  ['it', 'IT', '1234 kg CO₂', 'Oro', 'Argento', '3 ott 2026'],
  ['de', 'DE', '1.234 kg CO₂', 'Gold', 'Silber', '03.10.2026'],
  ['tr', 'TR', '1.234 kg CO₂', 'Altın', 'Gümüş', '3 Eki 2026'],
] as const)(
  'a pass of Google’s in %s has its owner’s words',
  (language, country, total, offset, eco, day) => {
    const pass = googleObject({ ...facts, language, country }, 'pass-1', 'issuer')
    expect(pass.cardTitle).toEqual({ defaultValue: { language, value: 'Carbon Passport' } })
    expect(pass.header.defaultValue.language).toBe(language)
    expect(pass.header.defaultValue.value.replaceAll(/\s/g, ' ')).toBe(total)
    expect(pass.textModulesData).toEqual([
      { id: 'offset', header: textIn(language, 'passport_offset_league'), body: offset },
      { id: 'eco', header: textIn(language, 'passport_eco_league'), body: eco },
      { header: textIn(language, 'passport_updated'), body: day },
    ])
  },
)

it('a pass of Google’s shows the day in UTC, in whichever time zone the server runs', () => {
  const previousZone = process.env.TZ
  try {
    for (const zone of ['Pacific/Kiritimati', 'Pacific/Honolulu']) {
      process.env.TZ = zone
      const days = ['2026-10-03T00:00:00Z', '2026-10-03T23:59:59Z'].map((moment) =>
        googleObject({ ...facts, updatedAt: new Date(moment) }, 'p', 'i').textModulesData.at(-1),
      )
      expect(days.map((day) => day?.body)).toEqual(['03.10.2026', '03.10.2026'])
    }
  } finally {
    if (previousZone === undefined) delete process.env.TZ
    else process.env.TZ = previousZone
  }
})

it('a pass of Google’s has every fact at its place', () => {
  expect(googleObject(facts, 'pass-1', 'issuer')).toEqual({
    ...{ id: 'issuer.pass-1', classId: 'issuer.passport', hexBackgroundColor: '#173f31' },
    cardTitle: { defaultValue: { language: 'de', value: 'Carbon Passport' } },
    header: { defaultValue: { language: 'de', value: '1.234 kg CO₂' } },
    barcode: { type: 'QR_CODE', value: 'passport-1' },
    textModulesData: [
      { id: 'offset', header: textIn('de', 'passport_offset_league'), body: 'Gold' },
      { id: 'eco', header: textIn('de', 'passport_eco_league'), body: 'Silber' },
      { header: textIn('de', 'passport_updated'), body: '03.10.2026' },
    ],
  })
})
