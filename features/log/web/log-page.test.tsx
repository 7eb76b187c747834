// Tests the names of the log page's facts and its links (features/log/fill-log-page.ts fills in the places).
import { expect, it } from 'vitest'
import { markupOf } from '#web/test-markup.tsx'
import { LogPage } from './log-page.tsx'

const html = markupOf(<LogPage />)
const main = html.slice(html.indexOf('<main'), html.indexOf('</main'))
const all = (form: RegExp) => [...main.matchAll(form)].map(([, ...parts]) => parts)

it('each fact has its name, the command its address, and each link its page', () => {
  expect(all(/<dt[^>]*>([^<]*)<\/dt><dd[^>]*>([^<]*)/g)).toEqual([
    ['Entries', '%size%'],
    ['Last entry', '%kind%, %day%'],
    ['Name of the log', '%origin%'],
    ['Fingerprint of all entries', '%root%'],
  ])
  expect(main).toContain('npm run operator -- log verify %address%')
  expect(all(/<a href="([^"]*)"[^>]*>([^<]*)/g)).toEqual([
    ['/verify', 'Verify a certificate'],
    ['/log/checkpoint', 'Signed checkpoint'],
    ['/log/key', 'Key of the log'],
  ])
  expect(main).toContain('<p data-each="nolog"')
})
