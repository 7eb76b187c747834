// Shows links to the legal pages, and the address for questions, on the profile.
import { legalPages } from '#values/lists/public-pages.ts'
import { paths } from '#web/paths.ts'
import { publicTitles } from '#web/shell/page-title.ts'
import { shownTerms } from '#web/shown-terms.ts'
import { texts } from '#web/texts.ts'

/** As web/ui/page-link.ts, whose import would cost the profile a file of its own. */
const linkClass =
  'wrap-anywhere inline-flex min-h-11 items-center font-medium text-link underline-offset-4 hover:underline'

export function LegalLinks() {
  const email = document.documentElement.dataset.supportEmail
  const pages = legalPages.filter((page) => page !== 'imprint' || shownTerms() !== undefined)
  return (
    <nav aria-label={texts.common_legal()} className="flex flex-wrap gap-x-6 gap-y-1">
      {pages.map((page) => (
        <a key={page} href={paths.public(page)} className={linkClass}>
          {publicTitles[page]()}
        </a>
      ))}
      {email === undefined ? null : (
        <a href={`mailto:${email}`} className={linkClass}>
          {texts.common_write_to_us()}
        </a>
      )}
    </nav>
  )
}
