// Returns translated texts for error codes, because the server's error texts are English
// (docs/product.md#errors). Features may show more specific texts instead.
import type { Language } from '#values/lists/languages.ts'
import { locale, texts } from '../texts.ts'

/** Codes that say only that the request was invalid. */
const invalidRequestCodes: ReadonlySet<string> = new Set([
  ...['bad_request', 'bad_signature', 'stale_signature', 'replayed', 'wrong_origin'],
  ...['method_not_allowed', 'body_too_large', 'address_too_long', 'headers_too_large'],
  ...['request_timeout', 'not_json', 'key_reused'],
])

/** Texts by code: those of texts/lists/problems.json, and some that features also show elsewhere. */
const textsByCode: Readonly<Record<string, () => string>> = {
  ...texts.problems,
  not_offered: texts.purchases_not_offered,
  project_not_found: texts.projects_none_found,
  reward_not_found: texts.rewards_claim_failed,
}

/**
 * Returns the text for an error code, or undefined. In English it prefers the server's text, which may
 * contain an amount.
 */
export function problemWords(
  code: string,
  serverText: string | undefined,
  language: Language = locale,
): string | undefined {
  if (language === 'en' && serverText) return serverText
  return invalidRequestCodes.has(code)
    ? texts.problem_refused()
    : (textsByCode[code]?.() ?? serverText)
}
