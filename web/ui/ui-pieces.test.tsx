// Tests the box of several failed parts, toasts, choices, the sandbox's notice and expandable sections.
import { act, useState } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { Router } from 'wouter'
import { draw, openPage, until } from '#web/test-page.ts'
import { PageHeading } from '../shell/page-heading.tsx'
import { showToast, toastManager } from './dialog/toast.tsx'
import { ErrorState } from './empty-or-error.tsx'
import { Facts } from './facts.tsx'
import { ChoiceChips } from './forms/choice-chips.tsx'
import { type SandboxPart, useSandbox } from './sandbox-notice.tsx'
import { Section, SectionButton, SectionLink } from './section.tsx'
import { FailedParts } from './states/failed-parts.tsx'
import { DialogBoundary } from './states/part-boundary.tsx'

beforeEach(() => openPage())

it('the box lists the failures from top to bottom, each once, and Retry repeats all', async () => {
  const retried: string[] = []
  const failed = (name: string, message = `No ${name}.`) => (
    <ErrorState key={name} message={message} onRetry={() => retried.push(name)} />
  )
  const parts = [
    failed('wallet'),
    failed('boards'),
    failed('rewards'),
    failed('more', 'No boards.'),
  ]
  const page = await draw(<FailedParts>{parts}</FailedParts>)
  const lines = () => [...document.querySelectorAll('[role=alert] li')].map((li) => li.textContent)
  expect(lines()).toEqual(['No wallet.', 'No boards.', 'No rewards.'])
  await page.press('Retry')
  expect(retried.toSorted()).toEqual(['boards', 'more', 'rewards', 'wallet'])
  // A part that fails again, above the others.
  await page.again(<FailedParts>{[failed('passport'), ...parts]}</FailedParts>)
  await until(() => expect(lines()[0]).toBe('No passport.'))
})

it('a toast takes the place of the previous one, and an important one is announced at once', () => {
  const added = vi.spyOn(toastManager, 'add')
  const closed = vi.spyOn(toastManager, 'close')
  showToast('One')
  const first = added.mock.results[0]?.value
  const remove = showToast('Two', { important: true })
  expect(closed.mock.calls).toContainEqual([first])
  expect(added.mock.calls.map(([{ title, priority }]) => [title, priority])).toEqual([
    ['One', 'low'],
    ['Two', 'high'],
  ])
  remove()
  expect(closed.mock.calls.at(-1)).toEqual([added.mock.results[1]?.value])
  vi.restoreAllMocks()
})

it('a choice shows the selected option and its details, and a disabled one cannot be chosen', async () => {
  const chosen: string[] = []
  const options = [
    { value: 'a', label: 'First', detail: 'cheap' },
    { value: 'b', label: 'Second', disabled: true },
    { value: 'c', label: 'Third' },
  ]
  const choice = (value: string | undefined) => (
    <ChoiceChips label="Which" {...{ options, value }} onChange={(next) => chosen.push(next)} />
  )
  const page = await draw(choice('a'))
  const radios = () => [...document.querySelectorAll<HTMLInputElement>('[type=radio]')]
  expect(radios().map(({ checked, disabled }) => [checked, disabled])).toEqual([
    [true, false],
    [false, true],
    [false, false],
  ])
  expect(radios()[0]?.getAttribute('aria-description')).toBe('cheap')
  await page.tick('Third')
  expect(chosen).toEqual(['c'])
  await page.again(choice(undefined))
  expect(radios().some(({ checked }) => checked)).toBe(false)
})

function Sandboxes() {
  const parts: readonly SandboxPart[] = ['sms', 'cards', 'passes', 'google']
  return <p>{parts.filter(useSandbox).join(' ')}</p>
}
it.each(['sms cards passes google', 'cards', 'sms google', ''])(
  'the sandboxes of the document are recognised, and no other: %j',
  async (sandbox) => {
    document.documentElement.dataset.sandbox = sandbox
    const page = await draw(<Sandboxes />)
    expect(page.text()).toBe(sandbox)
  },
)

