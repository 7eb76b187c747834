// Tests that screen readers get the name, hint and error of each kind of field.
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { Checkbox } from './checkbox.tsx'
import { SelectField } from './select-field.tsx'
import { TextArea } from './text-area.tsx'
import { TextField } from './text-field.tsx'

const fields = {
  'a text field': TextField,
  'a field of several lines': TextArea,
  'a choice': (props: { label: string; hint?: string; error?: string }) => (
    <SelectField {...props} options={[{ value: 'one', label: 'One' }]} />
  ),
}

/** The texts that describe the field, in reading order. */
function describedIn(html: string): string[] {
  const [, ids = ''] = /aria-describedby="([^"]+)"/.exec(html) ?? []
  return ids
    .split(' ')
    .filter(Boolean)
    .map((id) => textOf(html, id))
}
function textOf(html: string, id: string): string {
  return html.split(`id="${id}"`)[1]?.match(/^[^>]*>([^<]*)/)?.[1] ?? ''
}

it.each(Object.entries(fields))('%s has its label, its hint and its error', (_kind, Field) => {
  const wrong = renderToStaticMarkup(<Field label="Name" hint="As it is" error="Too long." />)
  const [, id = ''] = /<label for="([^"]+)"/.exec(wrong) ?? []
  expect(wrong).toContain(`id="${id}" aria-invalid="true"`)
  expect(describedIn(wrong)).toEqual(['As it is', 'Too long.'])
  const right = renderToStaticMarkup(<Field label="Name" hint="As it is" />)
  expect(right).not.toContain('aria-invalid')
  expect(describedIn(right)).toEqual(['As it is'])
})

it('a checkbox has its error', () => {
  const box = (error?: string) =>
    renderToStaticMarkup(
      <Checkbox checked={false} onChange={() => undefined} error={error}>
        I agree
      </Checkbox>,
    )
  expect(describedIn(box('Please agree.'))).toEqual(['Please agree.'])
  expect(describedIn(box())).toEqual([])
})
