// Lists the features in their order: a feature imports only features above it. Both halves obey it.
// The boundary check is generated from this list (.dependency-cruiser.mjs).
// A subfolder such as `purchases/states` may have a row of its own. A new feature needs a row here.

export const featureOrder = [
  'purchases/states',
  'people',
  'legal',
  'messages',
  'wallet',
  'catalogue',
  'estimate',
  'achievements',
  'purchases',
  'reward-claims',
  'plans',
  'log',
  'retirements',
  'boards',
  'passes',
  'tax',
  'receipts',
  'certificates',
  'activity',
  'transparency',
  'verify',
  'partners',
  'evidence',
  'passport',
  'sign-in',
  'passkeys',
  'own-data',
  'accounts',
  'operations',
  'landing',
  'catalogue/pages',
  'home',
  'staff',
  'console',
  'demo',
] as const

type Feature = (typeof featureOrder)[number]

/** Returns the pattern of a feature's files, without its subfolders that have a row of their own. */
export function filesOfFeature(feature: Feature): string {
  const subfolders = featureOrder
    .filter((other) => other.startsWith(`${feature}/`))
    .map((row) => row.slice(feature.length + 1))
  const exclusion = subfolders.length === 0 ? '' : `(?!(${subfolders.join('|')})/)`
  return `^features/${feature}/${exclusion}`
}
