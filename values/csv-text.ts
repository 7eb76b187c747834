// Writes rows as CSV text that any reader takes: fields quoted where they must be, null as nothing.

export type Field = string | number | null

export function csv(header: readonly string[], rows: readonly (readonly Field[])[]): string {
  const line = (fields: readonly Field[]) => fields.map(csvField).join(',')
  return `${[header, ...rows].map(line).join('\n')}\n`
}

function csvField(field: Field): string {
  const text = String(field ?? '')
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
