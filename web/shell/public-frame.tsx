// Shows the layout of public pages: a link to the landing page, and the footer. Links load a new document,
// because some public pages have no script, and the server redirects `/` to /app for signed-in users.

import { publicPages } from '#values/lists/public-pages.ts'
import { paths } from '#web/paths.ts'
import { publicTitles } from '#web/shell/page-title.ts'
import { shownTerms } from '#web/shown-terms.ts'
import { texts } from '#web/texts.ts'
import type { Elements } from '#web/ui/elements.tsx'
import { pageLinkClass } from '#web/ui/page-link.ts'
import { LanguageLinks } from './language-links.tsx'
import { Logo } from './logo.tsx'

/**
 * Returns true if there is an imprint, as with legal texts. The build draws the link always, and the server removes
 * it (server/pages/web-documents.ts).
 */
function hasImprint(): boolean {
  return import.meta.env.SSR || shownTerms() !== undefined
}

export function PublicFooter() {
  const pages = publicPages.filter((page) => page !== 'imprint' || hasImprint())
  return (
    <footer className="border-line border-t">
      <div className="wrap flex flex-wrap items-center justify-between gap-x-8 gap-y-5 py-9">
        <div className="text-soft">
          <Logo />
        </div>
        <nav aria-label={texts.common_footer()} className="flex flex-wrap gap-x-7 gap-y-2">
          {pages.map((page) => (
            <a key={page} href={paths.public(page)} className={`wrap-anywhere ${pageLinkClass}`}>
              {publicTitles[page]()}
            </a>
          ))}
        </nav>
        <LanguageLinks />
        <p className="w-full max-w-3xl text-sm text-soft">{texts.common_truth()}</p>
      </div>
    </footer>
  )
}

export function PublicFrame({ children }: { children: Elements }) {
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="wrap py-4">
        <a href={paths.landing} className="inline-flex min-h-11 items-center">
          <Logo />
        </a>
      </header>
      <main className="wrap flex-1 py-10">{children}</main>
      <PublicFooter />
    </div>
  )
}
