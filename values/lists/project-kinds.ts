// Lists the kinds by which users filter projects, in display order. A new kind is a row here. The code
// does not compile until it has a text and an icon.

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
