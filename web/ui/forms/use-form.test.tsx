// Tests that every form is sent once, after its figures have loaded, and that an error focuses its
// field. It also tests buttons, copied texts and countdowns during a wait.

import { act } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { draw, openPage, pass } from '#web/test-page.ts'
import { Button } from '../button.tsx'
import { CopyButton } from '../copy-button.tsx'
import { useCountdown } from './countdown.tsx'
import { useAction } from './use-action.ts'
import { type FormProblem, useForm } from './use-form.ts'

beforeEach(() => {
  const toFake = ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] as const
  vi.useFakeTimers({ toFake: [...toFake], now: 1_700_000_000_000 })
  openPage()
})

type Given = {
  isBusy?: boolean
  isSettling?: boolean
  problem?: FormProblem | null
  reach?: Readonly<Record<string, () => void>>
}

const onSubmit = vi.fn()
function Form({ isBusy = false, ...given }: Given) {
  const { props, isSubmitPending } = useForm({ isBusy, ...given, onSubmit })
  return (
    <form {...props}>
      <input name="one" />
      <input name="two" />
      {isSubmitPending ? 'waiting' : 'ready'}
    </form>
  )
}
function Action({ act }: { act: () => Promise<string> }) {
  const { busy, problem, run } = useAction<string>()
  return (
    <button type="button" aria-label="go" onClick={() => void run('sending', act)}>
      {busy ?? 'idle'} {problem}
    </button>
  )
}
function Left({ endsAt }: { endsAt: number }) {
  return useCountdown(endsAt)
}

describe('a form', () => {
  beforeEach(() => onSubmit.mockClear())
  const focused = () => document.activeElement?.getAttribute('name')

  it('is sent at once, and not again while an answer is awaited', async () => {
    const page = await draw(<Form />)
    await page.submit()
    expect(onSubmit).toHaveBeenCalledOnce()
    await page.again(<Form isBusy />)
    await page.submit()
    expect(onSubmit).toHaveBeenCalledOnce()
    await page.close()
  })

  it('is sent once after its figures have loaded', async () => {
    const page = await draw(<Form isSettling />)
    await page.submit()
    expect([onSubmit.mock.calls.length, page.text()]).toEqual([0, 'waiting'])
    await page.again(<Form />)
    expect([onSubmit.mock.calls.length, page.text()]).toEqual([1, 'ready'])
    await page.again(<Form isSettling />)
    await page.again(<Form />)
    expect(onSubmit).toHaveBeenCalledOnce()
    await page.close()
  })

  it('focuses the field with the error after each attempt, and otherwise leaves the focus alone', async () => {
    const page = await draw(<Form problem={{ at: 'two' }} />)
    expect(focused()).toBe('two')
    document.querySelectorAll<HTMLElement>('input')[0]?.focus()
    const problem = { at: 'two', field: 'one' }
    await page.again(<Form problem={problem} />)
    expect(focused()).toBe('one')
    document.querySelectorAll<HTMLElement>('input')[1]?.focus()
    await page.again(<Form problem={problem} isBusy />)
    expect(focused()).toBe('two')
    const card = vi.fn()
    await page.again(<Form problem={{ at: 'card' }} reach={{ card }} />)
    expect(card).toHaveBeenCalledOnce()
    await page.close()
  })

  it('returns the focus to the pressed button if disabled fields lost it', async () => {
    const page = await draw(<Form />)
    const [first] = document.querySelectorAll<HTMLElement>('input')
    first?.focus()
    await page.submit()
    await page.again(<Form isBusy />)
    document.body.focus()
    await page.again(<Form />)
    expect(focused()).toBe('one')
    await page.close()
  })
})

describe('an action', () => {
  it('runs once at a time, shows its error, and clears it with the next run', async () => {
    const answers = [Promise.withResolvers<string>(), Promise.withResolvers<string>()]
    let asked = 0
    const next = () => answers[asked++]?.promise ?? Promise.resolve('')
    const page = await draw(<Action act={next} />)
    await page.press('go')
    await page.press('go')
    expect([asked, page.text()]).toEqual([1, 'sending '])
    await act(async () => answers[0]?.resolve('wrong'))
    expect(page.text()).toBe('idle wrong')
    await page.press('go')
    expect([asked, page.text()]).toEqual([2, 'sending '])
    await act(async () => answers[1]?.resolve(''))
    expect(page.text()).toBe('idle ')
    await page.close()
  })
})

it('a busy button ignores presses', async () => {
  const pressed = vi.fn()
  const page = await draw(<Button onClick={pressed}>Go</Button>)
  await page.press('Go')
  await page.again(
    <Button busy onClick={pressed}>
      Go
    </Button>,
  )
  await page.press('Go')
  expect(pressed).toHaveBeenCalledOnce()
  await page.close()
})

it('the time left is shown twice a second, down to zero', async () => {
  const page = await draw(<Left endsAt={Date.now() + 3_000} />)
  expect(page.text()).toBe('3')
  await pass(1_500)
  expect(page.text()).toBe('2')
  await pass(1_500)
  expect(page.text()).toBe('0')
  expect(vi.getTimerCount()).toBe(0)
  await page.again(<Left endsAt={Date.now() + 10_000} />)
  expect(page.text()).toBe('10')
  await page.close()
})

it('a copied text is confirmed for a while, and a refusal of the browser is reported', async () => {
  const written: string[] = []
  const copied = vi.fn()
  vi.stubGlobal('navigator', {
    ...{ languages: ['en'], clipboard: { writeText: async (text: string) => written.push(text) } },
  })
  const page = await draw(<CopyButton text="CP-1" label="ID" onCopied={copied} />)
  await page.press('Copy: ID')
  expect([written, copied.mock.calls.length, page.text()]).toEqual([['CP-1'], 1, 'Copied'])
  await pass(2_100)
  expect(page.text()).toBe('Copy')
  vi.stubGlobal('navigator', {
    ...{ languages: ['en'], clipboard: { writeText: () => Promise.reject(new Error('no')) } },
  })
  await page.press('Copy: ID')
  expect(page.text()).toBe('Please select and copy it yourself')
  expect(copied).toHaveBeenCalledOnce()
  await page.close()
})
