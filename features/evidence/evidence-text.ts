// Formats the evidence for a bank's employee as Markdown in plain English.
import type { Delivery, Evidence } from '#features/evidence/read-evidence.ts'
import { minorToUnits } from '#values/money/money.ts'
import { maskPhone } from '#values/text/phone-number.ts'

export function evidenceText(evidence: Evidence, writtenAt: Date): string {
  const { purchase } = evidence
  const sections: readonly (readonly [title: string, lines: readonly string[]])[] = [
    ['The dispute', disputeLines(evidence)],
    ['What was bought', purchaseLines(evidence)],
    ['What was paid', paymentLines(evidence)],
    ['Consent', consentLines],
    ['Who bought it', buyerLines(evidence)],
    ['How it was delivered', deliveryLines(evidence)],
    ['Proof of delivery', proofLines(evidence)],
    ['Messages that were sent', messageLines(evidence)],
  ]
  return [
    `# Evidence for purchase ${purchase.tx_id}`,
    '',
    `Written ${utcText(writtenAt)}. All times are in UTC.`,
    ...sections.flatMap(([title, lines]) => ['', `## ${title}`, '', ...lines]),
    '',
  ].join('\n')
}

function disputeLines({ disputes }: Evidence): string[] {
  if (disputes.length === 0) return ['The card provider has reported no dispute.']
  return disputes.flatMap(
    ({ id, status, reason, amount, currency, opened_at, due_at, closed_at }) => [
      listItem('Dispute', id),
      listItem('State', status),
      listItem('Reason', reason ?? 'not stated'),
      listItem('Disputed sum', `${amount.toFixed(2)} ${currency}`),
      listItem('Opened', utcText(opened_at)),
      ...(due_at === null ? [] : [listItem('Evidence due', utcText(due_at))]),
      ...(closed_at === null ? [] : [listItem('Closed', utcText(closed_at))]),
    ],
  )
}

function purchaseLines({ purchase }: Evidence): string[] {
  return [
    listItem('Goods', `${purchase.quantity_kg} kg of CO2 offsets, a digital good`),
    ...(purchase.refunded_kg === 0
      ? []
      : [listItem('Refunded', `${purchase.refunded_kg} kg of these, with their money`)]),
    listItem('Project', `${purchase.project}, ${purchase.project_country}`),
    listItem('Registry', purchase.registry_name),
    ...(purchase.registry_url === null
      ? []
      : [listItem('Page at the registry', purchase.registry_url)]),
    listItem('Ordered', utcText(purchase.created_at)),
    listItem(
      'Completed',
      purchase.completed_at === null ? 'not completed' : utcText(purchase.completed_at),
    ),
    listItem('For', purchase.is_gift ? 'another person, as a gift' : 'the buyer'),
  ]
}

function paymentLines({ purchase, card }: Evidence): string[] {
  const { currency, batch_currency, rate } = purchase
  const money = (minor: number) => `${minorToUnits(minor).toFixed(2)} ${currency}`
  const price = `${purchase.price_micros / 1_000_000} ${batch_currency} per kg`
  return [
    listItem(
      'Price',
      batch_currency === currency
        ? price
        : `${price}, 1 ${batch_currency} = ${Number(rate)} ${currency}`,
    ),
    listItem('Total', money(purchase.total_minor)),
    listItem('Paid by card', money(purchase.card_minor)),
    listItem('Paid from a wallet', money(purchase.wallet_minor)),
    listItem('Given back to the card', money(purchase.refunded_minor)),
    listItem(
      'Card',
      card === null ? 'the card provider did not say' : `${card.brand}, ending in ${card.lastFour}`,
    ),
    listItem('Payment at the card provider', purchase.card_payment_id ?? 'none'),
  ]
}

const consentLines = [
  'The version of the terms that the buyer agreed to, and the time, are not stored.',
]

function buyerLines({ purchase, sessions }: Evidence): string[] {
  const phone =
    purchase.buyer_phone === null ? 'deleted by the buyer since' : maskPhone(purchase.buyer_phone)
  return [
    listItem('Phone number, verified by a one-time code', phone),
    listItem('Country of the number', purchase.buyer_country),
    listItem('Customer since', utcText(purchase.buyer_since)),
    '',
    ...orderLines(purchase),
    ...(sessions.length === 0
      ? ['', 'No session of that time is kept: ended sessions are deleted.']
      : ['', 'Sessions of the buyer around the purchase:', '']),
    ...sessions.map(
      ({ browser, system, created_at, code_at, last_seen_at }) =>
        `- ${browser ?? 'unknown browser'} on ${system ?? 'an unknown system'}: signed in ${utcText(created_at)}, ` +
        `last code or passkey ${utcText(code_at)}, last used ${utcText(last_seen_at)}`,
    ),
  ]
}

