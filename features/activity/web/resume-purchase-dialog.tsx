// Shows the dialog that resumes a reservation, even of another tab, from its `ack` step on. It cannot create
// a reservation.
import { useState } from 'react'
import { Link } from 'wouter'
import { ProjectScene } from '#features/catalogue/web/scenes/project-scene.tsx'
import type { Profile } from '#features/people/people-calls.ts'
import type { ActivityEntry } from '#features/purchases/activity-calls.ts'
import { PurchaseDialog } from '#features/purchases/web/purchase-dialog.tsx'
import {
  freshRecord,
  readRecord,
  scopeOf,
  writeRecord,
} from '#features/purchases/web/purchase-record.ts'
import type { Pending } from '#features/purchases/web/purchase-steps.ts'
import { problemText } from '#features/purchases/web/purchase-words.ts'
import { usePurchase } from '#features/purchases/web/use-purchase.ts'
import { paths } from '#web/paths.ts'
import { texts } from '#web/texts.ts'
import { buttonClass } from '#web/ui/button.tsx'

type ResumePurchaseDialogProps = { entry: ActivityEntry; profile: Profile; onClose: () => void }

export function ResumePurchaseDialog({ entry, profile, onClose }: ResumePurchaseDialogProps) {
  const [scope] = useState(() => recordKeyOf(entry, profile.id))
  const { state, purchase } = usePurchase(entry.is_gift ? 'gift' : 'buy', scope, profile)
  const project = {
    id: entry.project_id,
    country: entry.project_country,
    scene: entry.project_scene,
  }
  return (
    <PurchaseDialog
      {...{ state, purchase }}
      title={entry.is_gift ? texts.gifts_title() : texts.purchases_buy()}
      projectName={entry.project_shown_name}
      picture={<ProjectScene project={project} />}
      open
      onOpenChange={onClose}
    >
      <div className="grid gap-4">
        <p role="alert" className="font-medium">
          {state.step === 'checkout' && state.problem
            ? problemText(state.problem, purchase.kind)
            : null}
        </p>
        <Link href={paths.project(entry.project_id)} className={buttonClass('dark', 'large', true)}>
          {texts.purchases_see_project()}
        </Link>
      </div>
    </PurchaseDialog>
  )
}

/**
 * Returns the key of the purchase's record in the tab: the project's scope if this tab created the
 * reservation, otherwise the transaction id. Writes a record under the transaction id if there is none.
 */
function recordKeyOf(entry: ActivityEntry, passportId: string): string {
  for (const kind of ['buy', 'gift'] as const) {
    const scope = scopeOf(kind, entry.project_id)
    if (readRecord(scope, passportId)?.pending?.txId === entry.tx_id) return scope
  }
  const record = readRecord(entry.tx_id, passportId)
  if (!record?.pending) {
    writeRecord(entry.tx_id, { ...freshRecord(passportId), pending: pendingOf(entry) })
  }
  return entry.tx_id
}

/**
 * Returns the pending purchase of an entry. For a payment by wallet and card, `walletUsed` and `cardUsed` are
 * 0, because the list does not contain these amounts.
 */
function pendingOf(entry: ActivityEntry): Pending {
  const { total, payment_source } = entry
  return {
    txId: entry.tx_id,
    expiresAt: entry.expires_at ?? '',
    kg: entry.kg,
    total,
    currency: entry.total_currency,
    walletUsed: payment_source === 'wallet' ? total : 0,
    cardUsed: payment_source === 'card' ? total : 0,
    vintageYear: null,
    recipient: entry.to_user ?? null,
    recipientName: entry.to_name ?? null,
    deliverOn: entry.deliver_on ?? null,
    asksBank: false,
  }
}
