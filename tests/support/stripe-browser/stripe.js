// Simulates https://js.stripe.com/<release>/stripe.js in journeys, as far as the product calls it. Card
// fields and the bank's page are iframes, and the page calls Stripe's API.
window.Stripe = Object.assign(
  (key) => {
    const api = (path, body) =>
      fetch(`https://api.stripe.com/v1/${path}`, {
        method: 'POST',
        body: JSON.stringify({ key, ...body }),
      }).then((answer) => answer.json())

    function frameOf(url, title) {
      const frame = document.createElement('iframe')
      frame.src = url
      frame.title = title
      return frame
    }

    /** Calls `handle` with each message of the iframe. */
    function listen(frame, handle) {
      window.addEventListener('message', ({ data, source, origin }) => {
        if (source === frame.contentWindow && origin === new URL(frame.src).origin) handle(data)
      })
    }

    class Field {
      constructor(type, { style }) {
        this.handlers = new Map()
        this.value = ''
        this.frame = frameOf(
          `https://js.stripe.com/field.html#${type}`,
          `Secure ${type} input frame`,
        )
        this.frame.style.cssText = 'border:0;display:block;width:100%;height:1.5rem'
        this.style = style.base
      }
      on(event, handler) {
        this.handlers.set(event, handler)
        return this
      }
      mount(place) {
        place.append(this.frame)
        listen(this.frame, ({ event, value }) => {
          if (event === 'ready') this.update({ style: { base: this.style } })
          if (event === 'change') this.value = value
          this.handlers.get(event)?.({ empty: this.value === '', complete: this.value !== '' })
        })
      }
      update({ style }) {
        const { color, fontSize, fontFamily } = style.base
        this.frame.contentWindow.postMessage({ style: { color, fontSize, fontFamily } }, '*')
      }
      focus() {
        this.frame.contentWindow.postMessage({ focus: true }, '*')
      }
      destroy() {
        this.frame.remove()
      }
    }

    /** The buttons of the pay sheet. Their frame shows one, which a press confirms. */
    class Buttons {
      constructor(amount) {
        this.handlers = new Map()
        this.amount = amount
        this.frame = frameOf('https://js.stripe.com/sheet.html', 'Secure express checkout frame')
        this.frame.allow = 'payment *'
        this.frame.style.cssText = 'border:0;display:block;width:100%;height:3rem'
      }
      on(event, handler) {
        this.handlers.set(event, handler)
      }
      mount(place) {
        place.append(this.frame)
        listen(this.frame, ({ event }) => {
          if (event === 'ready') {
            this.update()
            this.handlers.get('ready')({ availablePaymentMethods: { googlePay: true } })
          }
          const paymentFailed = () => this.frame.contentWindow.postMessage({ hasFailed: true }, '*')
          const confirm = () => this.handlers.get('confirm')({ paymentFailed })
          if (event === 'press') this.handlers.get('click')({ resolve: confirm })
        })
      }
      update(amount = this.amount) {
        this.amount = amount
        this.frame.contentWindow?.postMessage({ amount }, '*')
      }
      destroy() {
        this.frame.remove()
      }
    }

    function elementsOf({ amount } = {}) {
      let buttons
      return {
        create(type, options) {
          if (type !== 'expressCheckout') return new Field(type, options)
          buttons = new Buttons(amount)
          return buttons
        },
        update: (changed) => buttons.update(changed.amount),
        submit: async () => ({}),
      }
    }

    return {
      _registerWrapper() {},
      elements: elementsOf,
      createPaymentMethod: ({ card }) =>
        api('payment_methods', { number: card ? card.value : '4242424242424242' }),
      handleNextAction: ({ clientSecret }) =>
        new Promise((resolve) => {
          const frame = frameOf('https://hooks.stripe.com/bank.html', 'Your bank')
          frame.style.cssText =
            'position:fixed;inset:0;width:100%;height:100%;border:0;background:#fff;z-index:2147483647'
          document.body.append(frame)
          listen(frame, ({ approved }) => {
            frame.remove()
            resolve(api('next_action', { clientSecret, approved }))
          })
        }),
    }
  },
  { version: 'endive' },
)
