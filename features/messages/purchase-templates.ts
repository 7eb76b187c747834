// Lists the templates of messages about purchases.

export const refundTemplates = [
  'refund_sent',
  'refund_failed',
  'refund_paid',
  'dispute_lost',
] as const
export type RefundTemplate = (typeof refundTemplates)[number]

export const purchaseTemplates = [
  'purchase_success',
  'gift_success',
  'gift_refunded',
  'gift_withdrawn',
  ...refundTemplates,
] as const
export type PurchaseTemplate = (typeof purchaseTemplates)[number]
