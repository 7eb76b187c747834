// The landing page.
import { texts } from '#web/texts.ts'

export function LandingPage() {
  return <h1>{texts.landing_title()}</h1>
}
