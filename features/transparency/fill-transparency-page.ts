// Fills the HTML of `/transparency`, which the build rendered (web/transparency-page.tsx), with the
// current figures. The page needs no script.

import type { ReadTransparency, Transparency } from '#features/transparency/read-transparency.ts'
import { transparencyQuery } from '#features/transparency/transparency-calls.ts'
import { paths } from '#features/transparency/transparency-paths.ts'
import { fillDocument, type Values } from '#platform/http/pages/fill-document.ts'
import { brotliQuality, type KeptBytes, keepBytes } from '#platform/http/pages/kept-bytes.ts'
import { ageIn, countIn, dayIn, listIn, momentIn } from '#texts/figures-in.ts'
import { textIn } from '#texts/text-in.ts'
import type { Language } from '#values/lists/languages.ts'

/** Returns the page's route. Its `fill` returns null if the requested page of batches does not exist. */
export function transparencyPage(transparency: ReadTransparency) {
  const pageOf = createPages()
  return {
    path: paths.transparency,
    document: 'transparency.html',
    async fill(html: string, language: Language, { query }: { readonly query: unknown }) {
      const { success, data } = transparencyQuery.safeParse(query)
      const figures = success ? await transparency(data.page) : null
      return figures === null ? null : pageOf(html, language, figures)
    },
  }
}

/** Returns a function that fills the HTML. It caches the page for each language and reading of figures. */
function createPages() {
  const cache = new WeakMap<Transparency, Map<Language, KeptBytes>>()
  return (html: string, language: Language, figures: Transparency): KeptBytes => {
    const pages = cache.get(figures) ?? new Map<Language, KeptBytes>()
    cache.set(figures, pages)
    const cached = pages.get(language)
    if (cached !== undefined) return cached
    const page = keepBytes(fillTransparency(html, language, figures), brotliQuality.forAnswers)
    pages.set(language, page)
    return page
  }
}

function fillTransparency(html: string, language: Language, figures: Transparency): string {
  const number = (value: number) => countIn(language, value)
  const { total, nextRetirement, batches, log, page, pageCount } = figures
  const day = nextRetirement === null ? '' : dayIn(language, nextRetirement.by)
  const confirmedDay = figures.confirmedOn === null ? '' : dayIn(language, figures.confirmedOn)
  const isOverdue = nextRetirement?.isOverdue ?? false
  /** Returns the rows of a part that the page shows once or not at all. */
  const rowsIf = (isVisible: boolean, values: Values = {}) => (isVisible ? [values] : [])
  return fillDocument(
    html,
    {
      moment: `${momentIn(language, figures.asOf)} UTC`,
      issued: number(total.issuedKg),
      sold: number(total.soldKg),
      retired: number(total.retiredKg),
      due: number(total.dueKg),
      withdrawn: number(total.withdrawnKg),
      replaced: number(total.replacedKg),
      uncompared: number(figures.uncomparedCount),
      count: number(figures.batchCount),
      page: number(page),
      pages: number(pageCount),
    },
    {
      batches: batches.map((each) => ({
        project: each.shownProject,
        registry: each.registry,
        serial: each.serial,
        note: each.isUncompared ? textIn(language, 'transparency_uncompared') : '',
        confirmed: confirmedIn(language, each),
        issued: number(each.issuedKg),
        sold: number(each.soldKg),
        retired: number(each.retiredKg),
        due: number(each.dueKg),
        withdrawn: number(each.withdrawnKg),
        replaced: number(each.replacedKg),
      })),
      nextretirement: rowsIf(nextRetirement !== null && !isOverdue, { day }),
      lateretirement: rowsIf(isOverdue, { day }),
      nonedue: rowsIf(nextRetirement === null),
      confirmed: rowsIf(total.confirmedKg > 0, {
        kg: number(total.confirmedKg),
        day: confirmedDay,
      }),
      none: rowsIf(batches.length === 0),
      unknown: rowsIf(figures.uncomparedCount > 0),
      log: log === null ? [] : [{ origin: log.origin, size: number(log.size), root: log.root }],
      nolog: rowsIf(log === null),
      ...witnessRows(language, figures),
      before: rowsIf(page > 1, { href: paths.page(page - 1) }),
      after: rowsIf(page < pageCount, { href: paths.page(page + 1) }),
      turns: rowsIf(pageCount > 1),
    },
  )
}

/** Returns the parts about witnesses. Without a policy the page has none of them. */
function witnessRows(language: Language, { log, asOf }: Transparency) {
  const witnessing = log?.witnessing ?? null
  if (log === null || witnessing === null) {
    return { unknownlog: [], witnesses: [], cosigned: [] }
  }
  const { names, quorum, cosigned, isUnknown } = witnessing
  const count = countIn(language, names.length)
  const namedWitnesses = { names: listIn(language, names), count, quorum }
  const missing = log.size - (cosigned?.size ?? 0)
  const cosignedText =
    cosigned === null
      ? textIn(language, 'transparency_unwitnessed')
      : textIn(language, 'transparency_cosigned_by', {
          size: cosigned.size,
          names: listIn(language, cosigned.names),
          moment: momentIn(language, cosigned.at),
          age: ageIn(language, cosigned.at, asOf),
        })
  const pendingText =
    cosigned === null || missing <= 0
      ? ''
      : ` ${textIn(language, 'transparency_pending', { count: missing })}`
  return {
    unknownlog: isUnknown ? [{}] : [],
    witnesses: [{ text: textIn(language, 'transparency_witnesses_text', namedWitnesses) }],
    cosigned: [{ text: `${cosignedText}${pendingText}` }],
  }
}

/** Returns the text about a batch's confirmed kilograms; empty if it has none. */
function confirmedIn(
  language: Language,
  { confirmedKg, confirmedOn }: Transparency['batches'][number],
): string {
  if (confirmedOn === null) return ''
  const values = { kg: countIn(language, confirmedKg), day: dayIn(language, confirmedOn) }
  return textIn(language, 'transparency_confirmed_batch', values)
}
