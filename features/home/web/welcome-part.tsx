// Decides whether the home page welcomes the user, and loads the welcome (docs/product.md#welcome). A gift whose
// message led the user here comes first.
import { Suspense, useContext, useEffect, useState } from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import { GiftShown, useUnopenedGifts } from '#features/activity/web/unopened-gifts.ts'
import { useActivity } from '#features/activity/web/use-activity.ts'
import { comesFromMessage } from '#features/passport/web/gift-reveal.tsx'
import { useProfile } from '#features/people/web/passport/use-passport.ts'
import { lazyPart } from '#web/api/lazy-part.ts'
import { isSignInMarked } from '#web/storage/sign-in-mark.ts'

const WelcomeScreen = lazyPart(() => import('./welcome-screen.tsx'), 'WelcomeScreen')

/** Returns true while the user is to be welcomed, also before the welcome is shown. */
export function useIsWelcomeDue(): boolean {
  const profile = useProfile()
  return profile !== undefined && !profile.is_welcomed && isSignInMarked()
}

/** Returns true while a gift that led the user here is not yet shown, or is on the screen. */
function useIsGiftFirst(): boolean {
  const [isFromMessage] = useState(comesFromMessage)
  const { isPending } = useActivity()
  const isSealed = useUnopenedGifts().length > 0
  const isShown = useContext(GiftShown)
  const [wasShown, setWasShown] = useState(false)
  useEffect(() => {
    if (isShown) setWasShown(true)
  }, [isShown])
  return isShown || (isFromMessage && !wasShown && (isPending || isSealed))
}

export function WelcomePart({ onBuy }: { onBuy: () => void }) {
  const isDue = useIsWelcomeDue()
  const isGiftFirst = useIsGiftFirst()
  const profile = useProfile()
  if (!isDue || isGiftFirst || profile === undefined) return null
  return (
    // Without the welcome, the page is whole.
    <ErrorBoundary fallback={null}>
      <Suspense fallback={null}>
        <WelcomeScreen profile={profile} onBuy={onBuy} />
      </Suspense>
    </ErrorBoundary>
  )
}
