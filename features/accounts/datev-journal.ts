// Writes the sums of days as a batch of bookings for DATEV (EXTF, category 21, format version 13). Pure.
import { reasonOf } from '#features/accounts/posting-reasons.ts'
import type { DaySum } from '#features/accounts/sum-journal.ts'
import { decimalsOf } from '#values/money/currencies.ts'
import { minorText } from '#values/money/money.ts'
import { addDays } from '#values/text/utc-day.ts'
import {
  type AccountNumber,
  type AccountNumbers,
  accountsWithoutNumber,
  numberOf,
} from './account-numbers.ts'

/** Maximum number of bookings that DATEV imports from one file. */
const bookingsMax = 99_999
/** Decimals of DATEV's amounts. */
const decimals = 2
/** Maximum amount of a booking in hundredths: 10 digits and 2 decimals. */
const amountMax = 999_999_999_999
/** Maximum length of the text of a booking (Buchungstext), in characters. */
const textMax = 60

const numbered = (count: number, ...names: readonly string[]) =>
  Array.from({ length: count }, (_, at) => names.map((name) => `${name} ${at + 1}`)).flat()

/** The names of the columns, in line 2. */
const columnNames: readonly string[] = [
  ...['Umsatz (ohne Soll/Haben-Kz)', 'Soll/Haben-Kennzeichen', 'WKZ Umsatz', 'Kurs'],
  ...['Basis-Umsatz', 'WKZ Basis-Umsatz', 'Konto', 'Gegenkonto (ohne BU-Schlüssel)'],
  ...['BU-Schlüssel', 'Belegdatum', 'Belegfeld 1', 'Belegfeld 2', 'Skonto', 'Buchungstext'],
  ...['Postensperre', 'Diverse Adressnummer', 'Geschäftspartnerbank', 'Sachverhalt'],
  ...['Zinssperre', 'Beleglink'],
  ...numbered(8, 'Beleginfo - Art', 'Beleginfo - Inhalt'),
  ...['KOST1 - Kostenstelle', 'KOST2 - Kostenstelle', 'Kost-Menge'],
  ...['EU-Land u. UStID (Bestimmung)', 'EU-Steuersatz (Bestimmung)', 'Abw. Versteuerungsart'],
  ...['Sachverhalt L+L', 'Funktionsergänzung L+L', 'BU 49 Hauptfunktionstyp'],
  ...['BU 49 Hauptfunktionsnummer', 'BU 49 Funktionsergänzung'],
  ...numbered(20, 'Zusatzinformation - Art', 'Zusatzinformation - Inhalt'),
  ...['Stück', 'Gewicht', 'Zahlweise', 'Forderungsart', 'Veranlagungsjahr'],
  ...['Zugeordnete Fälligkeit', 'Skontotyp', 'Auftragsnummer', 'Buchungstyp'],
  ...['USt-Schlüssel (Anzahlungen)', 'EU-Land (Anzahlungen)', 'Sachverhalt L+L (Anzahlungen)'],
  ...['EU-Steuersatz (Anzahlungen)', 'Erlöskonto (Anzahlungen)', 'Herkunft-Kz', 'Buchungs GUID'],
  ...['KOST-Datum', 'SEPA-Mandatsreferenz', 'Skontosperre', 'Gesellschaftername'],
  ...['Beteiligtennummer', 'Identifikationsnummer', 'Zeichnernummer', 'Postensperre bis'],
  ...['Bezeichnung SoBil-Sachverhalt', 'Kennzeichen SoBil-Buchung', 'Festschreibung'],
  ...['Leistungsdatum', 'Datum Zuord. Steuerperiode', 'Fälligkeit', 'Generalumkehr (GU)'],
  ...['Steuersatz', 'Land', 'Abrechnungsreferenz', 'BVV-Position'],
  ...['EU-Land u. UStID (Ursprung)', 'EU-Steuersatz (Ursprung)', 'Abw. Skontokonto'],
]

export type DatevClient = {
  /** Number of the accountant, 7 digits at most. */
  readonly consultant: number
  /** Number of the client at the accountant, 5 digits at most. */
  readonly client: number
  /** The first day of the fiscal year. */
  readonly yearStart: string
}

