// Tests the names of the page's figures: the server fills in the places (transparency-page.ts).
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { Router } from 'wouter'
import { texts } from '#web/texts.ts'
import { TransparencyPage } from './transparency-page.tsx'

const html = renderToStaticMarkup(
  <Router ssrPath="/transparency">
    <TransparencyPage />
  </Router>,
)
const main = html.slice(html.indexOf('<main'), html.indexOf('</main'))
const all = (form: RegExp) =>
  [...main.matchAll(form)].map(([, ...parts]) => parts.map((part = '') => part))
const namesOf = [
  ['Issued', '%issued%'],
  ['Sold', '%sold%'],
  ['Retired', '%retired%'],
  ['Due', '%due%'],
  ['Withdrawn', '%withdrawn%'],
  ['Replaced', '%replaced%'],
]

it('each sum has its name and its meaning', () => {
  const figures = all(
    /<dt class="caption">([^<]*)<\/dt><dd><span[^>]*>([^<]*)<\/span><span> kg<\/span><p[^>]*>([^<]*)/g,
  )
  expect(figures.map(([name, figure]) => [name, figure])).toEqual(namesOf)
  expect(figures.map(([, , text]) => text)).toEqual([
    'What registries issued and we hold for sale.',
    'Somebody’s now, or taken back: never sold again.',
    'Used up at the registry, for good.',
    'Whole tonnes sold that are to be retired next.',
    'Unsold, and taken off sale.',
    'Sold, then taken back by a registry: another batch took their place.',
  ])
})

it('each column of a batch has its name above it', () => {
  const names = all(/<th scope="col"[^>]*>([^<]*)/g).flat()
  const cells = all(/<t[dh] (?:scope="row" )?role="(?:cell|rowheader)"[^>]*>(.*?)<\/t/g).flat()
  const [batch = '', ...figures] = cells
  expect(names).toEqual(['Batch', ...namesOf.map(([name]) => name)])
  expect(figures).toEqual(namesOf.map(([, figure]) => figure))
  expect(batch.replaceAll(/<[^>]+>/g, ' ').trim()).toBe(
    '%project%  %registry% · %serial%  %note%  %confirmed%',
  )
})

it('the log’s state has its names, and each check its address', () => {
  const state = all(/<dt class="caption">([^<]*)<\/dt><dd class="[^"]*">([^<]*)/g)
  expect(state).toEqual([
    ['Origin', '%origin%'],
    ['Entries', '%size%'],
    ['Root', '%root%'],
  ])
  const ofWitnesses = all(
    /<dt data-each="(\w+)"[^>]*>([^<]*)<\/dt><dd data-each="(\w+)"[^>]*>(?:<p>)?([^<]*)/g,
  )
  expect(ofWitnesses).toEqual([
    ['witnesses', 'Witnesses', 'witnesses', '%text%'],
    ['cosigned', 'Last cosigned checkpoint', 'cosigned', '%text%'],
  ])
  expect(all(/<a href="(\/[^"]*)" class="[^"]*">([^<]*)/g)).toEqual([
    ['/log/policy', 'Read this site’s policy'],
    ['/log', 'Public log'],
    ['/log/checkpoint', 'Signed checkpoint'],
    ['/log/key', 'Key of the log'],
    ['/transparency.json', 'These figures as JSON'],
    ['/verify', 'Verify a certificate'],
  ])
  expect(all(/<a data-each="(\w+)" href="%href%" rel="(\w+)"[^>]*>([^<]*)/g)).toEqual([
    ['before', 'prev', 'Previous'],
    ['after', 'next', 'Next'],
  ])
})

it('each line that the server keeps or leaves out has the places of its own figures', () => {
  const lines = all(/<p data-each="(\w+)"[^>]*>([^<]*)/g).map(([name, text = '']) => [
    name,
    text.replaceAll('&#x27;', "'"),
  ])
  expect(Object.fromEntries(lines)).toEqual({
    nextretirement: texts.transparency_next_retirement({ day: '%day%' }),
    lateretirement: texts.transparency_late_retirement({ day: '%day%' }),
    nonedue: texts.transparency_none_due(),
    confirmed: texts.transparency_confirmed({ kg: '%kg%', day: '%day%' }),
    unknownlog: texts.transparency_log_unknown(),
    nolog: texts.transparency_log_begins(),
    unknown: texts.transparency_unknown({ uncompared: '%uncompared%', count: '%count%' }),
    none: texts.transparency_none(),
  })
  expect(main).toContain(texts.transparency_page({ page: '%page%', pages: '%pages%' }))
  expect(main).toContain(texts.transparency_moment({ moment: '%moment%' }))
})
