// Faults of money in the browser: what a purchase asks and keeps, and what its pages say.
import type { FaultyFile } from '../fault.ts'

export const moneyPages: readonly FaultyFile[] = [
  {
    file: 'features/purchases/web/purchase-calls.ts',
    tests: ['features/purchases/web/purchase-calls.test.ts'],
    faults: [
      {
        fault: 'a lost answer is asked for once more than meant',
        find: 'turn + 1 >= turnsMax',
        replace: 'turn >= turnsMax',
      },
      {
        fault: 'a payment that the server has in hand is given up',
        find: ' && !isInHand(error))',
        replace: ')',
      },
      {
        fault: 'an answer that only says wait is final',
        find: 'if (response.status !== 202) return',
        replace: 'if (response.ok) return',
      },
      {
        fault: 'the server’s own pause is passed over',
        find: 'retryAfterSeconds(response) ?? waitsSeconds',
        replace: 'waitsSeconds',
      },
      {
        fault: 'a network that is back ends no wait',
        find: "    window.addEventListener('online', over)\n",
        replace: '',
      },
      {
        fault: 'whoever has gone goes on waiting',
        find: "    signal.addEventListener('abort', over, { once: true })\n",
        replace: '',
      },
      {
        fault: 'nobody is told that the outcome is unknown',
        find: '    onUnknown()\n',
        replace: '',
      },
      {
        fault: 'a message that is lost fails the purchase',
        find: '    .catch(() => undefined)\n',
        replace: '',
      },
      {
        fault: 'the bank’s no is sent as a yes',
        find: 'client_secret: clientSecret, approved }',
        replace: 'client_secret: clientSecret, approved: true }',
      },
    ],
  },
  {
    file: 'features/purchases/web/checkout/cancel-order.ts',
    tests: ['features/purchases/web/purchase-flow.test.ts'],
    faults: [
      {
        fault: 'a gift without an answer is looked for under the giver’s number',
        find: 'const telephone = sent.recipient ?? phone',
        replace: 'const telephone = phone',
      },
      {
        fault: 'a cancellation under way is forgotten by a reload',
        find: '  keepCancelled(sent)\n',
        replace: '',
      },
      {
        fault: 'what was released is released again after a reload',
        find: '  forgetCancelled(sent)\n',
        replace: '',
      },
      {
        fault: 'the order after a cancelled one goes out under its key',
        find: '  purchase.startAnew()\n  releaseOrder',
        replace: '  releaseOrder',
      },
      {
        fault: 'nothing can be ordered after a cancelled order',
        find: '  purchase.stop()\n  purchase.listen()\n',
        replace: '  purchase.stop()\n',
      },
      {
        fault: 'an order that may be reserved is given up after a minute',
        find: 'const turnsMax = 75',
        replace: 'const turnsMax = 10',
      },
      {
        fault: 'what was reserved without an answer is not given back',
        find: '    await askCancel(readReserved(answer).txId, asking)\n',
        replace: '    readReserved(answer)\n',
      },
    ],
  },
  {
    file: 'features/purchases/web/checkout/reserve-purchase.ts',
    tests: ['features/purchases/web/purchase-flow.test.ts'],
    faults: [
      {
        fault: 'the order after a refusal goes out under its key',
        find: '    if (!mayHaveHappened(error)) purchase.startAnew()\n',
        replace: '',
      },
      {
        fault: 'an order without an answer goes out again as another',
        find: 'if (!mayHaveHappened(error)) purchase.startAnew()',
        replace: 'purchase.startAnew()',
      },
      {
        fault: 'an order that goes out again is cancelled meanwhile',
        find: 'if (other !== undefined && other.key !== sent.key)',
        replace: 'if (other !== undefined)',
      },
      {
        fault: 'an order without an answer stays beside the next one',
        find: '    if (other !== undefined && other.key !== sent.key) releaseOrder(other, purchase)\n',
        replace: '',
      },
      {
        fault: 'a reload forgets the order that is being sent',
        find: '    purchase.keep(sent)\n',
        replace: '',
      },
      {
        fault: 'a gift is ordered for the giver’s own number',
        find: 'telephone: recipient ?? purchase.buyer().phone',
        replace: 'telephone: purchase.buyer().phone',
      },
      {
        fault: 'an order goes out after its checkout was closed',
        find: '    if (signal.aborted) return\n    if (answer &&',
        replace: '    if (answer &&',
      },
      {
        fault: 'nobody reads that the order is being checked',
        find: "const onUnknown = () => purchase.dispatch({ type: 'outcome-unknown' })",
        replace: 'const onUnknown = () => undefined',
      },
    ],
  },
  {
    file: 'features/purchases/web/acknowledge/finish-purchase.ts',
    tests: [
      'features/purchases/web/purchase-flow.test.ts',
      'features/purchases/web/acknowledge/finish-purchase.test.ts',
    ],
    faults: [
      {
        fault: 'lists are old after a purchase',
        find: '() => undefined)\n  purchase.refresh()\n',
        replace: '() => undefined)\n',
      },
      {
        fault: 'a refused completion is sent again by a reload',
        find: 'completing: mayHaveHappened(error)',
        replace: 'completing: true',
      },
      {
        fault: 'a completion without an answer is forgotten by a reload',
        find: 'completing: mayHaveHappened(error)',
        replace: 'completing: false',
      },
      {
        fault: 'what is still pending counts as being completed',
        find: '    purchase.keep({ ...record, completing: false })\n',
        replace: '',
      },
      {
        fault: 'a gift that was completed after all has lost its note',
        find: "  if (outcome === 'completed') return outcome\n",
        replace: '',
      },
      {
        fault: 'the bank’s yes is forgotten by a reload',
        find: '      purchase.keep({ ...purchase.record(), pending: { ...pending, asksBank: false } })\n',
        replace: '',
      },
      {
        fault: 'what a bank declined stays reserved',
        find: "    await release(purchase, pending)\n    purchase.dispatch({ type: 'ended', problem: { at",
        replace: "    purchase.dispatch({ type: 'ended', problem: { at",
      },
      {
        fault: 'a bank that was not reached is told as our fault',
        find: "isUnreached(error) ? 'unreached' : 'unavailable'",
        replace: "isUnreached(error) ? 'unavailable' : 'unreached'",
      },
      {
        fault: 'what a lapsed reservation held stays held on the screen',
        find: 'problem: expired })\n  purchase.refresh()\n',
        replace: 'problem: expired })\n',
      },
    ],
  },
  {
    file: 'features/purchases/web/use-purchase.ts',
    tests: ['features/purchases/web/purchase-flow.test.ts'],
    faults: [
      {
        fault: 'a reload forgets the bank’s question',
        find: '(!pending || pending.asksBank)',
        replace: '!pending',
      },
      {
        fault: 'a reload does not ask for a completion’s outcome',
        find: 'if (pending && completing) {',
        replace: 'if (pending && completing && pending.asksBank) {',
      },
    ],
  },
  {
    file: 'features/purchases/web/purchase-dialog.tsx',
    tests: ['features/purchases/web/purchase-dialog.test.tsx'],
    faults: [
      {
        fault: 'the time left is counted by the browser’s clock',
        find: 'expiresAt - serverNow() + Date.now()',
        replace: 'expiresAt',
      },
      {
        fault: 'closing leaves an order without an answer behind',
        find: "    if (state.step === 'checkout') cancelOrder(purchase)\n",
        replace: '',
      },
      {
        fault: 'the next gift begins with the last one’s fields',
        find: '    onDone?.()\n',
        replace: '',
      },
      {
        fault: 'a purchase that Cancel found completed is put away unseen',
        find: "if (outcome === 'busy' || outcome === 'completed') return",
        replace: "if (outcome === 'busy') return",
      },
      {
        fault: 'Back cancels a reservation',
        find: 'onBack={() => putAway(props)}',
        replace: 'onBack={close}',
      },
    ],
  },
  {
    file: 'features/purchases/web/checkout/price-lines.tsx',
    tests: ['features/purchases/web/checkout/price-lines.test.tsx'],
    faults: [
      {
        fault: 'an empty wallet can be switched on',
        find: 'preview.wallet_total > 0',
        replace: 'preview.wallet_total >= 0',
      },
      {
        fault: 'the amount in the batch’s currency is not shown',
        find: '{count > 0 && isForeign ?',
        replace: '{count > 0 && !isForeign ?',
      },
      {
        fault: 'the rate of the day stands for the one that is paid',
        find: 'formatRate(preview?.rate ?? rate.rate)',
        replace: 'formatRate(rate.rate)',
      },
      {
        fault: 'the wallet has only what it pays',
        find: 'has={formatAmount(preview.wallet_total, currency)}',
        replace: 'has={formatAmount(preview.wallet_used, currency)}',
      },
      {
        fault: 'old rates are told as new ones',
        find: '    ? texts.purchases_rate_old\n    : texts.purchases_rate\n',
        replace: '    ? texts.purchases_rate\n    : texts.purchases_rate_old\n',
      },
      {
        fault: 'figures are heard before they are known',
        find: 'cost.isSettling ? null : spokenWords',
        replace: 'spokenWords',
      },
      {
        fault: 'the total stands in the batch’s currency',
        find: 'figures.total === null ? <Waiting /> : formatAmount(figures.total, currency)',
        replace:
          'figures.total === null ? <Waiting /> : formatAmount(figures.total, batch.currency)',
      },
    ],
  },
  {
    file: 'features/purchases/web/notices.tsx',
    tests: ['features/purchases/web/checkout/price-lines.test.tsx'],
    faults: [
      {
        fault: 'a gift in one step is told to use the wallet',
        find: 'offersWallet && figures?.walletCouldPay === true',
        replace: 'figures?.walletCouldPay === true',
      },
      {
        fault: 'without a rate the charge is told in the wrong currency',
        find: 'formatAmount(total, batch.currency)',
        replace: 'formatAmount(total, currency)',
      },
      {
        fault: 'a changed total stands in the batch’s currency',
        find: 'formatAmount(quote.total, currency)',
        replace: 'formatAmount(quote.total, quote.currency)',
      },
      {
        fault: 'a changed price stands in the person’s currency',
        find: 'formatUnitPrice(quote.price_per_kg, quote.currency)',
        replace: 'formatUnitPrice(quote.price_per_kg, currency)',
      },
    ],
  },
  {
    file: 'features/purchases/web/notices.tsx',
    tests: ['web/ui/forms/use-form.test.tsx'],
    faults: [
      {
        fault: 'the next wait is told as a long one too early',
        find: '    return () => clearTimeout(timer)\n  }, [isAtWork])',
        replace: '  }, [isAtWork])',
      },
    ],
  },
  {
    file: 'features/purchases/web/acknowledge/acknowledge-step.tsx',
    tests: ['features/purchases/web/acknowledge/acknowledge-step.test.tsx'],
    faults: [
      {
        fault: 'the wallet’s part is told as the card’s before Complete',
        find: 'texts.purchases_then_both({ wallet, card })',
        replace: 'texts.purchases_then_both({ wallet: card, card: wallet })',
      },
      {
        fault: 'what is taken up from the list costs nothing',
        find: 'if (total > 0) return',
        replace: 'if (total < 0) return',
      },
      {
        fault: 'the bank’s question names the total',
        find: 'formatAmount(pending.cardUsed, pending.currency)',
        replace: 'formatAmount(pending.total, pending.currency)',
      },
      {
        fault: 'a purchase goes on after its bank’s no',
        find: 'await answerSandboxBank(clientSecret, approved)\n    return approved',
        replace: 'await answerSandboxBank(clientSecret, approved)\n    return true',
      },
    ],
  },
  {
    file: 'features/purchases/web/checkout/quantity-fields.tsx',
    tests: ['features/purchases/web/checkout/quantity-fields.test.tsx'],
    faults: [
      {
        fault: 'an amount that is just left cannot be chosen',
        find: 'disabled: value > left && value !== kg',
        replace: 'disabled: value >= left && value !== kg',
      },
      {
        fault: 'all that is left is told as too much',
        find: '(readKg(kgText) ?? 0) <= left) return',
        replace: '(readKg(kgText) ?? 0) < left) return',
      },
      {
        fault: 'a sold out batch offers to take what is left',
        find: '{tooMuch && left > 0 ?',
        replace: '{tooMuch ?',
      },
      {
        fault: 'more than one purchase may hold is offered',
        find: 'Math.min(batch?.kg_available ?? purchaseMaxKg, purchaseMaxKg)',
        replace: 'batch?.kg_available ?? purchaseMaxKg',
      },
    ],
  },
  {
    file: 'features/purchases/web/success/success-step.tsx',
    tests: ['features/purchases/web/success/success-step.test.tsx'],
    faults: [
      {
        fault: 'the receipt has the browser’s own total',
        find: 'entry?.total ?? pending.total',
        replace: 'pending.total',
      },
      {
        fault: 'the receipt has another currency than was paid',
        find: 'entry?.total_currency ?? currency',
        replace: 'currency',
      },
      {
        fault: 'the receipt names the first kilogram twice',
        find: '        {entry.last_token}\n',
        replace: '        {entry.first_token}\n',
      },
    ],
  },
  {
    file: 'features/purchases/web/success/gains.tsx',
    tests: ['features/purchases/web/success/success-step.test.tsx'],
    faults: [
      {
        fault: 'the league that was entered has the other’s name',
        find: '{ name: texts.passport_offset_league(), league: offsetLeague }',
        replace: '{ name: texts.passport_offset_league(), league: ecoLeague }',
      },
      {
        fault: 'readers hear nothing of a new reward',
        find: '    ...gains.rewards.map((reward) => `${rewardDescription(reward)}: ${rewardTitle(reward)}.`),\n',
        replace: '',
      },
      {
        fault: 'readers hear nothing of a new stamp',
        find: '    ...gains.stamps.map((each) =>\n      texts.achievements_new({ title: achievementInWords(each).title }),\n    ),\n',
        replace: '',
      },
    ],
  },
  {
    file: 'features/purchases/web/gift/gift-fields.tsx',
    tests: ['features/purchases/web/gift/gift-fields.test.tsx'],
    faults: [
      {
        fault: 'a note of signs beyond the first plane is cut short',
        find: '[...note].length > noteMaxLength',
        replace: 'note.length > noteMaxLength',
      },
      {
        fault: 'a note of 255 letters is too long',
        find: '[...note].length > noteMaxLength',
        replace: '[...note].length >= noteMaxLength',
      },
    ],
  },
  {
    file: 'features/purchases/web/gift/gift-preview.tsx',
    tests: ['features/purchases/web/gift/gift-fields.test.tsx'],
    faults: [
      {
        fault: 'the preview shows the giver’s whole number',
        find: 'maskPhone(profile.phone)',
        replace: 'profile.phone',
      },
    ],
  },
  {
    file: 'features/purchases/web/checkout/use-figures.ts',
    tests: ['features/purchases/web/checkout/use-figures.test.tsx'],
    faults: [
      {
        fault: 'the wallet is asked in the wrong currency',
        find: '    currency,\n    user_currency: payer.currency,',
        replace: '    currency: payer.currency,\n    user_currency: currency,',
      },
      {
        fault: 'the wallet is asked about nothing',
        find: 'enabled: isShown && total > 0',
        replace: 'enabled: isShown && total >= 0',
      },
      {
        fault: 'a wallet that fails is asked twice',
        find: 'failures < 1 && !(error instanceof ApiError && error.status !== 503)',
        replace: 'failures < 1',
      },
      {
        fault: 'held money does not come back on the screen',
        find: '  if (known.wallet_held > 0) return askAgainWhileHeldMs\n',
        replace: '',
      },
      {
        fault: 'a quote that is over stands on',
        find: 'return Math.max(1_000, Date.parse(known.expires_at) - serverNow())',
        replace: 'return false',
      },
      {
        fault: 'the quote of another amount is ordered',
        find: '!preview.isPlaceholderData && isRested',
        replace: 'isRested',
      },
      {
        fault: 'a wallet that failed pays on',
        find: 'preview.isError ? undefined : preview.data',
        replace: 'preview.data',
      },
      {
        fault: 'a quote’s own rate is passed over',
        find: '(rate.data?.rate ?? known?.rate)',
        replace: 'rate.data?.rate',
      },
      {
        fault: 'the quote of one currency serves another',
        find: 'queryKey: [...previewsKey, currency, total, payer.currency]',
        replace: 'queryKey: [...previewsKey, total, payer.currency]',
      },
      {
        fault: 'amounts to choose from have the batch’s prices',
        find: 'priceOf(pricePerKg, each, rateValue)',
        replace: 'priceOf(pricePerKg, each, 1)',
      },
    ],
  },
  {
    file: 'features/purchases/web/checkout/use-checkout.ts',
    tests: ['features/purchases/web/checkout/use-checkout.test.tsx'],
    faults: [
      {
        fault: 'a checkout begins with all that the wallet pays',
        find: 'againKg ?? Math.min(firstCountKg, coveredKg || firstCountKg)',
        replace: 'againKg ?? coveredKg ?? firstCountKg',
      },
      {
        fault: 'a reload forgets whom a gift is for',
        find: "text: record.recipient ?? ''",
        replace: "text: ''",
      },
      {
        fault: 'a card is asked for that pays nothing',
        find: 'const isCardDue = cost.figures?.card !== 0',
        replace: 'const isCardDue = true',
      },
      {
        fault: 'a gift goes out with a wrong name',
        find: '    if (unsigned) return purchase.refuse(unsigned)\n',
        replace: '',
      },
      {
        fault: 'what is left is not corrected after a refusal',
        find: 'now: { ...old, price_per_kg, kg_available: leftKg ?? old.kg_available }',
        replace: 'now: { ...old, price_per_kg }',
      },
      {
        fault: 'a corrected price outlives the list’s',
        find: 'batch.id === old.id && isOld ? now',
        replace: 'batch.id === old.id ? now',
      },
      {
        fault: 'a corrected price stands at every batch alike',
        find: 'batch.id === old.id && isOld ? now',
        replace: 'isOld ? now',
      },
      {
        fault: 'a problem stays while it is mended',
        find: '      setFields((now) => ({ ...now, ...part }))\n      edited()\n',
        replace: '      setFields((now) => ({ ...now, ...part }))\n',
      },
      {
        fault: 'a closed checkout asks the wallet',
        find: 'open ? batch : undefined',
        replace: 'batch',
      },
      {
        fault: 'quotes of before an order stand on',
        find: "    client.removeQueries({ queryKey: previewsKey, type: 'inactive' })\n",
        replace: '',
      },
    ],
  },
]