const signedWords = 'signed with a key that is kept in the browser that signed in.'

/** Returns who gave the order. The run of a monthly plan charges a saved card without its owner. */
function orderLines({
  is_planned,
  is_off_session,
  plan_id,
  plan_since,
  card_saved_at,
  card_saved_with,
}: Evidence['purchase']): string[] {
  const plan =
    plan_since === null ? 'is not kept' : `${plan_id} was set up on ${utcText(plan_since)}`
  const confirmation = `The monthly plan ${plan}. The buyer confirmed it in a request that was ${signedWords}`
  const saved =
    card_saved_at === null
      ? []
      : [`The buyer saved the card on ${utcText(card_saved_at)}, with purchase ${card_saved_with}.`]
  if (!is_planned) return [`The order was ${signedWords}`, ...saved]
  if (is_off_session === false) {
    return [
      `A month of the plan was ordered by the buyer. The order was ${signedWords}`,
      confirmation,
      ...saved,
    ]
  }
  return [
    is_off_session === null
      ? 'The monthly plan gave the order. The card was removed since, and it is not kept whether the buyer was present.'
      : 'The monthly plan gave the order and charged the saved card. The buyer was not present, and signed no order.',
    confirmation,
    ...saved,
  ]
}

function deliveryLines({ purchase, deliveries, certificateUrl }: Evidence): string[] {
  if (purchase.completed_at === null)
    return ['Nothing was delivered: the purchase is not completed.']
  const receiver =
    purchase.is_gift && !purchase.is_holder_buyer ? 'the person it was given to' : 'the buyer'
  return [
    purchase.is_received
      ? `On ${utcText(purchase.received_at ?? purchase.completed_at)} the kilograms were entered in the account of ${receiver}:`
      : 'The kilograms are set aside for the person they were given to:',
    '',
    ...deliveries.flatMap(placeLines),
    ...(purchase.is_taken_back
      ? ['', 'They were taken back since, with the refund or the lost dispute.']
      : []),
    ...(certificateUrl === null ? [] : ['', listItem('Public certificate', certificateUrl)]),
  ]
}

function placeLines({ serial, vintageYear, parts }: Delivery): string[] {
  return parts.map(({ first, last, ...part }) => {
    const status =
      part.state === 'retired'
        ? `retired at the registry on ${part.date}, reference ${part.reference}`
        : 'allocated, not yet retired at the registry'
    return `- serial number ${onOneLine(serial)}, vintage ${vintageYear}, kilograms ${first} to ${last}: ${onOneLine(status)}`
  })
}

function proofLines({ proof, origin, purchase }: Evidence): string[] {
  if (proof === null) return ['The public log does not show this purchase yet.']
  return [
    `Each sale is an entry in a public log (${origin}/log/checkpoint) that can only grow. ${origin}/verify checks a certificate against it.`,
    'The entry does not name the purchase; its commitment is the SHA-256 of the salt and the id below.',
    '',
    listItem('Index of the entry', String(proof.index)),
    listItem('Id', purchase.tx_id),
    listItem('Salt', proof.salt.toString('hex')),
    '',
    ...codeBlock('Entry:', proof.entry),
    ...codeBlock(
      'Hashes from the entry to the root:',
      proof.hashes.map((hash) => hash.toString('base64')).join('\n'),
    ),
    ...codeBlock('Signed checkpoint:', proof.checkpoint),
  ]
}

function messageLines({ messages }: Evidence): string[] {
  if (messages.length === 0) return ['No message about this purchase is kept.']
  return messages.map(
    ({ template, state, created_at, sent_at, arrival }) =>
      `- ${template}: ${sent_at === null ? `${state}, written ${utcText(created_at)}` : `sent ${utcText(sent_at)}`}` +
      `${arrival === null ? '' : `, ${arrival}`}`,
  )
}

function codeBlock(title: string, text: string): string[] {
  return [
    title,
    '',
    ...text
      .trimEnd()
      .split('\n')
      .map((line) => `    ${line}`),
    '',
  ]
}

const listItem = (label: string, value: string) => `- ${label}: ${onOneLine(value)}`

/** Joins the lines of a text, so that a registry's name cannot look like further lines. */
function onOneLine(text: string): string {
  return text.replace(/[\p{C}\s]+/gu, ' ').trim()
}

/** Formats a time in UTC as `2026-11-22 13:05:09`. */
function utcText(at: Date): string {
  return at.toISOString().slice(0, 19).replace('T', ' ')
}
