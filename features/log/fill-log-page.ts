// Fills the HTML of `/log`, which the build rendered (features/log/web/log-page.tsx), with the log's size
// and last entry.
import type { Db } from '#platform/database/database.ts'
import { fillDocument } from '#platform/http/pages/fill-document.ts'
import { brotliQuality, keepBytes } from '#platform/http/pages/kept-bytes.ts'
import { shareReadings } from '#platform/shared-readings.ts'
import { countIn, dayIn } from '#texts/figures-in.ts'
import { textIn } from '#texts/text-in.ts'
import type { Language } from '#values/lists/languages.ts'
import { publicPath } from '#values/lists/public-pages.ts'
import type { LogEntry } from './log-entry.ts'
import { readEntries } from './log-queries.ts'
import { readLogState } from './read-log-state.ts'

const kindTexts = {
  issue: 'log_kind_issue',
  allocate: 'log_kind_allocate',
  return: 'log_kind_return',
  retire: 'log_kind_retire',
  confirm: 'log_kind_confirm',
  correct: 'log_kind_correct',
  withdraw: 'log_kind_withdraw',
  offer: 'log_kind_offer',
  replace: 'log_kind_replace',
  predecessor: 'log_kind_predecessor',
} as const satisfies Record<LogEntry['kind'], string>

/** Returns the page's route. */
export function logPage({ db, publicUrl }: { readonly db: Db; readonly publicUrl: string }) {
  // Concurrent requests share one query.
  const share = shareReadings<Awaited<ReturnType<typeof readState>>>()
  return {
    path: publicPath('log'),
    document: 'log.html',
    async fill(html: string, language: Language) {
      const state = await share('log', () => readState(db))
      const address = `${publicUrl}${publicPath('log')}`
      const lists = { log: state === null ? [] : [valuesOf(language, state)], nolog: [{}] }
      const filled = fillDocument(
        html,
        { address },
        state === null ? lists : { ...lists, nolog: [] },
      )
      return keepBytes(filled, brotliQuality.forAnswers)
    },
  }
}

type State = NonNullable<Awaited<ReturnType<typeof readState>>>

async function readState(db: Db) {
  const state = await readLogState(db)
  if (state === null || state.size === 0) return null
  const [text = '{}'] = await readEntries(db, null, state.size - 1, 1)
  // Entries are written by log-entry.ts alone.
  const last: Pick<LogEntry, 'kind' | 'day'> = JSON.parse(text)
  return { ...state, last }
}

function valuesOf(language: Language, { origin, size, root, last }: State) {
  return {
    ...{ origin, root },
    size: countIn(language, size),
    kind: textIn(language, kindTexts[last.kind]),
    day: dayIn(language, last.day),
  }
}
