// Writes the evidence as a text for a bank's employee: plain English in Markdown. Pure.
import type { Delivered, Evidence } from '#features/evidence/read-evidence.ts'
import { minorToUnits } from '#values/money/money.ts'
import { maskPhone } from '#values/text/phone-number.ts'

export function evidenceText(evidence: Evidence, writtenAt: Date): string {
  const { bought } = evidence
  const sections: readonly (readonly [title: string, lines: readonly string[]])[] = [
    ['The dispute', disputeLines(evidence)],
    ['What was bought', boughtLines(evidence)],
    ['What was paid', paidLines(evidence)],
    ['Consent', consentLines],
    ['Who bought it', buyerLines(evidence)],
    ['How it was delivered', deliveryLines(evidence)],
    ['Proof of delivery', proofLines(evidence)],
    ['Messages that were sent', messageLines(evidence)],
  ]
  return [
    `# Evidence for purchase ${bought.tx_id}`,
    '',
    `Written ${moment(writtenAt)}. All times are in UTC.`,
    ...sections.flatMap(([title, lines]) => ['', `## ${title}`, '', ...lines]),
    '',
  ].join('\n')
}

function disputeLines({ disputes }: Evidence): string[] {
  if (disputes.length === 0) return ['The card provider has reported no dispute.']
  return disputes.flatMap(
    ({ id, status, reason, amount, currency, opened_at, due_at, closed_at }) => [
      item('Dispute', id),
      item('State', status),
      item('Reason', reason ?? 'not stated'),
      item('Disputed sum', `${amount.toFixed(2)} ${currency}`),
      item('Opened', moment(opened_at)),
      ...(due_at === null ? [] : [item('Evidence due', moment(due_at))]),
      ...(closed_at === null ? [] : [item('Closed', moment(closed_at))]),
    ],
  )
}

function boughtLines({ bought }: Evidence): string[] {
  return [
    item('Goods', `${bought.quantity_kg} kg of CO2 offsets, a digital good`),
    item('Project', `${bought.project}, ${bought.project_country}`),
    item('Registry', bought.registry_name),
    ...(bought.registry_url === null ? [] : [item('Page at the registry', bought.registry_url)]),
    item('Ordered', moment(bought.created_at)),
    item('Completed', bought.completed_at === null ? 'not completed' : moment(bought.completed_at)),
    item('For', bought.is_gift ? 'another person, as a gift' : 'the buyer'),
  ]
}

function paidLines({ bought, card }: Evidence): string[] {
  const { currency, batch_currency, rate } = bought
  const money = (minor: number) => `${minorToUnits(minor).toFixed(2)} ${currency}`
  const price = `${bought.price_micros / 1_000_000} ${batch_currency} per kg`
  return [
    item(
      'Price',
      batch_currency === currency
        ? price
        : `${price}, 1 ${batch_currency} = ${Number(rate)} ${currency}`,
    ),
    item('Total', money(bought.total_minor)),
    item('Paid by card', money(bought.card_minor)),
    item('Paid from a wallet', money(bought.wallet_minor)),
    item('Given back to the card', money(bought.refunded_minor)),
    item(
      'Card',
      card === null ? 'the card provider did not say' : `${card.brand}, ending in ${card.lastFour}`,
    ),
    item('Payment at the card provider', bought.card_payment_id ?? 'none'),
  ]
}

const consentLines = [
  'The version of the terms that the buyer agreed to, and the time, are not stored.',
]

function buyerLines({ bought, signIns }: Evidence): string[] {
  const phone =
    bought.buyer_phone === null ? 'deleted by the buyer since' : maskPhone(bought.buyer_phone)
  return [
    item('Phone number, verified by a one-time code', phone),
    item('Country of the number', bought.buyer_country),
    item('Customer since', moment(bought.buyer_since)),
    '',
    'The order was signed with a key that is kept in the browser that signed in.',
    ...(signIns.length === 0
      ? ['', 'No session of that time is kept: ended sessions are deleted.']
      : ['', 'Sessions of the buyer around the purchase:', '']),
    ...signIns.map(
      ({ browser, system, created_at, code_at, last_seen_at }) =>
        `- ${browser ?? 'unknown browser'} on ${system ?? 'an unknown system'}: signed in ${moment(created_at)}, ` +
        `last code typed ${moment(code_at)}, last used ${moment(last_seen_at)}`,
    ),
  ]
}

function deliveryLines({ bought, delivered, certificateUrl }: Evidence): string[] {
  if (bought.completed_at === null) return ['Nothing was delivered: the purchase is not completed.']
  const receiver =
    bought.is_gift && !bought.is_holder_buyer ? 'the person it was given to' : 'the buyer'
  return [
    bought.is_received
      ? `On ${moment(bought.received_at ?? bought.completed_at)} the kilograms were entered in the account of ${receiver}:`
      : 'The kilograms are set aside for the person they were given to:',
    '',
    ...delivered.flatMap(placeLines),
    ...(bought.is_taken_back
      ? ['', 'They were taken back since, with the refund or the lost dispute.']
      : []),
    ...(certificateUrl === null ? [] : ['', item('Public certificate', certificateUrl)]),
  ]
}

function placeLines({ serial, vintageYear, parts }: Delivered): string[] {
  return parts.map(({ first, last, ...part }) => {
    const fate =
      part.state === 'retired'
        ? `retired at the registry on ${part.date}, reference ${part.reference}`
        : 'allocated, not yet retired at the registry'
    return `- serial number ${plain(serial)}, vintage ${vintageYear}, kilograms ${first} to ${last}: ${plain(fate)}`
  })
}

function proofLines({ proof, origin, bought }: Evidence): string[] {
  if (proof === null) return ['The public log does not show this purchase yet.']
  return [
    `Each sale is an entry in a public log (${origin}/log/checkpoint) that can only grow. ${origin}/verify checks a certificate against it.`,
    'The entry does not name the purchase; its commitment is the SHA-256 of the salt and the id below.',
    '',
    item('Index of the entry', String(proof.index)),
    item('Id', bought.tx_id),
    item('Salt', proof.salt.toString('hex')),
    '',
    ...block('Entry:', proof.entry),
    ...block(
      'Hashes from the entry to the root:',
      proof.hashes.map((hash) => hash.toString('base64')).join('\n'),
    ),
    ...block('Signed checkpoint:', proof.checkpoint),
  ]
}

function messageLines({ messages }: Evidence): string[] {
  if (messages.length === 0) return ['No message about this purchase is kept.']
  return messages.map(
    ({ template, state, created_at, sent_at, arrival }) =>
      `- ${template}: ${sent_at === null ? `${state}, written ${moment(created_at)}` : `sent ${moment(sent_at)}`}` +
      `${arrival === null ? '' : `, ${arrival}`}`,
  )
}

function block(title: string, text: string): string[] {
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

const item = (label: string, value: string) => `- ${label}: ${plain(value)}`

/** Returns the text on one line. Registries' names must not look like lines of ours. */
function plain(text: string): string {
  return text.replace(/[\p{C}\s]+/gu, ' ').trim()
}

/** Returns `2026-11-22 13:05:09`. */
function moment(at: Date): string {
  return at.toISOString().slice(0, 19).replace('T', ' ')
}
