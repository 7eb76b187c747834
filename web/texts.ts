// Exports the product's texts, typed and in the language of this bundle. The texts of components belong
// in texts/<language>/<feature>.json.
export * as texts from '#texts/.compiled/en/index.ts'
export { locale } from './person-locale.ts'
