// Holds translated texts for the error codes of any call, since the server's error texts are English
// (docs/product.md#errors). A feature with more specific texts shows its own.
import { locale, texts } from '../texts.ts'

/** Codes that say only that the browser sent something wrong. */
const refused: ReadonlySet<string> = new Set([
  ...['bad_request', 'bad_signature', 'stale_signature', 'replayed', 'wrong_origin'],
  ...['method_not_allowed', 'body_too_large', 'address_too_long', 'headers_too_large'],
  ...['request_timeout', 'not_json', 'key_reused'],
])

/** Sentences by code (texts/lists/problems.json), and those that a feature shows elsewhere too. */
const words: Readonly<Record<string, () => string>> = {
  ...texts.problems,
  not_offered: texts.purchases_not_offered,
  project_not_found: texts.projects_none_found,
  reward_not_found: texts.rewards_claim_failed,
}

/**
 * Returns the text for an error with `code`, or undefined. In English it prefers the server's text,
 * which may contain an amount.
 */
export function problemWords(code: string, serverText: string | undefined): string | undefined {
  if (locale === 'en' && serverText) return serverText
  return refused.has(code) ? texts.problem_refused() : (words[code]?.() ?? serverText)
}
