// Tests the choice of a number's country: its code, and no choice where the number names its country itself.
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { callingCodes } from '#values/lists/calling-codes.ts'
import { draw, openPage } from '#web/test-page.ts'
import { texts } from '#web/texts.ts'
import { CountryChoice } from './country-choice.tsx'

const choice = (shownCountry: string | undefined, isInternational: boolean, country = 'GB') => (
  <CountryChoice
    {...{ country, shownCountry, isInternational, className: '' }}
    onChange={() => undefined}
  />
)
const flagOf = (html: string) => /<svg.*?<\/svg>/.exec(html)?.[0]

it.each([
  ['a national number has the code of its country', 'NL', false, '+31', false],
  ['one with a plus sign repeats no code and has no choice', 'NL', true, undefined, true],
  ['one of an unknown code has neither code nor choice', undefined, true, undefined, true],
])('%s', (_, shown, isInternational, code, isDisabled) => {
  const html = renderToStaticMarkup(choice(shown, isInternational))
  expect(/aria-hidden="true">(\+\d+)</.exec(html)?.[1]).toBe(code)
  expect(/<select[^>]* disabled=""/.test(html)).toBe(isDisabled)
})

it('each country of the list has its code and a flag of its own, and others have a globe', () => {
  const html = renderToStaticMarkup(choice('GB', false))
  const options = [...html.matchAll(/<option[^>]*value="(\w+)"[^>]*>([^<]*)</g)]
  expect(options.map(([, country, text]) => [country, text?.split(' ').at(-1)])).toEqual(
    callingCodes.map(({ country, code }) => [country, `+${code}`]),
  )
  expect(/<option value="GB" selected=""/.test(html)).toBe(true)
  const flags = callingCodes.map(({ country }) =>
    flagOf(renderToStaticMarkup(choice(country, false))),
  )
  const globe = flagOf(renderToStaticMarkup(choice('JP', true)))
  expect(new Set([...flags, globe]).size).toBe(callingCodes.length + 1)
  expect(flagOf(renderToStaticMarkup(choice(undefined, true)))).toBe(globe)
})

it('a chosen country is reported', async () => {
  openPage()
  const chosen: string[] = []
  const page = await draw(
    <CountryChoice
      {...{ country: 'GB', shownCountry: 'GB', isInternational: false, className: '' }}
      onChange={(country) => chosen.push(country)}
    />,
  )
  await page.type(texts.sign_in_country(), 'DE')
  expect(chosen).toEqual(['DE'])
})
