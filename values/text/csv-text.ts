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

/** Returns true if a spreadsheet would run the text as a formula. */
export function beginsAsFormula(text: string): boolean {
  // Normalises with NFKC, because some spreadsheets accept full-width signs and ignore invisible ones.
  return /^[\s\p{C}]*[=+\-@\t\r]/u.test(text.normalize('NFKC'))
}

/** Returns the text for a spreadsheet, with an apostrophe before a formula. */
export function asSpreadsheetText(text: string): string {
  return beginsAsFormula(text) ? `'${text}` : text
}
