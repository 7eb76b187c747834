// Lists the kinds by which people filter projects, in the order in which they are offered. A new
// kind is a row here, and a compile error until it has a word and an icon.

export const projectKinds = [
  'cooking',
  'water',
  'forest',
  'sun',
  'wind',
  'hydro',
  'waste',
  'heat',
  'industry',
  'other',
] as const
export type ProjectKind = (typeof projectKinds)[number]
