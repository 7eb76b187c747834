// Tests the page of the public log, in each language, before and after its first entries.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { issueTestBatch } from '#tests/support/people/batch.ts'
import { closeWithBooks } from '#tests/support/people/books.ts'
import { Person } from '#tests/support/people/person.ts'
import { appendOnce } from '#tests/support/people/retirements.ts'
import { fetchLog } from '#tests/support/rfc6962.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { textIn } from '#texts/text-in.ts'
import { languages } from '#values/lists/languages.ts'

let test: TestApp
beforeAll(async () => {
  test = await startTestApp({}, undefined, { background: false })
})
afterAll(() => closeWithBooks(test))

async function pageIn(language: string): Promise<string> {
  const answer = await fetch(`${test.url}/log?language=${language}`)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([
    200,
    'text/html; charset=utf-8',
  ])
  return (await answer.text()).replaceAll('&#39;', "'")
}

it('says that the log begins, and then shows its size, its last entry and how to verify it', async () => {
  expect(await pageIn('en')).toContain('The log begins within a minute.')
  const batch = await issueTestBatch(test.services.db, { kg: 5_000 })
  const buyer = await new Person(test.url).signIn()
  await buyer.buyByCard(batch, 100)
  await appendOnce(test)
  const { note } = await fetchLog(`${test.url}/log`)
  for (const language of languages) {
    const page = await pageIn(language)
    for (const words of [
      note.origin,
      note.root.toString('base64'),
      `>${note.size}<`,
      textIn(language, 'log_kind_allocate'),
      textIn(language, 'log_verify_compare'),
      `log verify ${test.services.settings.publicUrl}/log<`,
      ...['href="/log/checkpoint"', 'href="/log/key"', 'href="/verify"'],
    ]) {
      expect(page).toContain(words)
    }
    expect(page).not.toContain(textIn(language, 'transparency_log_begins'))
    expect(page).not.toMatch(/%\w+%|<script/)
  }
})
