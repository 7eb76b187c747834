// The words of the product, typed and in the language of this bundle. A component must never hold
// a sentence of its own: it belongs into messages/<locale>/<feature>.json.
export * as texts from '#.paraglide/en/messages.js'

/** The language of this bundle: the build fixes it, and `<html lang>` says the same. */
export const locale: string = import.meta.env.VITE_LOCALE ?? 'en'
