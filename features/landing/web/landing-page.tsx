// Shows the landing page: the closed passport, the sign-in, and a true description of the product.
// It ships React, the router and fetch only; no module of /app may be imported here.
import { lazy, memo, Suspense, type SyntheticEvent, useEffect, useRef } from 'react'
import { PhoneField } from '#features/people/web/phone/phone-field.tsx'
import { takeEarlyPress } from '#features/people/web/phone/typed-early.ts'
import { CodeHint } from '#features/sign-in/web/code-hint.tsx'
import { useSignIn } from '#features/sign-in/web/use-sign-in.ts'
import { languageHomes, languageNames } from '#values/lists/languages.ts'
import { Logo } from '#web/shell/logo.tsx'
import { PublicFooter } from '#web/shell/public-frame.tsx'
import { usePageTitle } from '#web/shell/use-page-title.ts'
import { locale, texts } from '#web/texts.ts'
import { Button } from '#web/ui/button.tsx'
import { useGreenFrame } from './green-frame.ts'
import { HeroLines } from './hero-lines.tsx'
import { HeroNotice } from './hero-notice.tsx'
import { PassportCover } from './passport-cover.tsx'
import './landing-page.css'

/** The document holds these sections already. Without their code they stay as they are. */
const LandingSections = lazy(() =>
  import('./landing-sections.tsx').then(
    (module) => ({ default: module.LandingSections }),
    () => new Promise<never>(() => {}),
  ),
)
/** Rendered once: another render before its code has loaded would drop the document's sections. */
const Sections = memo(function Sections() {
  return (
    <Suspense>
      <LandingSections />
    </Suspense>
  )
})

export function LandingPage() {
  usePageTitle(texts.landing_title())
  useGreenFrame()
  const signIn = useSignIn(languageHomes[locale])
  const { sheet, Sheet } = signIn
  const form = useRef<HTMLFormElement>(null)
  // Carries out an early press with the text typed by then. Strict mode runs an effect twice.
  useEffect(() => {
    const press = setTimeout(() => {
      if (takeEarlyPress()) form.current?.requestSubmit()
    })
    return () => clearTimeout(press)
  }, [])
  function submit(event: SyntheticEvent) {
    event.preventDefault()
    void signIn.requestCode()
  }
  return (
    <>
      <header className="hero-header">
        <div className="wrap flex min-h-18 items-center justify-between gap-4">
          <Logo />
          <a href="#languages" lang={locale} className="hero-language">
            <span translate="no" aria-hidden="true" className="hero-language-code">
              {locale.toUpperCase()}
            </span>
            <span translate="no" className="hero-language-name">
              {languageNames[locale]}
            </span>
            <span className="sr-only">{`: ${texts.common_languages()}`}</span>
          </a>
        </div>
      </header>
      <main>
        <section className="hero" aria-label={texts.sign_in_join()}>
          <HeroLines />
          <div className="wrap hero-columns">
            <div>
              <h1 className="hero-title">{texts.landing_title()}</h1>
              <p className="hero-lead">{texts.landing_description()}</p>
              <HeroNotice />
              {/* Without script, the method "dialog" sends no request, and a field without a name
                  puts no number into the address. */}
              <form
                id="join"
                ref={form}
                method="dialog"
                onSubmit={submit}
                noValidate
                className="hero-form"
              >
                <PhoneField
                  label={texts.sign_in_phone()}
                  text={signIn.number.text}
                  country={signIn.number.country}
                  onChange={signIn.changeNumber}
                  error={signIn.error}
                >
                  <Button type="submit" variant="accent" busy={signIn.isBusy}>
                    {texts.sign_in_join()}
                  </Button>
                </PhoneField>
                <noscript>{import.meta.env.SSR ? texts.sign_in_needs_scripts() : null}</noscript>
                <CodeHint hint={signIn.hint} onEnter={(code) => void signIn.enterCode(code)} />
              </form>
              <p className="hero-fine">{texts.sign_in_fine()}</p>
            </div>
            <PassportCover />
          </div>
        </section>
        <Sections />
      </main>
      <PublicFooter />
      {sheet && Sheet ? <Sheet {...sheet} /> : null}
    </>
  )
}
