// The product's own programme that pays refunds into wallets. Both halves know it: the browser calls it in
// the person's language.

export const refundsProgramme = { id: 'refunds', name: 'Refunds' } as const
