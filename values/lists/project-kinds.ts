// The kinds under which people look for projects, one list for all registries' types, in the order
// in which they are offered. A new kind is a row here and a compile error wherever it lacks a word
// or an icon.

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
