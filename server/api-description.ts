// Contains the parts of the API description that belong to no single call: its introduction, its
// groups, and fields of refusals.
import type { CallTag } from '#platform/http/description/route-facts.ts'
import { problemKinds } from '#server/problems.ts'

const tags: readonly CallTag[] = [
  { name: 'Sign-in', description: 'Codes, the session and its signing key.' },
  { name: 'Passkeys', description: 'Sign-in with a key of the user’s device instead of a code.' },
  { name: 'Passport', description: 'The user’s kilograms, scores and leagues.' },
  { name: 'Own data', description: 'Export, move and deletion of a user’s data, and sessions.' },
  { name: 'Projects', description: 'The catalogue of projects and their batches.' },
  { name: 'Purchases', description: 'Buying and gifting, kilogram by kilogram.' },
  { name: 'Saved cards', description: 'Cards that the card provider keeps for later payments.' },
  { name: 'Plans', description: 'A purchase in each month, up to an amount.' },
  { name: 'Wallet', description: 'Money from programmes, quotes, exchange rates.' },
  { name: 'Activity', description: 'Purchases, gifts given and gifts received.' },
  { name: 'Achievements', description: 'Achievements of a user.' },
  { name: 'Rewards', description: 'Rewards for achievements.' },
  { name: 'Leaderboards', description: 'Ranks within a league.' },
  { name: 'Certificates', description: 'Public pages of kilograms.' },
  { name: 'Log', description: 'The public log, and the figures that it proves.' },
  { name: 'Partners', description: 'Calls of a partner’s server, signed by its terminal.' },
  { name: 'Wallet pass', description: 'The pass for Apple and Google Wallet.' },
  { name: 'Apple Wallet', description: 'Apple’s PassKit web service. Devices call it.' },
  { name: 'Webhooks', description: 'Events that providers send, with their signature.' },
  { name: 'Health', description: 'For operators: the state of a process.' },
]

const text = `JSON over HTTPS. Browsers call from the product’s own origin with a cookie; \
partners’ servers sign their calls.

**Money** is a number in the named currency with at most 2 decimals; a price per kilogram has at most 6. \
**Times** are UTC.

**Errors** have one shape: \`error\`, a sentence for people; \`code\`, for programs; \`request_id\`, \
the answer’s \`X-Request-Id\`. A 400 names the \`field\`. New codes may be added: treat an unknown one \
by its status.

**Repeats.** Send a call that moves value with an \`Idempotency-Key\` of your own. Without an answer, \
send it again with the same key and a new nonce.

**Pages.** With \`limit\` the next page is in \`Link\` with \`rel="next"\`. Follow it as it stands.

**Limits.** A caller above a limit gets 429 with \`Retry-After\`. Where a limit applies, \`RateLimit\` and \
\`RateLimit-Policy\` show the rest of it; sign-in shows none. A person or partner may read 120 times \
at once and 20 times a second. A body has at most 16 KiB, an address 2 KiB.

**Versions.** This is version 1. Calls, fields, codes and optional inputs may be added; ignore unknown \
ones. A removal is announced 12 months ahead by \`Deprecation\` (RFC 9745) and \`Sunset\` \
(RFC 8594) on its answers and in the changelog.`

/** Fields of single refusals (docs/product.md#reservation). */
const refusalFields = {
  status: { type: 'string', description: 'The state of the purchase.' },
  terms_version: {
    type: 'string',
    description: 'With `terms_changed`: the version to agree to.',
  },
  kg_available: {
    type: 'integer',
    description: 'With `insufficient_stock`: the kilograms on sale.',
  },
  quote: {
    type: 'object',
    description: 'With `quote_changed`: the current figures.',
    properties: {
      price_per_kg: { type: 'number' },
      currency: { type: 'string' },
      rate: { type: 'number' },
      total: { type: 'number' },
      wallet_used: { type: 'number' },
      card_needed: { type: 'number' },
    },
  },
}

export const apiDescription = { kinds: problemKinds, tags, text, refusalFields }
