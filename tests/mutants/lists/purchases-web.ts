// Faults of the pages of a purchase: what is ordered, shown, kept in the tab, and told of its end.
import type { FaultyFile } from '../fault.ts'

export const purchasePages: readonly FaultyFile[] = [
  {
    file: 'features/purchases/web/acknowledge/finish-purchase.ts',
    tests: ['features/purchases/web/acknowledge/finish-purchase.test.ts'],
    faults: [
      {
        fault: 'an id that does not match completes',
        find: '} else if (!typedMatches(state)) {',
        replace: '} else if (state.typed === "") {',
      },
      {
        fault: 'what lapsed is found again by a reload',
        find: "  purchase.startAnew()\n  purchase.dispatch({ type: 'ended', problem: expired })",
        replace: "  purchase.dispatch({ type: 'ended', problem: expired })",
      },
      {
        fault: 'what is being completed is cancelled',
        find: "state.step !== 'ack' || purchase.isRunning()) return 'busy'",
        replace: "state.step !== 'ack') return 'busy'",
      },
      {
        fault: 'the bank’s question is passed over',
        find: "if (state.bank.state === 'asks') {",
        replace: "if (state.bank.state === 'unknown') {",
      },
    ],
  },
  {
    file: 'features/purchases/web/card/sandbox-card-field.tsx',
    tests: ['features/purchases/web/card/sandbox-card-field.test.ts'],
    faults: [
      {
        fault: 'card numbers of nineteen digits are cut',
        find: 'slice(0, 19)',
        replace: 'slice(0, 16)',
      },
    ],
  },
  {
    file: 'features/purchases/web/checkout/quantity-fields.tsx',
    tests: ['features/purchases/web/checkout/quantity-fields.test.tsx'],
    faults: [
      {
        fault: 'older vintages stand first',
        find: 'other.vintage_year - one.vintage_year',
        replace: 'one.vintage_year - other.vintage_year',
      },
      {
        fault: 'dearer batches stand first',
        find: 'one.price_per_kg - other.price_per_kg',
        replace: 'other.price_per_kg - one.price_per_kg',
      },
      {
        fault: 'what one purchase may take is too much',
        find: 'readKg(kgText) ?? 0) > purchaseMaxKg',
        replace: 'readKg(kgText) ?? 0) >= purchaseMaxKg',
      },
    ],
  },
  {
    file: 'features/purchases/web/checkout/reserve-purchase.ts',
    tests: ['features/purchases/web/checkout/reserve-purchase.test.ts'],
    faults: [
      {
        fault: 'the last kilogram cannot be ordered',
        find: 'if (kg > batch.kg_available) {',
        replace: 'if (kg >= batch.kg_available) {',
      },
      {
        fault: 'more than is left is ordered',
        find: 'if (kg > batch.kg_available) {',
        replace: 'if (kg > batch.kg_available + 1) {',
      },
      {
        fault: 'the quote does not go out with the order',
        find: 'wallet_tx_id: quote ?? null',
        replace: 'wallet_tx_id: null',
      },
      {
        fault: 'a gift goes out as a purchase',
        find: 'is_gift: gift ? 1 : 0',
        replace: 'is_gift: 0',
      },
      {
        fault: 'the card’s part goes out as the total',
        find: 'card_used: figures.card',
        replace: 'card_used: figures.total',
      },
    ],
  },
  {
    file: 'features/purchases/web/purchase-answers.ts',
    tests: ['features/purchases/web/purchase-answers.test.ts'],
    faults: [
      {
        fault: 'a payment that is still checked is given up',
        find: " || error.code === 'payment_unknown'",
        replace: '',
      },
      {
        fault: 'whatever cannot be cancelled counts as bought',
        find: "error instanceof ApiError && error.code === 'purchase_completed'",
        replace: 'error instanceof ApiError && error.status === 409',
      },
      {
        fault: 'a long note is told of at the form',
        find: "  note_too_long: 'note',\n",
        replace: '',
      },
      {
        fault: 'a wrong receiver is told of at the form',
        find: "  invalid_recipient: 'recipient',\n",
        replace: '',
      },
      {
        fault: 'a refused card is told of at the form',
        find: "  card_refused: 'card',\n",
        replace: '',
      },
      {
        fault: 'a bad gateway is given up after a while',
        find: 'error.status === 502 || error.status === 503',
        replace: 'error.status === 503',
      },
      {
        fault: 'the wallet’s part is shown as the card’s',
        find: 'cardUsed: reply.card_used',
        replace: 'cardUsed: reply.wallet_used',
      },
      {
        fault: 'the card’s part is shown as the wallet’s',
        find: 'walletUsed: reply.wallet_used',
        replace: 'walletUsed: reply.card_used',
      },
    ],
  },
  {
    file: 'features/purchases/web/purchase-record.ts',
    tests: [
      'features/purchases/web/purchase-record.test.ts',
      'features/purchases/web/purchase.test.ts',
    ],
    faults: [
      {
        fault: 'another person in the tab goes on with a purchase',
        find: '    if (value.passportId === passportId) return value\n',
        replace: '    if (value.passportId !== "") return value\n',
      },
      {
        fault: 'what is kept of another person stays',
        find: '    storage()?.removeItem(name)\n    return undefined',
        replace: '    return undefined',
      },
      {
        fault: 'a purchase that was answered is sent again',
        find: 'return order === null || pending !== null ? undefined',
        replace: 'return order === null ? undefined',
      },
      {
        fault: 'opening the step forgets what is under way',
        find: 'if (readRecord(scope, passportId) === undefined) writeRecord',
        replace: 'if (passportId !== "") writeRecord',
      },
      {
        fault: 'a gift and a purchase share a record',
        find: "return kind === 'buy' ? id : `${kind}:${id}`",
        replace: 'return kind === null ? "" : id',
      },
    ],
  },
  {
    file: 'features/purchases/web/purchase-steps.ts',
    tests: ['features/purchases/web/purchase-steps.test.ts'],
    faults: [
      {
        fault: 'a checkout that asks nothing says that it checks',
        find: "return state.work === 'none' ? state : { ...state, work: 'checking' }",
        replace: "return { ...state, work: 'checking' }",
      },
      {
        fault: 'a mistyped id stays wrong while it is typed anew',
        find: 'return { ...state, typed: event.text, problem: null }',
        replace: 'return { ...state, typed: event.text }',
      },
      {
        fault: 'the bank’s answer does not end the waiting',
        find: "return { ...state, work: 'none', bank: event.bank }",
        replace: 'return { ...state, bank: event.bank }',
      },
      {
        fault: 'a refused completion goes on working',
        find: "return { ...state, work: 'none', problem: event.problem }",
        replace: 'return { ...state, problem: event.problem }',
      },
      {
        fault: 'what is being cancelled could be completed',
        find: "return { ...state, work: 'cancelling', problem: null }",
        replace: 'return { ...state, problem: null }',
      },
    ],
  },
  {
    file: 'features/purchases/web/purchase-words.ts',
    tests: ['features/purchases/web/purchase-words.test.ts'],
    faults: [
      {
        fault: 'a sold-out batch has nothing left',
        find: 'return leftKg ? texts.purchases_only_left({ left: leftKg }) : texts.purchases_sold_out()',
        replace: 'return texts.purchases_only_left({ left: leftKg ?? 0 })',
      },
      {
        fault: 'a gift’s failure hides its reason',
        find: "(kind !== 'buy' && reasonOf(problem, kind)) || ",
        replace: '',
      },
      {
        fault: 'a buyer reads no reason',
        find: "return kind === 'buy' ? reasonOf(problem, kind) : undefined",
        replace: 'return undefined',
      },
      {
        fault: 'a lost answer is no warning',
        find: "  if (problem.hint === 'no_answer') return texts.purchases_no_answer()\n",
        replace: '',
      },
    ],
  },
  {
    file: 'features/purchases/web/purchase.ts',
    tests: ['features/purchases/web/purchase.test.ts'],
    faults: [
      {
        fault: 'a lapsed reservation waits again after a reload',
        find: '  if (Date.parse(pending.expiresAt) <= serverNow()) return { ...atCheckout, problem: expired }\n',
        replace: '',
      },
      {
        fault: 'a bank’s question is forgotten by a reload',
        find: "state: pending.asksBank ? 'unknown' : 'none'",
        replace: "state: 'none'",
      },
      {
        fault: 'an order without an answer is forgotten by a reload',
        find: "  if (record?.order && !pending) return { ...atCheckout, work: 'checking' }\n",
        replace: '',
      },
      {
        fault: 'a completion under way is forgotten by a reload',
        find: 'if (record.completing) {',
        replace: 'if (record.completing && pending.asksBank) {',
      },
      {
        fault: 'a second press runs too',
        find: '    if (running) return\n',
        replace: '',
      },
      {
        fault: 'an old call’s end ends the new one’s wait',
        find: 'if (signal === life.signal) running = false',
        replace: 'running = false',
      },
      {
        fault: 'the first name signs before the nickname',
        find: 'return nickname ?? firstName ?? phone',
        replace: 'return firstName ?? nickname ?? phone',
      },
      {
        fault: 'a form is refused while an answer is awaited',
        find: "if (!running) dispatch({ type: 'refused', problem })",
        replace: "dispatch({ type: 'refused', problem })",
      },
    ],
  },
  {
    file: 'features/purchases/web/success/standing.ts',
    tests: ['features/purchases/web/success/standing.test.ts'],
    faults: [
      {
        fault: 'a stamp is reached before its time',
        find: 'return progressPct >= 100',
        replace: 'return progressPct >= 99',
      },
    ],
  },
]
