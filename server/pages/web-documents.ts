// Opens the built documents of the browser half in every language, and adds the settings that the browser
// needs. A document is read once, and compressed at the first request.
import { join } from 'node:path'
import { type SharedLink, sharedTitle, shareTagsOf } from '#features/landing/shared-link.ts'
import type { LegalText } from '#features/legal/legal-texts.ts'
import { escapeHtml } from '#platform/http/pages/html-page.ts'
import { brotliQuality, type KeptBytes, keepBytes } from '#platform/http/pages/kept-bytes.ts'
import { readIfThere } from '#platform/read-if-there.ts'
import { isSandbox } from '#providers/provider-table.ts'
import type { Settings } from '#server/settings/settings.ts'
import {
  defaultLanguage,
  inEachLanguage,
  type Language,
  languages,
} from '#values/lists/languages.ts'
import { appPageNames, appPages, drawnDocument } from '#values/lists/pages-of-app.ts'
import {
  type LegalPage,
  legalPages,
  type PublicPage,
  publicPages,
  publicPath,
} from '#values/lists/public-pages.ts'

/** `webRoot` is the folder of the build. */
export type WebFiles = { readonly settings: Settings; readonly webRoot: string }
export type Page = Readonly<Record<Language, KeptBytes>>

/** Returns path and page of each public page, or null without a build. Throws if pages are missing. */
export async function openPublicPages(
  files: WebFiles,
): Promise<readonly (readonly [path: string, page: Page])[] | null> {
  const { legal } = files.settings
  const shownPages = publicPages.filter((name) => name !== 'imprint' || legal !== undefined)
  const pages = await Promise.all(
    shownPages.map(async (name) => {
      const textOf = isLegal(name) ? legal?.pages[name] : undefined
      const tags = textOf === undefined ? '' : '<link rel="stylesheet" href="/legal.css">'
      const page = await openPage(`${name}.html`, files, (language) => ({
        tags,
        text: textOf?.[language],
      }))
      return [publicPath(name), page] as const
    }),
  )
  const built = pages.flatMap(([path, page]) => (page === null ? [] : [[path, page] as const]))
  if (built.length === pages.length) return built
  if (built.length === 0) return null
  const missing = pages.flatMap(([path, page]) => (page === null ? [path] : []))
  throw new Error(`${missing.join(', ')}: not drawn while building (web/prerender.tsx).`)
}

const isLegal = (page: PublicPage): page is LegalPage => legalPages.some((each) => each === page)

/** A page of /app as built, and the document into which it is drawn for a signed-in user, if it is drawn. */
export type AppDocument = {
  readonly path: string
  readonly built: Page
  readonly drawn: Page | null
}

/** Returns the documents of each page of /app, or null without a build. */
export async function openAppPages(files: WebFiles): Promise<readonly AppDocument[] | null> {
  const documents: AppDocument[] = []
  for (const name of appPageNames) {
    const built = await openPage(`${name}.html`, files)
    if (built === null) return null
    const drawnName = drawnDocument(name)
    const drawn = drawnName === null ? null : await openPage(drawnName, files)
    documents.push({ path: appPages[name].path, built, drawn })
  }
  return documents
}

/**
 * Tags for the end of the head of a document, and its title if it is not the built one. A legal page has its text.
 */
type Head = {
  readonly tags: string
  readonly title?: string
  readonly text?: LegalText | undefined
}

/** Returns a page in every language, or null without a build. Throws if a language is missing. */
export async function openPage(
  name: string,
  files: WebFiles,
  headOf: (language: Language) => Head = () => ({ tags: '' }),
): Promise<Page | null> {
  const base = await openDocument(name, files, headOf(defaultLanguage))
  if (base === null) return null
  const pages = inEachLanguage(() => base)
  for (const language of languages) {
    if (language === defaultLanguage) continue
    const path = join(language, name)
    const document = await openDocument(path, files, headOf(language))
    if (document === null) throw new Error(`${name} was not built in ${language}.`)
    pages[language] = document
  }
  return pages
}

/**
 * Returns the landing page in every language, by the sent link that leads to it. `isNamed` is true for
 * addresses that name the language.
 */
export async function openLanding(files: WebFiles, isNamed: boolean) {
  const { settings } = files
  const open = (link: SharedLink) =>
    openPage('index.html', files, (language) => ({
      tags:
        addressLinksOf(settings, isNamed ? language : undefined) +
        shareTagsOf(settings.publicUrl, language, link),
      ...(link === 'gift' ? { title: sharedTitle(language, link) } : {}),
    }))
  const [landing, gift] = [await open('landing'), await open('gift')]
  return landing === null || gift === null ? null : { landing, gift }
}

/**
 * Returns the links by which a search engine finds the page in each language. The address `/` has the
 * reader's language. `own` is the language in the address, if any.
 */
function addressLinksOf({ publicUrl }: Settings, own?: Language): string {
  const anywhere = `${publicUrl}/`
  const address = (language: Language) => `${anywhere}?language=${language}`
  const links = languages.map(
    (language) => `<link rel="alternate" hreflang="${language}" href="${address(language)}">`,
  )
  const anyLanguage = `<link rel="alternate" hreflang="x-default" href="${anywhere}">`
  const canonical = own === undefined ? anywhere : address(own)
  return [`<link rel="canonical" href="${canonical}">`, ...links, anyLanguage].join('')
}

/** Returns a built document with the settings that it needs, or null without a build. */
async function openDocument(
  name: string,
  { settings, webRoot }: WebFiles,
  { tags, title, text }: Head,
): Promise<KeptBytes | null> {
  const built = await readIfThere(join(webRoot, name))
  if (built === null) return null
  const html = built
    .replace(/<html [^>]*/, (tag) => `${tag} ${attributesOf(settings)}`)
    .replace(/(?<=<title>)[^<]*/, (built) => title ?? built)
    .replace('</head>', () => `${tags}</head>`)
    .replace(legalPlace, (place) => (text === undefined ? place : shownLegal(text)))
    .replace(imprintLink, (link) => (settings.legal === undefined ? '' : link))
  return keepBytes(html, brotliQuality.forBuiltFiles)
}

/** The footer's link to the imprint, which exists with legal texts only. */
const imprintLink = new RegExp(`<a [^>]*href="${publicPath('imprint')}"[^>]*>[^<]*</a>`)

/** The place of the text in the document of a legal page (web/app/drawn-pages.tsx). */
const legalPlace = '<div data-legal-text=""></div>'

function shownLegal({ html, language }: LegalText): string {
  return `<div class="legal-text" lang="${language}">${html}</div>`
}

/** Returns the settings for the browser as attributes, since no inline script is allowed. */
function attributesOf(settings: Settings): string {
  const { sms, cards, passCertificates, googleWallet, imageHosts, legal, seller } = settings
  const sandboxes = [
    isSandbox(sms) && 'sms',
    isSandbox(cards) && 'cards',
    passCertificates === undefined && 'passes',
    isSandbox(googleWallet) && 'google',
  ]
  const names = sandboxes.filter((name) => typeof name === 'string').join(' ')
  const key = cards.kind === 'stripe' ? ` data-stripe-key="${cards.publishableKey}"` : ''
  const wallets = googleWallet.kind === 'none' ? '' : ' data-google-wallet=""'
  const terms = legal === undefined ? '' : ` data-terms-version="${legal.version}"`
  const contact =
    seller.email === undefined ? '' : ` data-support-email="${escapeHtml(seller.email)}"`
  return `data-sandbox="${names}" data-image-hosts="${imageHosts.join(' ')}"${key}${wallets}${terms}${contact}`
}
