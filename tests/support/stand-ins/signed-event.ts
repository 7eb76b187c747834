// Sends events as Stripe does, with a signature over the raw bytes.
import { createHmac } from 'node:crypto'

export const webhookSecret = 'whsec_a-secret-of-the-tests'

/** Sends an event, or the raw text of one. Returns the status of the answer. */
export async function sendStripeEvent(url: string, event: object | string): Promise<number> {
  const body = typeof event === 'string' ? event : JSON.stringify(event)
  const at = Math.floor(Date.now() / 1_000)
  const signature = createHmac('sha256', webhookSecret).update(`${at}.${body}`).digest('hex')
  const answer = await fetch(`${url}/webhooks/stripe`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'stripe-signature': `t=${at},v1=${signature}`,
    },
    body,
  })
  return answer.status
}