function List() {
  const [isExpanded, setExpanded] = useState(false)
  return (
    <Section
      title="Stamps"
      action={
        <SectionButton {...{ isExpanded }} onClick={() => setExpanded(!isExpanded)}>
          {isExpanded ? 'Less' : 'All'}
        </SectionButton>
      }
    >
      {null}
    </Section>
  )
}
it('the button of a section says whether its list is expanded', async () => {
  const page = await draw(<List />)
  const expanded = () => document.querySelector('button')?.getAttribute('aria-expanded')
  expect(expanded()).toBe('false')
  await page.press('All')
  expect(expanded()).toBe('true')
})

it('the link and the button of a section are described by its title', async () => {
  const { text } = await draw(
    <Router ssrPath="/app">
      <Section title="Boards" action={<SectionLink path="/app">See all</SectionLink>}>
        <p>rows</p>
      </Section>
      <List />
    </Router>,
  )
  const described = [...document.querySelectorAll('a, button')].map((each) => [
    each.textContent,
    document.querySelector(`[id="${each.getAttribute('aria-describedby')}"]`)?.textContent,
  ])
  expect(described).toEqual([
    ['See all', 'Boards'],
    ['All', 'Stamps'],
  ])
  expect(text()).toBe('BoardsSee allrowsStampsAll')
})

it('a heading sets the title, and takes the focus from the content only', async () => {
  const heading = (title: string) => (
    <Router ssrPath="/app">
      <main id="content" tabIndex={-1}>
        <input />
        <PageHeading key={title} title={title} />
      </main>
    </Router>
  )
  const page = await draw(heading('One'))
  expect(document.title).toBe('One · Carbon Passport')
  document.querySelector('input')?.focus()
  await page.again(heading('Two'))
  expect(document.activeElement?.tagName).toBe('INPUT')
  document.querySelector('main')?.focus()
  await page.again(heading('Three'))
  expect(document.activeElement?.textContent).toBe('Three')
})

it('facts are in their order, and where space is short only the first one is truncated', async () => {
  const facts = ['One', ['two', <b key="b">Two</b>], 'Three'] as const
  const drawn = (brief: boolean) => draw(<Facts {...{ facts, brief }} />)
  const pieces = () =>
    [...document.querySelectorAll('.facts > span > span')].map((each) => [
      each.textContent,
      each.className.includes('max-md:truncate'),
    ])
  const whole = await drawn(false)
  expect(pieces()).toEqual([
    ['One ', false],
    ['Two ', false],
    ['Three ', false],
  ])
  expect(document.querySelector('.facts')?.className).not.toContain('max-md:max-h')
  await whole.close()
  await drawn(true)
  expect(pieces()).toEqual([
    ['One ', true],
    ['Two ', false],
    ['Three ', false],
  ])
  expect(document.querySelector('.facts')?.className).toContain('max-md:max-h')
})

let fails = true
function Content() {
  if (fails) throw new Error('broken')
  return <p>content</p>
}

it('a failed dialog is shown as one while it is open, and is drawn again when it opens again', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  window.HTMLDialogElement.prototype.showModal = () => undefined
  fails = true
  const closed = vi.fn<() => void>()
  const boundary = (open: boolean) => (
    <DialogBoundary {...{ open }} onClose={closed}>
      <Content />
    </DialogBoundary>
  )
  const page = await draw(boundary(true))
  expect(page.text()).toContain('This could not be opened.')
  await page.press('Close')
  expect(closed).toHaveBeenCalledTimes(1)
  await page.again(boundary(false))
  expect(page.text()).toBe('')
  fails = false
  await page.again(boundary(true))
  await act(async () => undefined)
  expect(page.text()).toBe('content')
  vi.restoreAllMocks()
})
