// Shows the button 'Buy Offsets' or 'Gift Offsets' and its dialog. The dialog's code loads at the first
// press. The dialog then stays mounted, so that it keeps typed text. If a reload interrupted a purchase, the
// dialog opens at the purchase's step.
import { useEffect, useState } from 'react'
import type { Batch } from '#features/catalogue/catalogue-calls.ts'
import { useProfile } from '#features/people/web/passport/use-passport.ts'
import { useRate } from '#features/wallet/web/use-rate.ts'
import { useWallet } from '#features/wallet/web/use-wallet.ts'
import { nearestMicros, nearestMinor, rateText } from '#values/money/money.ts'
import { purchaseMaxKg } from '#values/money/order-limits.ts'
import { mostWalletKg } from '#values/money/payment-split.ts'
import { lazyPart } from '#web/api/lazy-part.ts'
import { texts } from '#web/texts.ts'
import { Button } from '#web/ui/button.tsx'
import { DialogBoundary } from '#web/ui/states/part-boundary.tsx'
import { isInProgress, stateOf } from '../purchase.ts'
import { openRecord, readRecord, scopeOf } from '../purchase-record.ts'
import type { CheckoutProject } from './use-checkout.ts'

const CheckoutDialog = lazyPart(() => import('./checkout-dialog.tsx'), 'CheckoutDialog')

type CheckoutActionProps = {
  kind: 'buy' | 'gift'
  project: CheckoutProject
  batches: readonly Batch[]
  /** The batch that the dialog selects initially. Undefined if no batch can be bought now. */
  chosenId: string | undefined
  wide?: boolean
  /** Quantity and label of a secondary button that repeats an earlier purchase. */
  again?: { kg: number; label: string }
  /** True opens the dialog without a press, once. */
  opens?: boolean
}

export function CheckoutAction(props: CheckoutActionProps) {
  const { kind, project, batches, chosenId, wide = false, again, opens = false } = props
  const profile = useProfile()
  const scope = scopeOf(kind, project.id)
  const [record] = useState(() => (profile ? readRecord(scope, profile.id) : undefined))
  const [open, setOpen] = useState(() => !again && isInProgress(stateOf(record)))
  const [wasOpened, setWasOpened] = useState(open)
  // The user's choice in the dialog stays, even if the page selects another batch.
  const [batchId, setBatchId] = useState(
    () =>
      batches.find(({ id }) => id === record?.order?.batchId)?.id ??
      chosenId ??
      firstOf(batches)?.id ??
      '',
  )
  const coveredKg = useCoveredKg(batches.find(({ id }) => id === (chosenId ?? batchId)))
  function press() {
    if (profile) openRecord(scope, profile.id)
    setBatchId(chosenId ?? batchId)
    setWasOpened(true)
    setOpen(true)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: only `opens` presses the button
  useEffect(() => {
    if (opens) press()
  }, [opens])
  return (
    <>
      {chosenId === undefined ? null : (
        <Button
          variant={kind === 'buy' && !again ? 'accent' : 'outline'}
          size={again ? 'small' : 'large'}
          wide={wide}
          onClick={press}
        >
          {again?.label ?? (kind === 'buy' ? texts.projects_buy() : texts.projects_gift())}
        </Button>
      )}
      {wasOpened && profile ? (
        <DialogBoundary open={open} onClose={() => setOpen(false)}>
          <CheckoutDialog
            key={project.id}
            {...{ kind, project, batches, batchId, profile, open, coveredKg }}
            againKg={again?.kg}
            onBatch={setBatchId}
            onOpenChange={setOpen}
          />
        </DialogBoundary>
      ) : null}
    </>
  )
}

/** Returns the first batch with available kilograms, otherwise the first batch. */
function firstOf(batches: readonly Batch[]): Batch | undefined {
  return batches.find((each) => each.kg_available > 0) ?? batches[0]
}

/**
 * Returns the number of kilograms of a batch that the wallet can pay, which a checkout selects initially. It
 * is at most the stock and the limit of a purchase. It is undefined until wallet and rate have loaded.
 */
export function useCoveredKg(batch: Batch | undefined): number | undefined {
  const wallet = useWallet().data
  const [from, to] = [batch?.currency ?? '', wallet?.userCurrency ?? '']
  const isForeign = from !== to
  const isEmpty = wallet?.totalInUserCurrency === 0
  const foreignRate = useRate(from, to, batch !== undefined && to !== '' && !isEmpty)
  const rate = rateText(isForeign ? foreignRate.data?.rate : 1)
  if (batch === undefined || wallet === undefined) return undefined
  if (isEmpty) return 0
  if (rate === undefined) return undefined
  const reachMinor = nearestMinor(wallet.totalInUserCurrency)
  const kgMax = Math.min(purchaseMaxKg, batch.kg_available)
  return mostWalletKg(nearestMicros(batch.price_per_kg), rate, reachMinor, kgMax)
}
