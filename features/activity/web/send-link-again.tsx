// Shows the button by which the giver of a waiting gift shares its link again. The link is the same for
// all gifts, and contains no data of a gift.
import { useState } from 'react'
import { giftPath } from '#values/text/gift-address.ts'
import { texts } from '#web/texts.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { showToast } from '#web/ui/dialog/toast.tsx'

async function sendLink(): Promise<void> {
  const url = `${window.location.origin}${giftPath}`
  try {
    if (!navigator.share) {
      await navigator.clipboard.writeText(url)
      showToast(texts.activity_link_copied())
    } else await navigator.share({ text: texts.activity_link_text(), url })
  } catch (error) {
    // AbortError means that the user closed the share sheet.
    if (error instanceof DOMException && error.name === 'AbortError') return
    showToast(texts.common_copy_failed())
  }
}

export function SendLinkAgain({ receiver }: { receiver: string }) {
  const [busy, setBusy] = useState(false)
  const words = texts.activity_link_again()
  return (
    <div className="-mt-2 flex flex-wrap items-center gap-2 pb-1.5 pl-15">
      <Badge tone="warn">{texts.activity_waiting()}</Badge>
      <Button
        variant="quiet"
        size="small"
        busy={busy}
        aria-label={`${words}: ${receiver}`}
        onClick={async () => {
          setBusy(true)
          await sendLink()
          setBusy(false)
        }}
      >
        {words}
      </Button>
    </div>
  )
}
