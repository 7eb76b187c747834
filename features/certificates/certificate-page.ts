// Renders the page of a certificate as HTML without a script. Every value is escaped. The page has the
// product's style sheet and web/public/certificate.css.
import type { CertificateWords } from '#features/certificates/certificate-words.ts'
import { certificateLines, certificateZone, rosette } from '#features/certificates/drawing.ts'
import type { Certificate } from '#features/certificates/read-certificate.ts'
import type { Fact } from '#features/certificates/standing-words.ts'
import { escapeHtml } from '#platform/http/pages/html-page.ts'
import { shareTags } from '#platform/http/pages/share-tags.ts'
import { textIn } from '#texts/text-in.ts'
import { qrPath } from '#values/drawing/qr-path.ts'
import { seedlingPath } from '#values/drawing/seedling.ts'
import { type Language, languageNames, languages } from '#values/lists/languages.ts'
import { publicPath } from '#values/lists/public-pages.ts'

const asHtml = escapeHtml

/** Data of the page that is not part of the certificate. */
export type PageContext = {
  /** Links to the product's style sheet and typefaces, as HTML. */
  readonly styles: string
  /** Address of the page, without a language. */
  readonly url: string
}

export function certificatePage(
  certificate: Certificate,
  words: CertificateWords,
  { styles, url }: PageContext,
): string {
  const { share, language } = words
  const picture = `${url}.png?language=${language}`
  const tags = shareTags({
    product: words.product,
    title: share.title,
    description: share.text,
    ...{ url, picture },
  })
  const title = `${words.title}: ${share.title} · ${words.product}`
  return pageOf(language, title, `${tags}\n${styles}`, [
    articleOf(certificate, words, url),
    linksOf(certificate, words, url),
    languagesOf(language),
  ])
}

/** Returns the page for a code without a certificate. Closed and unknown codes get the same page. */
export function missingPage(language: Language, styles: string): string {
  const title = textIn(language, 'certificates_missing')
  const product = textIn(language, 'common_product')
  return pageOf(language, `${title} · ${product}`, styles, [
    `<div class="certificate-missing">${emblemOf(title)}<p class="certificate-product">${asHtml(product)}</p>
<h1>${asHtml(title)}</h1>
<p>${asHtml(textIn(language, 'certificates_missing_text'))}</p>
<p class="certificate-ways"><a href="${publicPath('verify')}">${asHtml(textIn(language, 'common_verify'))}</a> <a href="/">${asHtml(product)}</a></p></div>`,
  ])
}

