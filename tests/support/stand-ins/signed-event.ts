// Sends an event as Stripe does: signed over its raw bytes.
import { createHmac } from 'node:crypto'

export const webhookSecret = 'whsec_a-secret-of-the-tests'

/** `event` is an event, or the raw text of one. */
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
