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

    return {
      _registerWrapper() {},
      elements: () => ({ create: (type, options) => new Field(type, options) }),
      createPaymentMethod: ({ card }) => api('payment_methods', { number: card.value }),
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
