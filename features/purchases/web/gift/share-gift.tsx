// Shares the link of gifts, with which messages show a title, a sentence and a picture of a sealed envelope. It
// is the same for all gifts and contains no data of a gift.
import { giftPath } from '#values/text/gift-address.ts'
import { texts } from '#web/texts.ts'
import { Button } from '#web/ui/button.tsx'
import { showToast } from '#web/ui/dialog/toast.tsx'
import { useAction } from '#web/ui/forms/use-action.ts'

/** Opens the share sheet with the link or, in a browser without one, copies the link and shows a toast. */
export async function shareGiftLink(): Promise<void> {
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

/** Shows the button with which the giver of a new gift shares its link. */
export function ShareGift() {
  const { busy, run } = useAction<never>()
  const press = () =>
    run('sending', async () => {
      await shareGiftLink()
      return undefined
    })
  return (
    <Button variant="outline" size="large" busy={busy !== undefined} onClick={() => void press()}>
      {texts.passport_share()}
    </Button>
  )
}
