// Divides the amount of a credit note among the ways that its money goes back: the card and each wallet. Pure.
import type { PaperDocument } from '#features/tax/read-documents.ts'
import { isDiscount } from '#values/lists/own-programmes.ts'
import type { ReturnedWallet, WalletPart } from './receipt-queries.ts'

/** All amounts are in minor units of the receipt's currency, but `wallet_minor`. */
export type ReturnedWays = {
  readonly cardMinor: number
  /** The wallets that are paid money. */
  readonly wallets: readonly WalletPart[]
  /** The wallets whose credits are discounts, which the receipt's amount leaves out. */
  readonly discounts: readonly WalletPart[]
}

type Returns = {
  /** All credit notes of the purchase, in their order. */
  readonly notes: readonly PaperDocument[]
  /** The wallets that paid. */
  readonly wallets: readonly WalletPart[]
  /** The money that went back to wallets with refunds in part. */
  readonly returned: readonly ReturnedWallet[]
  /** True once the wallets have back what no refund in part returned. */
  readonly isWalletReturned: boolean
}

/** Returns the ways of a note. Returns null for a note of an earlier version, which does not say its card money. */
export function waysOf(note: PaperDocument, returns: Returns): ReturnedWays | null {
  const cardMinor = cardMinorOf(note, returns)
  if (cardMinor === null) return null
  const parts = partsOf(note, returns).filter(({ paid_minor }) => paid_minor > 0)
  const wallets = parts.filter(({ programme_id }) => !isDiscount(programme_id))
  const discounts = parts.filter(({ programme_id }) => isDiscount(programme_id))
  return { cardMinor, wallets, discounts }
}

function cardMinorOf(note: PaperDocument, { wallets }: Returns): number | null {
  return note.card_minor ?? (wallets.length === 0 ? note.gross_minor : null)
}

function partsOf(note: PaperDocument, returns: Returns): readonly WalletPart[] {
  if (note.part !== null) return returns.returned.filter(({ part }) => part === note.part)
  return returns.isWalletReturned && note === restNoteOf(returns) ? restOf(returns) : []
}

/**
 * Returns the note with the rest of the wallets: the one whose amount exceeds its card money. A rest of discounts alone
 * is in the last note of no refund in part.
 */
function restNoteOf({ notes }: Returns): PaperDocument | undefined {
  const whole = notes.filter(({ part }) => part === null)
  return (
    whole.find(({ gross_minor, card_minor }) => gross_minor > (card_minor ?? gross_minor)) ??
    whole.at(-1)
  )
}

/** Returns what the wallets paid, less what refunds in part returned. */
function restOf({ wallets, returned }: Returns): WalletPart[] {
  return wallets.map((wallet) => {
    const earlier = returned.filter(
      ({ programme_id, wallet_currency }) =>
        programme_id === wallet.programme_id && wallet_currency === wallet.wallet_currency,
    )
    return {
      ...wallet,
      paid_minor: earlier.reduce((rest, each) => rest - each.paid_minor, wallet.paid_minor),
      wallet_minor: earlier.reduce((rest, each) => rest - each.wallet_minor, wallet.wallet_minor),
    }
  })
}
