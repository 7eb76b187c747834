// Exports the product's texts in the language of this bundle. The texts of components must be in
// texts/<language>/<feature>.json.
export * as texts from '#texts/.compiled/en/index.ts'
export { locale } from './person-locale.ts'
