// Tests kilograms as a share of the user's year: its rounding, its words in all languages, and its absence without
// an estimate.
import { describe, expect, it } from 'vitest'
import { getPassport } from '#features/people/people-calls.ts'
import { openSession, signOut } from '#features/people/web/session/session.ts'
import { readTexts } from '#texts/read-texts.ts'
import { textIn } from '#texts/text-in.ts'
import { languages } from '#values/lists/languages.ts'
import { markupOf, wordsIn } from '#web/test-markup.tsx'
import { ada, terminal } from '#web/test-person.ts'
import { YearLine, YearShare, yearShareText } from './year-share.tsx'

/** A year of 10 kg a day. */
const yearKg = 3650

describe('the share of a year', () => {
  it.each([
    [0.2, 'Less than an hour of your year'],
    [0.21, 'About 1 hour of your year'],
    [1, 'About 2 hours of your year'],
    [9.79, 'About 23 hours of your year'],
    [9.8, 'About 1 day of your year'],
    [14, 'About 1 day of your year'],
    [15, 'About 2 days of your year'],
    [25, 'About 3 days of your year'],
    [3650, 'About 365 days of your year'],
    [3654, 'About 365 days of your year'],
    [3656, 'More than 1 year of yours'],
    [7299, 'More than 1 year of yours'],
    [100_000, 'More than 27 years of yours'],
  ])('of %d kg is: %s', (kg, text) => expect(yearShareText(kg, yearKg)).toBe(text))

  it('has the right plural in each language', () => {
    const days = (count: number) =>
      languages.map((language) => textIn(language, 'estimate_days', { days: count }))
    expect(days(1)).toEqual([
      'About 1 day of your year',
      'Ongeveer 1 dag van je jaar',
      'Environ 1 jour de votre année',
      'Alrededor de 1 día de tu año',
      'Circa 1 giorno del tuo anno',
      'Etwa 1 Tag deines Jahres',
      'Yılınızın yaklaşık 1 günü',
    ])
    expect(days(2)).toEqual([
      'About 2 days of your year',
      'Ongeveer 2 dagen van je jaar',
      'Environ 2 jours de votre année',
      'Alrededor de 2 días de tu año',
      'Circa 2 giorni del tuo anno',
      'Etwa 2 Tage deines Jahres',
      'Yılınızın yaklaşık 2 günü',
    ])
  })

  it('is never said to undo the year, in any language', () => {
    const undoing =
      /undo|cancel(?!la le mie)|neutral|neutr|offset|compens|kompens|annul|efface(?!r mes)|anula|azzer|ongedaan|aufheb|ausgleich|rückgängig|iptal|sıfırla|dengele/i
    const found = languages.flatMap((language) =>
      [...readTexts(language)]
        .filter(([key]) => key.startsWith('estimate_'))
        .flatMap(([, { message }]) =>
          typeof message === 'string' ? [message] : Object.values(message),
        )
        .filter((text) => undoing.test(text)),
    )
    expect(found).toEqual([])
  })
})

describe('next to the kilograms', () => {
  const estimate = { passportId: ada.id, yearKg, answers: {} }
  async function wordsWith(kept: unknown, kg = 25) {
    await openSession(ada, terminal)
    const passport = { ...ada, total_offsets: kg }
    const words = [<YearLine key="line" />, <YearShare key="share" kg={kg} />].map((part) =>
      wordsIn(
        markupOf(part, [
          [['estimate', ada.id], kept],
          [[getPassport.id], passport],
        ]),
      ),
    )
    await signOut()
    return words
  }

  it('the share is shown on the home page and after a purchase', async () => {
    const share = ['About 3 days of your year']
    expect(await wordsWith(estimate)).toEqual([share, share])
  })

  it('the home page shows the year itself to a user without kilograms', async () => {
    expect((await wordsWith(estimate, 0))[0]).toEqual(['Your year is about 3,650 kg'])
  })

  it('a user without an estimate sees one invitation on the home page, and none after a purchase', async () => {
    expect(await wordsWith(null)).toEqual([['How much is your year? Five questions'], []])
  })

  it('neither is shown before the browser’s store has answered', async () => {
    expect(await wordsWith(undefined)).toEqual([[], []])
  })
})
