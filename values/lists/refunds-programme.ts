// Names the product's own programme that pays refunds into wallets, for server and browser. The
// browser shows it in the person's language.

export const refundsProgramme = { id: 'refunds', name: 'Refunds' } as const
