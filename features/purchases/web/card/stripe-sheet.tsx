// Shows Stripe's buttons for Apple Pay, Google Pay and Link (Express Checkout Element). Where the device has none, or
// they cannot be loaded, it shows nothing, and the card fields remain.
import type { Stripe, StripeElements, StripeElementsOptionsMode } from '@stripe/stripe-js'
import { useEffect, useRef, useState } from 'react'
import { nearestMinor } from '#values/money/money.ts'
import { openStripe } from './load-stripe.ts'
import type { SheetAmount, SheetProps } from './sandbox-sheet.tsx'

export function StripeSheet({ amount, onToken }: SheetProps) {
  const box = useRef<HTMLDivElement>(null)
  const elements = useRef<StripeElements>(null)
  const [isOffered, setIsOffered] = useState(false)
  const latest = useRef({ amount, onToken })
  useEffect(() => {
    latest.current = { amount, onToken }
    if (amount !== undefined) elements.current?.update(paymentOf(amount))
  }, [amount, onToken])

  // Stripe requires an amount to create the buttons.
  const [hasAmount, setHasAmount] = useState(false)
  if (amount !== undefined && !hasAmount) setHasAmount(true)
  useEffect(() => {
    if (!hasAmount) return
    let destroy = () => {}
    let isUnmounted = false
    openStripe()
      .then((stripe) => {
        if (isUnmounted || box.current === null || latest.current.amount === undefined) return
        elements.current = stripe.elements(optionsOf(latest.current.amount))
        const buttons = createButtons(stripe, elements.current, () => latest.current)
        destroy = () => buttons.destroy()
        buttons.on('ready', ({ availablePaymentMethods }) =>
          setIsOffered(availablePaymentMethods !== undefined),
        )
        buttons.mount(box.current)
      })
      .catch(() => undefined)
    return () => {
      isUnmounted = true
      destroy()
      elements.current = null
    }
  }, [hasAmount])

  // Stripe measures the box, so it may not be hidden.
  return (
    <div
      ref={box}
      inert={!isOffered || amount === undefined}
      className={isOffered ? 'scheme-light inert:opacity-45' : '-mb-3 h-0 overflow-hidden'}
    />
  )
}

const paymentOf = ({ value, currency }: SheetAmount) => ({
  amount: nearestMinor(value),
  currency: currency.toLowerCase(),
})

/** Without an intent: the server creates it after the sheet, when it reserves. */
const optionsOf = (amount: SheetAmount): StripeElementsOptionsMode => ({
  mode: 'payment',
  ...paymentOf(amount),
  captureMethod: 'manual',
  paymentMethodCreation: 'manual',
  allowedPaymentMethodTypes: ['card', 'link'],
})

/** Creates the buttons. Amazon Pay, Klarna and PayPal leave the page, and yield no PaymentMethod. */
function createButtons(stripe: Stripe, elements: StripeElements, current: () => SheetProps) {
  const buttons = elements.create('expressCheckout', {
    buttonHeight: 48,
    paymentMethods: { amazonPay: 'never', klarna: 'never', paypal: 'never' },
  })
  /** The amount that the open sheet shows. */
  let shown: SheetAmount | undefined
  buttons.on('click', ({ resolve }) => {
    shown = current().amount
    resolve()
  })
  async function tokenise(): Promise<string | undefined> {
    const { error } = await elements.submit()
    if (error) return undefined
    return (await stripe.createPaymentMethod({ elements })).paymentMethod?.id
  }
  buttons.on('confirm', async ({ paymentFailed }) => {
    const token = await tokenise().catch(() => undefined)
    const isSent = token && shown && current().onToken(token, shown)
    if (!isSent) paymentFailed({ reason: 'fail' })
  })
  return buttons
}
