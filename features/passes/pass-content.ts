// Maps a pass to Apple's pass.json of a store card. It must not contain a name or a phone number, because a
// pass is visible on a lock screen. Pure.

import type { PassIdentity } from '#providers/wallet-pass/pass-signer.ts'
import type { Language } from '#values/lists/languages.ts'
import type { League } from '#values/lists/leagues.ts'
import { englishText as text } from './pass-words.ts'

export type PassFacts = {
  readonly passportId: string
  /** The owner's language. */
  readonly language: Language
  readonly country: string
  readonly totalKg: number
  readonly offsetLeague: League
  readonly ecoLeague: League
  readonly updatedAt: Date
  /** True after the owner's data was erased. Phones show the pass as expired. */
  readonly isVoid: boolean
}

export type PassWebService = {
  /** The product's own address. */
  readonly publicUrl: string
  readonly authenticationToken: string
}

export function passContent(
  facts: PassFacts,
  { publicUrl, authenticationToken }: PassWebService,
  identity: PassIdentity,
) {
  const barcode = {
    format: 'PKBarcodeFormatQR',
    message: facts.passportId,
    messageEncoding: 'iso-8859-1',
  }
  return {
    formatVersion: 1,
    passTypeIdentifier: identity.passTypeId,
    teamIdentifier: identity.teamId,
    serialNumber: facts.passportId,
    organizationName: 'Carbon Passport',
    description: 'Carbon Passport',
    webServiceURL: `${publicUrl}/passkit`,
    authenticationToken,
    sharingProhibited: true,
    ...(facts.isVoid ? { voided: true } : {}),
    backgroundColor: 'rgb(23, 63, 49)',
    foregroundColor: 'rgb(251, 248, 239)',
    labelColor: 'rgb(222, 196, 133)',
    barcodes: [barcode],
    // iOS before version 9, and some apps on other phones, read only this field.
    barcode,
    storeCard: {
      headerFields: [updatedField(facts.updatedAt)],
      primaryFields: [
        {
          key: 'total_offsets',
          label: text('wallet_pass_total'),
          value: facts.totalKg,
          numberStyle: 'PKNumberStyleDecimal',
          changeMessage: text('wallet_pass_total_changed'),
        },
      ],
      secondaryFields: leagueFields(facts),
      backFields: backFields(facts, publicUrl, identity.isDevelopment),
    },
  }
}

function updatedField(updatedAt: Date) {
  return {
    key: 'updated',
    label: text('passport_updated'),
    // ISO 8601 without fractions of a second, as Apple documents it.
    value: `${updatedAt.toISOString().slice(0, 19)}Z`,
    dateStyle: 'PKDateStyleShort',
    timeStyle: 'PKDateStyleNone',
  }
}

function leagueFields({ offsetLeague, ecoLeague }: PassFacts) {
  return [
    {
      key: 'offset_league',
      label: text('passport_offset_league'),
      value: text(`leagues_${offsetLeague}`),
      changeMessage: text('wallet_pass_offset_league_changed'),
    },
    {
      key: 'eco_league',
      label: text('passport_eco_league'),
      value: text(`leagues_${ecoLeague}`),
      changeMessage: text('wallet_pass_eco_league_changed'),
      textAlignment: 'PKTextAlignmentRight',
    },
  ]
}

function backFields({ passportId }: PassFacts, publicUrl: string, isDevelopment: boolean) {
  const development = {
    key: 'development',
    label: text('wallet_pass_development_title'),
    value: text('wallet_pass_development_text'),
  }
  return [
    ...(isDevelopment ? [development] : []),
    { key: 'passport_id', label: text('wallet_pass_id'), value: passportId },
    { key: 'online', label: text('wallet_pass_online'), value: `${publicUrl}/app` },
    { key: 'about', label: text('wallet_pass_about'), value: text('wallet_pass_about_text') },
  ]
}
