// Tests the form of a plan at its first render: the projects to choose from.
import { expect, it } from 'vitest'
import { exampleProject, listProjects } from '#features/catalogue/catalogue-calls.ts'
import { markupOf } from '#web/test-markup.tsx'
import { ada } from '#web/test-person.ts'
import { PlanForm } from './plan-form.tsx'

const projects = [
  { ...exampleProject, id: 'sold-out', shown_name: 'Wind', available_kg: 0 },
  { ...exampleProject, id: 'on-sale', shown_name: 'Solar', available_kg: 10 },
]

/** The text of each option, and the chosen one. */
function drawnProjects(project: string) {
  const html = markupOf(
    <PlanForm
      profile={ada}
      fields={{ amount: '5', project, pay: 'wallet', day: '15' }}
      onChange={() => undefined}
      problem={undefined}
      busy={false}
      submitText="Save"
      onSubmit={() => undefined}
    />,
    [[[listProjects.id], projects]],
  )
  const [list = ''] = /<select[^>]* name="project".*?<\/select>/.exec(html) ?? []
  return {
    all: [...list.matchAll(/<option[^>]*>([^<]*)/g)].map(([, name]) => name),
    chosen: /<option[^>]* selected=""[^>]*>([^<]*)/.exec(list)?.[1],
  }
}

it('offers the featured project, and those with kilograms left', () => {
  const { all, chosen } = drawnProjects('on-sale')
  expect(all.slice(1)).toEqual(['Solar'])
  expect(chosen).toBe('Solar')
})

it('still shows the project of a plan that is sold out', () => {
  const { all, chosen } = drawnProjects('sold-out')
  expect(all.slice(1)).toEqual(['Solar', 'Wind'])
  expect(chosen).toBe('Wind')
})
