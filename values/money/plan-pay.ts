// Parses who pays for a plan: `wallet`, `saved:<card>` or `wallet+saved:<card>`. Pure.
import { isUuid } from '#values/text/uuid.ts'

export type PlanPay = {
  readonly usesWallet: boolean
  /** The saved card. Null if the wallet pays alone. */
  readonly cardId: string | null
}

/** Returns who pays, or null for another text. */
export function readPlanPay(pay: string): PlanPay | null {
  if (pay === 'wallet') return { usesWallet: true, cardId: null }
  const [, wallet, id = ''] = /^(wallet\+)?saved:(.+)$/.exec(pay) ?? []
  return isUuid(id) ? { usesWallet: wallet !== undefined, cardId: id.toLowerCase() } : null
}

/** Returns the stored text of who pays. */
export function planPayText({ usesWallet, cardId }: PlanPay): string {
  if (cardId === null) return 'wallet'
  return `${usesWallet ? 'wallet+' : ''}saved:${cardId}`
}
