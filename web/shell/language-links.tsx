// Shows the seven languages: as a menu in a page's header, and as links at its foot. Both work without
// scripts; the server stores the choice in a cookie.
import { languageNames, languages } from '#values/lists/languages.ts'
import { paths } from '#web/paths.ts'
import { locale, texts } from '#web/texts.ts'

export function LanguageLinks() {
  return (
    <nav aria-label={texts.common_languages()} className="w-full">
      <Languages
        listClass="-mx-2.5 flex flex-wrap"
        linkClass="px-2.5 text-soft aria-[current]:text-ink"
      />
    </nav>
  )
}

/** A popover, which also closes by Escape and by a press outside. Older browsers have the links at the foot. */
export function LanguageMenu() {
  return (
    <>
      <button
        type="button"
        popoverTarget="languages"
        lang={locale}
        className="hidden min-h-11 items-center gap-2 font-semibold text-(--hero-soft) supports-[selector(:popover-open)]:inline-flex"
      >
        {/* On a narrow phone the language's name would widen the page. */}
        <span translate="no" aria-hidden="true" className="min-[24.0625rem]:hidden">
          {locale.toUpperCase()}
        </span>
        <span translate="no" className="max-[24.0625rem]:sr-only">
          {languageNames[locale]}
        </span>
        <span className="sr-only">{`: ${texts.common_languages()}`}</span>
        <span aria-hidden="true">▾</span>
      </button>
      <div
        id="languages"
        popover="auto"
        className="wrap pointer-events-none absolute inset-x-0 top-14.5 hidden bg-transparent open:block"
      >
        <Languages
          listClass="pointer-events-auto ml-auto w-fit border bg-surface"
          linkClass="w-full px-3.5 text-ink"
        />
      </div>
    </>
  )
}

function Languages({ listClass, linkClass }: { listClass: string; linkClass: string }) {
  return (
    <ul translate="no" className={listClass}>
      {languages.map((language) => (
        <li key={language}>
          <a
            href={paths.landingIn(language)}
            lang={language}
            hrefLang={language}
            aria-current={language === locale ? 'true' : undefined}
            className={`inline-flex min-h-11 items-center underline-offset-4 hover:underline aria-[current]:font-semibold ${linkClass}`}
          >
            {languageNames[language]}
          </a>
        </li>
      ))}
    </ul>
  )
}
