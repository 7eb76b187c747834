// The words of the product, typed and in the language of this bundle. A component must not hold
// a sentence of its own: it belongs into texts/<language>/<feature>.json.
export * as texts from '#texts/.compiled/en/index.ts'
export { locale } from './person-locale.ts'
