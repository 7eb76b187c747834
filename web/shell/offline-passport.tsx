// What opens in a tunnel: the card as it was last seen, dated and read-only (contract 0).
import { PassportCard } from '#features/passport/web/passport-card.tsx'
import { checkSession, type RememberedCard } from '#web/session.ts'
import { texts } from '#web/texts.ts'
import { Button } from '#web/ui/button.tsx'
import { formatDateTime } from '#web/ui/number-format.ts'

export function OfflinePassport({ card }: { card: RememberedCard }) {
  return (
    <div className="mx-auto grid max-w-xl gap-5">
      <PassportCard passport={card} />
      <p role="status" className="text-soft">
        {texts.common_offline({ moment: formatDateTime(card.updated) })}
      </p>
      <Button variant="outline" onClick={() => void checkSession()}>
        {texts.common_retry()}
      </Button>
    </div>
  )
}