export type DatevBatch = {
  readonly client: DatevClient
  readonly currency: string
  /** The first and the last day. Both are of one fiscal year, because a booking's date has no year. */
  readonly from: string
  readonly to: string
  readonly createdAt: Date
}

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`
const digitsOf = (day: string) => day.replaceAll('-', '')

/** Returns the last day of the fiscal year that begins on a day. */
export function lastDayOfYear(yearStart: string): string {
  const [year = '', ...rest] = yearStart.split('-')
  return addDays([Number(year) + 1, ...rest].join('-'), -1)
}

/**
 * Returns the file's lines as text, or its faults. All sums have the currency of the batch. A sum between accounts
 * with the same number is left out, because it moves nothing there.
 */
export function datevText(
  sums: readonly DaySum[],
  batch: DatevBatch,
  numbers: AccountNumbers,
): { readonly text: string } | { readonly faults: readonly string[] } {
  const { currency } = batch
  if (decimalsOf(currency) > decimals) {
    return { faults: [`Amounts of ${currency} have more than the ${decimals} decimals of DATEV.`] }
  }
  const missing = accountsWithoutNumber(
    numbers,
    sums.flatMap(({ debit, credit }) => [debit, credit]),
  )
  if (missing.length > 0) return { faults: missing }
  const faults: string[] = []
  const bookings = sums.flatMap((sum) => {
    const [debit, credit] = [numberOf(numbers, sum.debit), numberOf(numbers, sum.credit)]
    if (debit === null || credit === null || debit.number === credit.number) return []
    const booking = bookingOf(sum, debit, credit)
    if (booking !== null) return [booking]
    faults.push(`${sum.debit} and ${sum.credit} have different tax keys, and DATEV takes one.`)
    return []
  })
  const tooLarge = sums.find((sum) => hundredthsOf(sum) > amountMax)
  if (tooLarge !== undefined) faults.push(`The sum of ${tooLarge.day} has more than 10 digits.`)
  if (bookings.length > bookingsMax) {
    faults.push(`The file would have ${bookings.length} bookings, and DATEV takes ${bookingsMax}.`)
  }
  if (faults.length > 0) return { faults: [...new Set(faults)] }
  const length = [...numbers.values()][0]?.number.length ?? 4
  const lines = [headerOf(batch, length), columnNames.map(quoted).join(';'), ...bookings]
  return { text: lines.map((line) => `${line}\r\n`).join('') }
}

function headerOf({ client, currency, from, to, createdAt }: DatevBatch, length: number): string {
  const created = createdAt.toISOString().replace(/\D/g, '')
  const name = quoted(`Carbon Passport ${from.slice(0, 7)}`)
  return [
    ...[quoted('EXTF'), 700, 21, quoted('Buchungsstapel'), 13, created, ''],
    ...[quoted('CP'), quoted('Carbon Passport'), quoted('')],
    ...[client.consultant, client.client, digitsOf(client.yearStart), length],
    ...[digitsOf(from), digitsOf(to), name, quoted(''), 1, 0, 0, quoted(currency)],
    ...['', quoted(''), '', '', quoted(''), '', '', quoted(''), quoted('')],
  ].join(';')
}

/** Returns the amount in hundredths, also of a currency without decimals. */
const hundredthsOf = ({ amountMinor, currency }: DaySum) =>
  amountMinor * 10 ** (decimals - decimalsOf(currency))

/** Returns a line, or null if both accounts have a tax key of their own. */
function bookingOf(sum: DaySum, debit: AccountNumber, credit: AccountNumber): string | null {
  const { day, currency } = sum
  if (debit.tax !== '' && credit.tax !== '' && debit.tax !== credit.tax) return null
  // The key belongs to the contra account.
  const isOfDebit = debit.tax !== '' && credit.tax === ''
  const [own, contra] = isOfDebit ? [credit, debit] : [debit, credit]
  const [, month = '', dayOfMonth = ''] = day.split('-')
  const used = [
    minorText(hundredthsOf(sum), decimals).replace('.', ','),
    quoted(isOfDebit ? 'H' : 'S'),
    ...[quoted(currency), '', '', quoted('')],
    ...[own.number, contra.number, quoted(contra.tax), `${dayOfMonth}${month}`],
    ...[quoted(`${digitsOf(day)}${currency}`), quoted(''), '', quoted(textOf(sum))],
  ]
  const empty: string[] = Array.from({ length: columnNames.length - used.length }, () => '')
  // 0 leaves the batch open to the accountant's changes (Festschreibung).
  empty[lockedColumn - used.length] = '0'
  return [...used, ...empty].join(';')
}

/** Returns the reason and the accounts, or the reason alone if DATEV would cut the accounts. */
function textOf({ debit, credit, isEntry }: DaySum): string {
  const reason = reasonOf({ source: debit, destination: credit, isEntry })
  const accounts = `${debit} > ${credit}`
  // The reason of accounts that no flow connects is their kinds.
  const whole = reason === accounts.replace(/:\S+/g, '') ? accounts : `${reason}, ${accounts}`
  return whole.length <= textMax ? whole : reason
}

const lockedColumn = columnNames.indexOf('Festschreibung')
