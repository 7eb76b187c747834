// Writes rows as CSV text: fields quoted where necessary, null as an empty field.

export type Field = string | number | null

export function csv(header: readonly string[], rows: readonly (readonly Field[])[]): string {
  const line = (fields: readonly Field[]) => fields.map(csvField).join(',')
  return `${[header, ...rows].map(line).join('\n')}\n`
}

function csvField(field: Field): string {
  const text = String(field ?? '')
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/**
 * Returns a line of CSV (RFC 4180) with its line end, for spreadsheets. Text that a spreadsheet would
 * run as a formula gets a leading apostrophe.
 */
export function spreadsheetLine(fields: readonly Field[]): string {
  return `${fields.map((field) => csvField(withoutFormula(field))).join(',')}\r\n`
}

function withoutFormula(field: Field): Field {
  return typeof field === 'string' ? asSpreadsheetText(field) : field
}

/** Signs that begin a formula, and those that NFKC makes one of them: some spreadsheets read it. */
const formulaSigns =
  '=+\\-@\uff1d\uff0b\uff0d\uff20\ufe66\ufe62\ufe63\ufe6b\u207c\u208c\u207a\u208a\u2a75\u2a76\ufb29'
// Some spreadsheets ignore blanks and invisible characters before a formula.
const formulaStart = new RegExp(`^[\\s\\p{C}]*[${formulaSigns}\\t\\r]`, 'u')
/**
 * Matches a formula at the start of a cell within the text, also behind quotes. Where ";" or a tab separates cells, as
 * in spreadsheets of most languages, the quotes of such a field are not seen.
 */
const innerStart = new RegExp(
  `(?<=[;\\t\\r\\n])(?=(?:(?![\\t\\r\\n])[\\s\\p{C}"])*[${formulaSigns}])`,
  'gu',
)

/** Returns true if a spreadsheet would run the text as a formula. */
export function beginsAsFormula(text: string): boolean {
  return formulaStart.test(text)
}

/** Returns the text for a spreadsheet, with an apostrophe before each formula. */
export function asSpreadsheetText(text: string): string {
  const inner = text.replace(innerStart, "'")
  return beginsAsFormula(text) ? `'${inner}` : inner
}
