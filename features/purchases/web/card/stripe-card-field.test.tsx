// Tests Stripe's card fields whose frames report nothing, as where an extension blocks them.
import { createRef } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { draw, openPage, pass } from '#web/test-page.ts'
import type { CardFieldHandle } from './card-field.tsx'
import { StripeCardField } from './stripe-card-field.tsx'
import { openStripeScript } from './test-stripe.ts'

/** Reports of the frames, by their event. */
let frames: { readonly event: string; report(): void }[]

beforeEach(() => {
  frames = []
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  openPage()
  const field = {
    mount: () => undefined,
    destroy: () => undefined,
    on: (event: string, report: () => void) => frames.push({ event, report }),
  }
  openStripeScript({ elements: () => ({ create: () => field }) })
  Object.assign(window, {
    matchMedia: () => ({ addEventListener() {}, removeEventListener() {} }),
  })
  vi.stubGlobal('getComputedStyle', () => ({ getPropertyValue: () => '' }))
})

const drawFields = () =>
  draw(<StripeCardField ref={createRef<CardFieldHandle>()} error={undefined} onEdit={() => {}} />)
const isFailed = () => document.body.textContent?.includes('The card fields could not be loaded.')

it('that are not ready after 15 s say so and can be opened again', async () => {
  const page = await drawFields()
  await pass(14_000)
  expect(isFailed()).toBe(false)
  await pass(2_000)
  expect(isFailed()).toBe(true)
  await page.press('Retry')
  await pass(1_000)
  expect(isFailed()).toBe(false)
  await page.close()
})

it('that are ready late are shown', async () => {
  const page = await drawFields()
  await pass(16_000)
  const reports = frames.filter(({ event }) => event === 'ready')
  for (const { report } of reports) report()
  await pass(1)
  expect([reports.length, isFailed()]).toEqual([3, false])
  await page.close()
})
