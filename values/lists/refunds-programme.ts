// Names the product's own programme that pays refunds into wallets. Both halves use it: the browser
// shows it in the person's language.

export const refundsProgramme = { id: 'refunds', name: 'Refunds' } as const
