// Describes the calls for buying and gifting, with examples, for the API description.
import { exampleBatch } from '#features/catalogue/catalogue-calls.ts'
import type { DescribedCalls } from '#platform/http/description/described-calls.ts'
import { exampleTxId } from './contract.ts'

const tag = 'Purchases'

export const purchaseCalls = {
  'POST /api/tokens/getPin': {
    id: 'reservePurchase',
    tag,
    summary: 'Reserves kilograms of a batch, for oneself or as a gift.',
    description: [
      'Holds the kilograms and the wallet’s part, and authorises the card’s. Nothing is paid until `validatePin`.',
      '`amount` is the unrounded price per kilogram that the buyer was shown, `currency` the batch’s.',
      '`payment_method` decides the split: `wallet`, `card`, or `wallet+card` by the quote of `wallet_tx_id`.',
      'For a gift, `telephone` is the recipient.',
    ].join('\n'),
    body: {
      batchId: exampleBatch.id,
      count: 100,
      amount: 0.025,
      currency: 'GBP',
      payment_method: 'card',
      is_gift: 0,
      wallet_used: 0,
      card_used: 2.5,
      card_token: 'tok_sandbox_4242',
    },
    answers: {
      200: {
        is: 'The reservation. `card_action` is there where the bank asks for a step in the browser.',
        example: {
          txId: exampleTxId,
          expires_at: '2026-11-21T10:10:00.000Z',
          total: 2.5,
          currency: 'GBP',
          wallet_used: 0,
          card_used: 2.5,
        },
      },
    },
  },
  'POST /api/tokens/validatePin': {
    id: 'completePurchase',
    tag,
    summary: 'Completes a reservation: captures the payment and hands the kilograms over.',
    description: 'A completed purchase answers the same again.',
    body: { txId: exampleTxId },
    answers: {
      200: {
        is: 'The purchase is complete.',
        example: { status: 'COMPLETED', txId: exampleTxId, tokens_total: 100 },
      },
      202: {
        is: 'The payment is not known yet: ask again.',
        example: { status: 'PENDING', txId: exampleTxId },
        headers: ['Retry-After'],
      },
    },
  },
  'POST /api/tokens/cancelPin': {
    id: 'cancelPurchase',
    tag,
    summary: 'Gives a reservation up.',
    body: { txId: exampleTxId },
    answers: { 200: { is: 'All that was held is free.', example: { status: 'EXPIRED' } } },
  },
  'POST /api/gifts/thanks': {
    id: 'thankGiver',
    tag,
    summary: 'Says thanks for a gift that one received.',
    description:
      'The giver sees it beside the gift. Nobody’s number is told, and no message is sent. Again: the same.',
    body: { tx_id: exampleTxId },
    answers: { 200: { is: 'The giver sees it.', example: { status: 'thanked' } } },
  },
  'POST /api/notify': {
    id: 'sendPurchaseMessage',
    tag,
    summary: 'Sends the message of a completed purchase, once.',
    description: 'The server sends it by itself too; its words come from the purchase.',
    body: {
      to: '+447400123456',
      templateKey: 'purchase_success',
      variables: { txId: exampleTxId },
    },
    answers: { 202: { is: 'It is sent once, now or before.', example: { status: 'queued' } } },
  },
} as const satisfies DescribedCalls
