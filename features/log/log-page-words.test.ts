// Tests the values that fill the log's page, from stored rows: the kind and day of its last entry, and figures of the
// language.
import { expect, it } from 'vitest'
import { databaseOf } from '#tests/support/stored-rows.ts'
import { countIn, dayIn } from '#texts/figures-in.ts'
import { textIn } from '#texts/text-in.ts'
import { languages } from '#values/lists/languages.ts'
import { logPage } from './fill-log-page.ts'

const html =
  '<i data-each="nolog">begins</i><b data-each="log">%size%|%kind%|%day%|%origin%|%root%</b><u>%address%</u>'
const head = {
  ...{
    number: 2,
    origin: 'a.example/log-2',
    size: 12_345,
    checkpoint: 'o\n12345\nROOT\n\n— o x\n',
  },
  ...{ public_key: Buffer.alloc(32), witnessed_size: null, witnessed_checkpoint: null },
}
async function filled(
  language: (typeof languages)[number],
  heads: readonly object[],
  entry = '{}',
) {
  const { db, valuesOf } = databaseOf({
    ...{ 'find-log-head': [heads], 'find-log-entries': [[{ entry }]] },
  })
  const page = logPage({ db, publicUrl: 'https://a.example' })
  const { bytes } = await page.fill(html, language)
  return { text: String(bytes), asked: valuesOf('find-log-entries') }
}

const kinds = [
  ...(['issue', 'allocate', 'return', 'retire', 'confirm'] as const),
  ...(['correct', 'withdraw', 'offer', 'replace', 'predecessor'] as const),
]
it.each(languages)('in %s has the words of each kind, and its own figures', async (language) => {
  const words = new Set<string>()
  for (const kind of kinds) {
    const { text, asked } = await filled(
      language,
      [head],
      JSON.stringify({ kind, day: '2026-03-05' }),
    )
    const word = textIn(language, `log_kind_${kind}`)
    words.add(word)
    const figures = [countIn(language, 12_345), word, dayIn(language, '2026-03-05')]
    const values = [...figures, 'a.example/log-2', 'ROOT'].join('|').replaceAll("'", '&#39;')
    expect(text).toBe(`<b>${values}</b><u>https://a.example/log</u>`)
    // The last entry of the current log.
    expect(asked).toEqual([[null, 12_344, 12_345]])
  }
  expect(words.size).toBe(kinds.length)
})

it('before the first entry, and without a log, says that it begins', async () => {
  for (const heads of [[], [{ ...head, size: 0 }]]) {
    expect(await filled('de', heads)).toEqual({
      ...{ text: '<i>begins</i><u>https://a.example/log</u>', asked: [] },
    })
  }
})
