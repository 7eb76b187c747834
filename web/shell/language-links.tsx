// Shows the seven languages: as a menu in a page's header, and as links at its foot. Both work without
// scripts; the server stores the choice in a cookie.
import { useRef } from 'react'
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

/** Closes on Escape, and when the focus or a press leaves it. */
export function LanguageMenu() {
  const menu = useRef<HTMLDetailsElement>(null)
  const close = () => {
    if (menu.current) menu.current.open = false
  }
  return (
    <details
      ref={menu}
      className="relative -mr-[min(0.75rem,6.25vw)]"
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        close()
        menu.current?.querySelector('summary')?.focus()
      }}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) close()
      }}
    >
      <summary
        lang={locale}
        className="inline-flex min-h-11 cursor-pointer list-none items-center gap-2 rounded-lg px-3 font-semibold text-(--hero-soft) underline-offset-4 after:-mt-1 after:size-2 after:rotate-45 after:border-current after:border-r-2 after:border-b-2 hover:underline [&::-webkit-details-marker]:hidden"
      >
        {/* On a narrow phone the language's name would widen the page. */}
        <span translate="no" aria-hidden="true" className="min-[24.0625rem]:hidden">
          {locale.toUpperCase()}
        </span>
        <span translate="no" className="max-[24.0625rem]:sr-only">
          {languageNames[locale]}
        </span>
        <span className="sr-only">{`: ${texts.common_languages()}`}</span>
      </summary>
      <Languages
        listClass="absolute right-0 z-2 min-w-44 rounded-field border border-line bg-surface p-1.5 shadow-lg"
        linkClass="w-full rounded-lg px-3 text-ink hover:bg-page"
      />
    </details>
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
