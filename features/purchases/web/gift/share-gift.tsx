// Shares a gift: as its picture, or as the link of gifts, with which messages show a title, a sentence and a picture of a sealed envelope. It
// is the same for all gifts. Neither contains a name, a note or a number.
import { ShareButton } from '#features/people/web/passport/share-button.tsx'
import { giftPath } from '#values/text/gift-address.ts'
import { texts } from '#web/texts.ts'
import { Button } from '#web/ui/button.tsx'
import { showToast } from '#web/ui/dialog/toast.tsx'
import type { Elements } from '#web/ui/elements.tsx'
import { useAction } from '#web/ui/forms/use-action.ts'
import { formatCount, formatStampDate } from '#web/ui/number-format.ts'

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

type ShareGiftPictureProps = {
  kg: number
  /** When the gift was given, in ISO 8601. */
  givenAt: string
  /** The scene of its project, or null. */
  scene: Elements
}

/** Shows the button with which the giver shares a picture of the gift: its kilograms, its scene and its stamp. */
export function ShareGiftPicture({ kg, givenAt, scene }: ShareGiftPictureProps) {
  const number = formatCount(kg)
  return (
    <ShareButton
      contentOf={() => ({
        figure: number,
        unit: 'kg CO₂',
        words: texts.gifts_picture_words(),
        stamp: {
          ...{ shape: 'round', ink: 'green', tilt: -7 },
          lines: [texts.gifts_stamp_word()],
          date: formatStampDate(givenAt),
        },
      })}
      scene={scene}
      label={texts.gifts_share_picture()}
      size="large"
    />
  )
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
    <Button variant="accent" size="large" busy={busy !== undefined} onClick={() => void press()}>
      {texts.gifts_share_link()}
    </Button>
  )
}
