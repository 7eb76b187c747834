// Tests each fact of a project's story, with and without it.
import { describe, expect, it } from 'vitest'
import { exampleProject, type Project } from '#features/catalogue/catalogue-calls.ts'
import { markupOf, wordsIn } from '#web/test-markup.tsx'
import { texts } from '#web/texts.ts'
import { formatDate, formatMonth } from '#web/ui/number-format.ts'
import { ProjectStory } from './project-story.tsx'
import { countryName, statusMeaning, statusName } from './project-words.ts'

const bare: Project = { ...exampleProject, raw_data: { sdgs: [] } }
const drawn = (more: Partial<Project>) =>
  markupOf(<ProjectStory project={{ ...bare, ...more }} />).replaceAll('&#x27;', "'")
/** The facts of the page, by their names. */
function factsOf(raw_data: Readonly<Record<string, unknown>>, more: Partial<Project> = {}) {
  const html = drawn({ raw_data: { sdgs: [], ...raw_data }, ...more })
  const facts = [...html.matchAll(/<dt[^>]*>(.*?)<\/dt><dd[^>]*>(.*?)<\/dd>/g)]
  return new Map(facts.map(([, name = '', value = '']) => [name, value.replace(/<[^>]+>/g, '')]))
}

describe('the facts', () => {
  it('without any of the registry are country, type and registry', () => {
    expect([...factsOf({}, { project_type: ['Wind', 'PV'], country: 'TR' })]).toEqual([
      [texts.projects_country(), 'Türkiye'],
      [texts.projects_type(), 'Wind, PV'],
      [texts.projects_registry(), expect.stringContaining(bare.external_id)],
    ])
  })

  it.each<[string, Readonly<Record<string, unknown>>, string | undefined]>([
    [texts.projects_developer(), { developer: 'Aegean Wind' }, 'Aegean Wind'],
    [texts.projects_developer(), { developer: 7 }, undefined],
    [texts.projects_methodology(), { methodology: 'AMS-I.D.' }, 'AMS-I.D.'],
    [
      texts.projects_estimate(),
      { estimated_annual_credits: 12_345 },
      texts.projects_estimate_of({ tonnes: '12,345' }).replace('₂', '2'),
    ],
    [texts.projects_estimate(), { estimated_annual_credits: 0 }, undefined],
    [texts.projects_estimate(), { estimated_annual_credits: '12' }, undefined],
    [
      texts.projects_period(),
      { crediting_period_start: '2019-02-03', crediting_period_end: '2029-02-02' },
      '2019–2029',
    ],
    [texts.projects_period(), { crediting_period_start: '2019-02-03' }, undefined],
    [texts.projects_period(), { crediting_period_end: '2029-02-02' }, undefined],
    [texts.projects_facts_of(), { as_of: '2022-01-10' }, formatDate('2022-01-10')],
    [texts.projects_facts_of(), { as_of: '2022-04' }, formatMonth('2022-04-01')],
    [texts.projects_facts_of(), { as_of: '2022' }, '2022'],
    [texts.projects_facts_of(), { as_of: 2022 }, undefined],
  ])('%s of %j', (name, raw_data, expected) => {
    expect(factsOf(raw_data).get(name)).toBe(expected)
  })
})

describe('the status', () => {
  it.each(['Verified', 'Certified Design', 'Listed'] as const)(
    '%s is said and explained',
    (status) => {
      const words = wordsIn(drawn({ status, is_offered: true })).join(' ')
      expect(words).toContain(`${statusName(status)}. ${statusMeaning(status)}`)
      expect(words).not.toContain(texts.projects_unlisted())
      const others = (['Verified', 'Certified Design', 'Listed'] as const).filter(
        (each) => each !== status,
      )
      for (const other of others) expect(words).not.toContain(statusMeaning(other))
    },
  )

  it('of a project that is not offered is not said', () => {
    const words = wordsIn(drawn({ status: 'Verified', is_offered: false })).join(' ')
    for (const text of [texts.projects_unlisted(), texts.projects_not_offered()]) {
      expect(words).toContain(text)
    }
    expect(words).not.toContain(statusMeaning('Verified'))
  })
})

it('names the registered name where another is shown', () => {
  const registered = texts.projects_registered_as({ name: 'WIND 12' })
  expect(wordsIn(drawn({ name: 'WIND 12', shown_name: 'Wind farm' }))).toContain(registered)
  expect(wordsIn(drawn({ name: 'WIND 12', shown_name: 'WIND 12' }))).not.toContain(registered)
})

it('shows each paragraph of a description, in a language that is not known', () => {
  const html = drawn({ is_described: true, description: 'First.\n\nSecond.\n  \nThird.' })
  const paragraphs = [...html.matchAll(/<p lang="">(.*?)<\/p>/g)].map(([, text = '']) =>
    wordsIn(text).join(' '),
  )
  expect(paragraphs).toEqual(['First.', 'Second.', 'Third.'])
  const own = drawn({ is_described: false, description: 'First.', scene: 'wind' })
  expect(own).toContain(texts.project_works.wind())
  expect(own).not.toContain('lang=""')
})

it('marks a demonstration as one', () => {
  const notice = `${texts.projects_demo()} ${texts.projects_demo_retired()}`
  expect(drawn({ raw_data: { sdgs: [], is_demo: true } })).toContain(notice)
  expect(drawn({ raw_data: { sdgs: [], is_demo: false } })).not.toContain(notice)
})

it('names countries, and what is no country', () => {
  expect(['TR', 'XZ', 'ZZ', 'QQ'].map(countryName)).toEqual([
    'Türkiye',
    texts.projects_international(),
    texts.projects_country_not_stated(),
    'QQ',
  ])
})
