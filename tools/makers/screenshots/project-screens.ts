// Screens of projects, and of buying and giving kilograms step by step.
import type { Locator } from '@playwright/test'
import { newPhone } from '#tests/support/people/person.ts'
import { paths, patterns } from '#web/paths.ts'
import type { Screen, Stage } from './stage.ts'

const bankAsks = '4000002500003155'
const goodCard = '4242424242424242'

/** The dialog of the button, on the page of a project with plenty left, for a new user. */
async function openOrder(stage: Stage, key: 'projects_buy' | 'projects_gift'): Promise<Locator> {
  await stage.enter(await stage.newcomer(), paths.project(stage.people.project))
  await stage.button(key).click()
  await stage.dialog().getByRole('radio').first().waitFor()
  return stage.dialog()
}

async function fillCard(stage: Stage, number: string): Promise<void> {
  const { field, dialog } = stage
  await field('purchases_card_number', dialog()).fill(number)
  await field('purchases_card_expiry', dialog()).fill('1240')
  await field('purchases_card_cvv', dialog()).fill('123')
}

async function choose(stage: Stage, kg: number): Promise<void> {
  await stage.field('purchases_other_amount', stage.dialog()).fill(String(kg))
}

async function reserve({ page, say, dialog }: Stage): Promise<void> {
  await dialog()
    .getByRole('button', { name: say('purchases_reserve_for') })
    .click()
  await page.getByLabel(say('purchases_retype')).waitFor()
}

async function reserveByCard(stage: Stage, card = goodCard): Promise<void> {
  await openOrder(stage, 'projects_buy')
  await choose(stage, 100)
  await fillCard(stage, card)
  await reserve(stage)
}

async function reserveGift(stage: Stage): Promise<void> {
  const dialog = await openOrder(stage, 'projects_gift')
  await stage.field('gifts_recipient', dialog).fill(newPhone())
  await stage.field('gifts_note', dialog).fill('For the long drive to the coast.')
  await choose(stage, 100)
  await fillCard(stage, goodCard)
  await reserve(stage)
}

async function complete(stage: Stage): Promise<void> {
  const { dialog, field, button } = stage
  const txId = await dialog()
    .getByText(/^CP-[2-9A-Z-]{14}$/)
    .textContent()
  await field('purchases_retype', dialog()).fill(txId ?? '')
  await button('purchases_complete', dialog()).click()
  await button('purchases_done', dialog()).waitFor()
}

export const projectScreens: readonly Screen[] = [
  {
    name: 'projects',
    route: paths.projects,
    open: ({ enter, people }) => enter(people.regular, paths.projects),
  },
  {
    name: 'projects-filtered',
    route: paths.projects,
    open: ({ enter, people }) => enter(people.regular, '/app/projects?type=Wind&status=Verified'),
  },
  {
    name: 'projects-none-match',
    route: paths.projects,
    open: ({ enter, people }) => enter(people.regular, '/app/projects?q=zzzzzz'),
  },
  {
    name: 'offers',
    route: paths.offers,
    open: ({ enter, people }) => enter(people.regular, paths.offers),
  },
  {
    name: 'project',
    route: patterns.project,
    open: ({ enter, people }) => enter(people.regular, paths.project(people.project)),
  },
  {
    name: 'project-not-found',
    route: patterns.project,
    expectedConsole: /status of 404/,
    open: ({ enter, people }) =>
      enter(people.regular, paths.project('00000000-0000-4000-8000-000000000000')),
  },
  {
    name: 'buy',
    route: patterns.project,
    open: (stage) => openOrder(stage, 'projects_buy'),
  },
  {
    name: 'buy-by-card',
    route: patterns.project,
    async open(stage) {
      await openOrder(stage, 'projects_buy')
      await choose(stage, 100)
      await stage.field('purchases_card_number', stage.dialog()).waitFor()
    },
  },
  {
    name: 'buy-without-card-details',
    route: patterns.project,
    async open(stage) {
      const dialog = await openOrder(stage, 'projects_buy')
      await choose(stage, 100)
      await dialog.getByRole('button', { name: stage.say('purchases_reserve_for') }).click()
      await dialog.getByText(stage.say('purchases_card_required')).waitFor()
    },
  },
  {
    name: 'buy-too-much',
    route: patterns.project,
    async open(stage) {
      await openOrder(stage, 'projects_buy')
      await choose(stage, 20_000)
    },
  },
  { name: 'buy-confirm', route: patterns.project, open: (stage) => reserveByCard(stage) },
  {
    name: 'buy-mismatch',
    route: patterns.project,
    expectedConsole: /status of 400/,
    async open(stage) {
      await reserveByCard(stage)
      await stage.field('purchases_retype', stage.dialog()).fill('CP-2222-2222-2222')
      await stage.button('purchases_complete', stage.dialog()).click()
      await stage.dialog().getByText(stage.say('purchases_mismatch')).waitFor()
    },
  },
  {
    name: 'buy-bank-asks',
    route: patterns.project,
    async open(stage) {
      await reserveByCard(stage, bankAsks)
    },
  },
  {
    name: 'buy-success',
    route: patterns.project,
    async open(stage) {
      await reserveByCard(stage)
      await complete(stage)
    },
  },
  {
    name: 'home-after-first-stamp',
    route: paths.home,
    async open(stage) {
      await reserveByCard(stage)
      await complete(stage)
      await stage.page.goto(paths.home)
    },
  },
  { name: 'gift', route: patterns.project, open: (stage) => openOrder(stage, 'projects_gift') },
  {
    name: 'gift-without-recipient',
    route: patterns.project,
    async open(stage) {
      const dialog = await openOrder(stage, 'projects_gift')
      await dialog.getByRole('button', { name: stage.say('purchases_reserve_for') }).click()
      await dialog.getByText(stage.say('gifts_recipient_required')).waitFor()
    },
  },
  { name: 'gift-confirm', route: patterns.project, open: reserveGift },
  {
    name: 'gift-success',
    route: patterns.project,
    async open(stage) {
      await reserveGift(stage)
      await complete(stage)
    },
  },
]
