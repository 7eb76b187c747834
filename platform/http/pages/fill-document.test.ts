import { expect, it } from 'vitest'
import { fillDocument } from './fill-document.ts'

const html = `<p title="%who%">%who%, 5% of %unknown%</p>
<table><tbody><tr class="row" data-each="rows"><td>%name%</td><td>%who%</td></tr></tbody></table>
<nav data-each="some"><a data-each="next" href="?page=%page%">on</a></nav>`

it('puts each value in its place, escaped, and repeats the element of a list', () => {
  const rows = [{ name: '<b>' }, { name: '%who%' }]
  expect(
    fillDocument(html, { who: 'A & "B"' }, { rows }),
  ).toBe(`<p title="A &amp; &quot;B&quot;">A &amp; &quot;B&quot;, 5% of %unknown%</p>
<table><tbody><tr class="row"><td>&lt;b&gt;</td><td>A &amp; &quot;B&quot;</td></tr><tr class="row"><td>&#37;who&#37;</td><td>A &amp; &quot;B&quot;</td></tr></tbody></table>
`)
})

it('shows every entry of a list', () => {
  expect(fillDocument(html, {}, { some: [{}], next: [{ page: '2' }] })).toContain(
    '<nav><a href="?page=2">on</a></nav>',
  )
})