function pageOf(language: Language, title: string, head: string, body: readonly string[]) {
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<meta name="format-detection" content="telephone=no">
<title>${asHtml(title)}</title>
<link rel="icon" href="/icon.svg" type="image/svg+xml">
${head}
<link rel="stylesheet" href="/certificate.css">
</head>
<body class="certificate-body">
<main>
${body.join('\n')}
</main>
</body>
</html>
`
}

/** Returns the certificate itself, without the links around it. */
function articleOf(certificate: Certificate, words: CertificateWords, url: string): string {
  const { held, demo, uncompared, retirement, proof } = words
  const zone = certificateZone(certificate)
  return `<article class="certificate" aria-labelledby="certificate-title">
${backgroundOf(certificate.code)}
<div class="certificate-content">
<header>
${emblemOf(certificate.code)}
<p class="certificate-product">${asHtml(words.product)}</p>
<h1 id="certificate-title">${asHtml(words.title)}</h1>
</header>
<p class="certificate-figure"><span>${asHtml(words.kg)}</span> <span class="certificate-unit">${unitOf(words.unit)}</span></p>
${held === null ? '' : `<p class="certificate-held"><span class="certificate-label">${asHtml(held.label)}</span> <strong><bdi>${asHtml(held.name)}</bdi></strong></p>`}
<p class="certificate-statement">${asHtml(words.statement)}</p>
${demo === null ? '' : `<p class="certificate-demo">${asHtml(demo)}</p>`}
${uncompared === null ? '' : `<p class="certificate-demo">${asHtml(uncompared)}</p>`}
${words.facts.map(factsOf).join('\n')}
${replacementOf(words)}
<section aria-labelledby="certificate-retirement">
<h2 id="certificate-retirement">${asHtml(retirement.title)}</h2>
<ul>
${retirement.parts.map((part) => partOf(part, retirement.record)).join('\n')}
</ul>
<p class="certificate-hint">${asHtml(retirement.hint)}</p>
</section>
<section aria-labelledby="certificate-proof">
<h2 id="certificate-proof">${asHtml(proof.title)}</h2>
<p>${asHtml(proof.text)}</p>
${proof.witnesses === null ? '' : `<p>${asHtml(proof.witnesses)}</p>`}
${proof.facts.length === 0 ? '' : proofOf(proof.facts, words)}
</section>
<footer>
${qrOf(words.language, url)}
<p><span class="certificate-label">${asHtml(textIn(words.language, 'certificates_address'))}</span>
<a href="${asHtml(url)}">${asHtml(url)}</a></p>
<p class="certificate-truth">${asHtml(words.truth)}</p>
</footer>
</div>
<p class="certificate-zone" aria-hidden="true">${asHtml(zone[0])}<br>${asHtml(zone[1])}</p>
</article>`
}

/** Returns the facts of one block of credits as HTML. */
function factsOf(facts: readonly Fact[]): string {
  return `<dl class="certificate-facts">\n${facts.map(factOf).join('\n')}\n</dl>`
}

function replacementOf({ replacement }: CertificateWords): string {
  if (replacement === null) return ''
  const parts = replacement.parts.map((part) => `<p>${asHtml(part)}</p>`).join('\n')
  return `<section aria-labelledby="certificate-replacement">
<h2 id="certificate-replacement">${asHtml(replacement.title)}</h2>
${parts}
</section>`
}

function factOf({ label, value, isCode, url }: Fact): string {
  const content = isCode ? `<code>${asHtml(value)}</code>` : asHtml(value)
  const linked = url === null ? content : `<a href="${asHtml(url)}" rel="noreferrer">${content}</a>`
  return `<div><dt>${asHtml(label)}</dt><dd>${linked}</dd></div>`
}

function partOf({ text: words, url }: { text: string; url: string | null }, record: string) {
  const link =
    url === null ? '' : ` <a href="${asHtml(url)}" rel="noreferrer">${asHtml(record)}</a>`
  return `<li>${asHtml(words)}${link}</li>`
}

/** Returns the proof as a closed `details` element, because only a manual check needs it. */
function proofOf(facts: readonly Fact[], { proof }: CertificateWords): string {
  return `<details><summary>${asHtml(proof.details)}</summary>
<dl class="certificate-proof">${facts.map(factOf).join('\n')}</dl></details>`
}

/** Returns the links of the page, which the print style hides. */
function linksOf({ code }: Certificate, { language }: CertificateWords, url: string): string {
  const links = [
    [`${url}.pdf?language=${language}`, textIn(language, 'certificates_paper')],
    [`${url}.json`, textIn(language, 'certificates_facts')],
    [
      `${publicPath('verify')}?code=${code}&language=${language}`,
      textIn(language, 'common_verify'),
    ],
    [`${publicPath('log')}?language=${language}`, textIn(language, 'common_log')],
  ].map(
    ([address, words]) => `<li><a href="${asHtml(address ?? '')}">${asHtml(words ?? '')}</a></li>`,
  )
  const ownPassport = `<p class="certificate-own"><a href="/?language=${language}">${asHtml(textIn(language, 'certificates_open_own'))}</a></p>`
  return `${ownPassport}<ul class="certificate-ways">${links.join('')}</ul>`
}

function languagesOf(language: Language): string {
  const links = languages.map((each) =>
    each === language
      ? `<li><span lang="${each}" aria-current="true">${languageNames[each]}</span></li>`
      : `<li><a href="?language=${each}" lang="${each}" hreflang="${each}">${languageNames[each]}</a></li>`,
  )
  const label = asHtml(textIn(language, 'common_languages'))
  return `<nav class="certificate-languages" aria-label="${label}"><ul class="certificate-tongues">${links.join('')}</ul></nav>`
}

function backgroundOf(code: string): string {
  const { upper, lower } = certificateLines(code, 800, 1_120)
  return `<svg class="certificate-lines" viewBox="0 0 800 1120" preserveAspectRatio="xMidYMid slice" fill="none" stroke-width="0.7" aria-hidden="true"><path stroke="var(--ink-green)" opacity="0.16" d="${upper}"/><path stroke="var(--cover-foil-1)" opacity="0.24" d="${lower}"/></svg>`
}

/** Returns `kg CO₂` with a plain figure as a subscript, which the typefaces have. */
const unitOf = (unit: string) => asHtml(unit).replace('₂', '<sub>2</sub>')

function emblemOf(code: string): string {
  const { path, petals } = rosette(code, 92, 5)
  const turns = Array.from({ length: petals }, (_, petal) => {
    const turn = Math.round((petal / petals) * 36_000) / 100
    return `<use href="#petal" transform="rotate(${turn})"/>`
  })
  return `<svg class="certificate-emblem" viewBox="-96 -96 192 192" fill="none" aria-hidden="true"><defs><path id="petal" d="${path}"/></defs><g stroke="var(--cover-foil-3)" stroke-width="0.7">${turns.join('')}</g><circle r="41" fill="var(--cover-disc)" stroke="var(--cover-foil-1)" stroke-width="1.6"/><path stroke="var(--cover-foil-2)" stroke-width="2.6" stroke-linecap="round" stroke-linejoin="round" transform="translate(1 -1) scale(.92)" d="${seedlingPath}"/></svg>`
}

function qrOf(language: Language, url: string): string {
  const { path, size } = qrPath(url)
  const label = asHtml(textIn(language, 'certificates_qr'))
  return `<svg class="certificate-qr" viewBox="0 0 ${size} ${size}" role="img" aria-label="${label}" shape-rendering="crispEdges"><path d="${path}" fill="currentColor"/></svg>`
}
