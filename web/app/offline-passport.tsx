// Shows, without a network, the stored card with its date and a Retry button (docs/product.md#offline).
import { useEffect, useState } from 'react'
import { PassportCard } from '#features/passport/web/passport-card.tsx'
import { checkSession, type RememberedCard } from '#features/people/web/session/session.ts'
import { cardDataOf } from '#values/card-data.ts'
import { texts } from '#web/texts.ts'
import { Button } from '#web/ui/button.tsx'
import { formatDateTime } from '#web/ui/number-format.ts'
import { PageHeading } from '../shell/page-heading.tsx'

export function OfflinePassport({ card }: { card: RememberedCard }) {
  const [busy, setBusy] = useState(false)

  async function retry() {
    setBusy(true)
    await checkSession()
    setBusy(false)
  }

  useEffect(() => {
    const check = () => void checkSession()
    window.addEventListener('online', check)
    return () => window.removeEventListener('online', check)
  }, [])

  return (
    <div className="mx-auto grid max-w-xl gap-5">
      <PageHeading title={texts.common_product()} hidden />
      <p role="status" className="text-soft">
        {texts.common_offline({ moment: formatDateTime(card.date) })}
      </p>
      <PassportCard passport={cardDataOf(card)} />
      {/* `relative` places the button above the card's shadow. */}
      <div className="relative grid">
        <Button variant="outline" busy={busy} onClick={() => void retry()}>
          {texts.common_retry()}
        </Button>
      </div>
    </div>
  )
}
