// Shows the landing page: the closed passport, the sign-in, and a description of the product. To keep its
// bundle small, it uses only React and the router, and imports no module of /app.

import {
  lazy,
  memo,
  Suspense,
  type SyntheticEvent,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { useLocation } from 'wouter'
import { useHistoryState } from 'wouter/use-browser-location'
import type { TermsDialogProps } from '#features/legal/web/terms-dialog.tsx'
import { PhoneField, takeEarlyPress } from '#features/people/web/phone/phone-field.tsx'
import { forgetFailedCheck } from '#features/people/web/session/session.ts'
import { CodeHint, HintButton, hintRowClass } from '#features/sign-in/web/code-hint.tsx'
import { useSignIn } from '#features/sign-in/web/use-sign-in.ts'
import { languageHomes } from '#values/lists/languages.ts'
import { giftParameter } from '#values/text/gift-address.ts'
import { repeatable } from '#web/api/lazy-part.ts'
import { sentAfterDeletion, sentToCheckAgain, sentToLogIn } from '#web/paths.ts'
import { LanguageMenu } from '#web/shell/language-links.tsx'
import { Logo } from '#web/shell/logo.tsx'
import { usePageTitle } from '#web/shell/page-title.ts'
import { requestedPage } from '#web/storage/requested-page.ts'
import { locale, texts } from '#web/texts.ts'
import { Button } from '#web/ui/button.tsx'
import type { Elements, Part } from '#web/ui/elements.tsx'
import { PassportCover } from './passport-cover.tsx'
import './landing-page.css'

/**
 * Returns a part below the hero. The document contains it, so only a page that the browser draws itself loads its
 * code, for example after the sign-out. If the code does not load, the page goes without the part.
 */
function partBelowHero(load: () => Promise<() => Elements>) {
  return lazy(() =>
    load().then(
      (part) => ({ default: part }),
      () => new Promise<never>(() => {}),
    ),
  )
}

const sections = partBelowHero(() =>
  import('./landing-sections.tsx').then((module) => module.LandingSections),
)
const footer = partBelowHero(() =>
  import('#web/shell/public-frame.tsx').then((module) => module.PublicFooter),
)
/** A part that never loads, in place of one that the document contains. React leaves the document's part alone. */
const drawnPart: typeof sections = lazy(() => new Promise<never>(() => {}))

/** Renders only once, because another render would remove the part of the document. */
const BelowHero = memo(function BelowHero({ part: Part }: { part: typeof sections }) {
  return (
    <Suspense>
      <Part />
    </Suspense>
  )
})

/** Time after which passkeys are offered, in ms. Their code must not delay the page. */
const passkeysAfterMs = 500

/** The question for a user's agreement to the terms, and the function that takes the answer. */
type Question = {
  readonly Dialog: Part<TermsDialogProps>
  readonly answer: (isAgreed: boolean) => void
}

const loadTermsDialog = repeatable(() => import('#features/legal/web/terms-dialog.tsx'))

/**
 * Offers passkeys in the autofill of the phone number. Returns the error message of a passkey, and the question about
 * the terms while it waits for the user's answer.
 */
function usePasskeys() {
  const [problem, onProblem] = useState<string>()
  const [question, setQuestion] = useState<Question>()
  useEffect(() => {
    const askForAgreement = async () => {
      const { TermsDialog: Dialog } = await loadTermsDialog()
      return new Promise<boolean>((resolve) => {
        const answer = (isAgreed: boolean) => {
          setQuestion(undefined)
          resolve(isAgreed)
        }
        setQuestion({ Dialog, answer })
      })
    }
    const left = new AbortController()
    const offer = () =>
      import('#features/passkeys/web/passkey-autofill.ts')
        .then(({ offerPasskeys }) => offerPasskeys(left.signal, { onProblem, askForAgreement }))
        // Without it, the user signs in with a code.
        .catch(() => undefined)
    const timer = setTimeout(offer, passkeysAfterMs)
    return () => {
      clearTimeout(timer)
      left.abort()
    }
  }, [])
  return { problem, question }
}

const heroColumnsClass =
  'wrap relative grid items-center gap-13 pt-10 min-[56rem]:min-h-136 min-[56rem]:pt-6 ' +
  'min-[56rem]:grid-cols-[minmax(0,1.2fr)_minmax(0,1fr)] min-[56rem]:pb-20'

export function LandingPage() {
  usePageTitle(texts.landing_title())
  const signIn = useSignIn(languageHomes[locale])
  const { dialogProps, CodeDialog } = signIn
  const passkeys = usePasskeys()
  const isInDocument = useSyncExternalStore(subscribe, isFalse, isTrue)
  const [isDrawn] = useState(isInDocument && !import.meta.env.SSR)
  const form = useRef<HTMLFormElement>(null)
  // Submits the form if the user pressed its button before this code loaded. React's strict mode runs the
  // effect twice. The timer allows the cleanup to cancel the first run.
  useEffect(() => {
    const timer = setTimeout(() => {
      if (takeEarlyPress()) form.current?.requestSubmit()
    })
    return () => clearTimeout(timer)
  }, [])
  function submit(event: SyntheticEvent) {
    event.preventDefault()
    void signIn.requestCode()
  }
  return (
    <>
      <header className="absolute z-1 w-full text-(--hero-ink)">
        <div className="wrap flex min-h-18 items-center justify-between gap-4">
          <Logo />
          <LanguageMenu />
        </div>
      </header>
      <main>
        <section
          aria-label={texts.sign_in_join()}
          className="relative overflow-hidden bg-(image:--hero-ground) pt-18 text-(--hero-ink) **:focus-visible:outline-(--hero-focus)"
        >
          <HeroLines />
          <div className={heroColumnsClass}>
            <div>
              {/* The width is in em, not ch, because the fallback typeface has narrower figures. With
                  the sizes of both typefaces, the title breaks the same before and after its typeface
                  loads, in every language on every common width. */}
              <h1 className="max-w-[9.67em] text-[min(max(2.5rem,11vw),12.5vw,4.375rem)] leading-[1.06] tracking-[-0.005em]">
                {texts.landing_title()}
              </h1>
              <p className="mt-5 max-w-[30em] text-(--hero-soft) text-[clamp(1.125rem,4.8vw,1.25rem)]">
                {texts.landing_description()}
              </p>
              <HeroNotice />
              {/* Without JavaScript, the method "dialog" sends no request, and a field without a name
                  adds no phone number to the URL. */}
              <form
                id="join"
                ref={form}
                method="dialog"
                onSubmit={submit}
                noValidate
                className="mt-7 max-w-124"
              >
                <PhoneField
                  label={texts.sign_in_phone()}
                  text={signIn.number.text}
                  country={signIn.number.country}
                  onChange={signIn.changeNumber}
                  error={signIn.error ?? passkeys.problem}
                >
                  <Button type="submit" variant="hero" busy={signIn.isBusy}>
                    {texts.sign_in_join()}
                  </Button>
                </PhoneField>
                <noscript>{import.meta.env.SSR ? texts.sign_in_needs_scripts() : null}</noscript>
                <CodeHint hint={signIn.hint} onEnter={(code) => void signIn.enterCode(code)} />
              </form>
              <p className="mt-3.5 text-(--hero-faint) text-[0.9375rem]">{texts.sign_in_fine()}</p>
            </div>
            <PassportCover />
          </div>
        </section>
        <BelowHero part={isDrawn ? drawnPart : sections} />
      </main>
      <BelowHero part={isDrawn ? drawnPart : footer} />
      {dialogProps && CodeDialog ? <CodeDialog {...dialogProps} /> : null}
      {passkeys.question ? <passkeys.question.Dialog onAnswer={passkeys.question.answer} /> : null}
    </>
  )
}

/** Subscribes to nothing, because these values do not change. The prerendered page has the last function's value. */
const subscribe = () => () => undefined
const hasGiftParameter = () => new URLSearchParams(location.search).has(giftParameter)
/** Classes of the notice. The negative bottom margin reduces the form's top margin. */
const noticeClass = 'mt-6 -mb-3.5 text-balance font-[560] text-(--hero-notice)'
const isTrue = () => true
const isFalse = () => false

/**
 * Shows why /app redirected the user to the landing page, for example after a deletion. After a failed check
 * of the session it has a Retry button. Visitors from a gift's message read that a gift waits.
 */
export function HeroNotice() {
  const state: unknown = useHistoryState()
  const [, navigate] = useLocation()
  const isGift = useSyncExternalStore(subscribe, hasGiftParameter, isFalse)
  if (state === sentToCheckAgain) {
    const checkAgain = () => {
      forgetFailedCheck()
      navigate(requestedPage())
    }
    return (
      <div role="status" className={`${hintRowClass} ${noticeClass}`}>
        <p>{texts.common_unchecked()}</p>
        <HintButton onClick={checkAgain}>{texts.common_retry()}</HintButton>
      </div>
    )
  }
  const text = noticeText(state, isGift)
  if (text === undefined) return null
  return (
    <p role="status" className={noticeClass}>
      {text}
    </p>
  )
}

function noticeText(state: unknown, isGift: boolean): string | undefined {
  if (state === sentToLogIn) return texts.passport_log_in()
  if (state === sentAfterDeletion) return texts.own_data_deleted()
  // Every visitor with the gift parameter sees this text, so it does not reveal whether a phone number has a
  // gift.
  return isGift ? texts.landing_gift_waits() : undefined
}

/**
 * Draws the guilloche behind the hero after the page's code has loaded, so that document and code stay small. The
 * lines fade in and do not shift the layout. The browser's theme colour becomes the hero's green.
 */
function HeroLines() {
  const [bands, setBands] = useState<{ upper: string; lower: string }>()
  useEffect(() => {
    const decoration = import('./hero-decoration.ts').then(
      ({ heroBands, setThemeColour }) => {
        setBands(heroBands())
        return setThemeColour()
      },
      () => undefined,
    )
    return () => void decoration.then((restore) => restore?.())
  }, [])
  return (
    <svg
      viewBox="0 0 1200 640"
      preserveAspectRatio="xMidYMid slice"
      className={`absolute inset-0 size-full [transition:opacity_900ms] ${bands ? 'opacity-26' : 'opacity-0'}`}
      fill="none"
      strokeWidth="0.7"
      aria-hidden="true"
    >
      <path d={bands?.upper} className="stroke-(--hero-line-upper)" />
      <path d={bands?.lower} className="stroke-(--hero-line-lower)" />
    </svg>
  )
}
