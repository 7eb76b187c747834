// Shows links to the seven languages in the footer of public pages. They work without JavaScript, because the
// server stores the language in a cookie.
import { languageNames, languages } from '#values/lists/languages.ts'
import { paths } from '#web/paths.ts'
import { locale, texts } from '#web/texts.ts'

export function LanguageLinks() {
  return (
    <nav id="languages" aria-label={texts.common_languages()} className="w-full">
      <ul translate="no" className="-mx-2.5 flex flex-wrap">
        {languages.map((language) => (
          <li key={language}>
            <a
              href={paths.landingIn(language)}
              lang={language}
              hrefLang={language}
              aria-current={language === locale ? 'true' : undefined}
              className="inline-flex min-h-11 items-center px-2.5 text-soft underline-offset-4 hover:underline aria-[current]:font-semibold aria-[current]:text-ink"
            >
              {languageNames[language]}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
