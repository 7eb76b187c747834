// Lists the screens of projects, and of each step of a purchase and of a gift.
import type { Locator } from '@playwright/test'
import { newPhone } from '#tests/support/people/person.ts'
import { paths, patterns } from '#web/paths.ts'
import { estimateYear } from './home-screens.ts'
import { ofRegular, type Screen, type Stage } from './stage.ts'

const cardWithBankCheck = '4000002500003155'
const declinedCard = '4000000000000002'
const goodCard = '4242424242424242'

const savedCards = [
  { id: '1', brand: 'visa', last4: '4242', exp_month: 12, exp_year: 2040 },
  { id: '2', brand: 'amex', last4: '0005', exp_month: 1, exp_year: 2020 },
]

/** Signs in a new user, opens a project with enough stock, presses the button and returns its dialog. */
async function openOrder(stage: Stage, key: 'projects_buy' | 'projects_gift'): Promise<Locator> {
  await stage.enter(await stage.newcomer(), paths.project(stage.people.project))
  return openDialog(stage, key)
}

async function openDialog(stage: Stage, key: 'projects_buy' | 'projects_gift'): Promise<Locator> {
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

async function chooseAmount(stage: Stage, kg: number): Promise<void> {
  await stage.field('purchases_other_amount', stage.dialog()).fill(String(kg))
}

async function pressReserve(stage: Stage, card = goodCard): Promise<void> {
  await chooseAmount(stage, 100)
  await fillCard(stage, card)
  await stage
    .dialog()
    .getByRole('button', { name: stage.say('purchases_reserve_for') })
    .click()
}

async function reserveByCard(stage: Stage, card = goodCard): Promise<void> {
  await openOrder(stage, 'projects_buy')
  await pressReserve(stage, card)
  await stage.page.getByLabel(stage.say('purchases_retype')).waitFor()
}

/** Fills in a gift that arrives in a month. */
async function chooseDay(stage: Stage): Promise<void> {
  const dialog = stage.dialog()
  await dialog.getByRole('checkbox', { name: stage.say('gifts_day_ask') }).check()
  const day = Temporal.Now.plainDateISO().add({ months: 1 })
  await stage.field('gifts_day', dialog).fill(day.toString())
}

async function reserveGift(
  stage: Stage,
  choose = async (_: Stage): Promise<void> => undefined,
): Promise<void> {
  const dialog = await openOrder(stage, 'projects_gift')
  await stage.field('gifts_recipient', dialog).fill(newPhone())
  await stage.field('gifts_note', dialog).fill('For the long drive to the coast.')
  await choose(stage)
  await pressReserve(stage)
  await stage.page.getByLabel(stage.say('purchases_retype')).waitFor()
}

async function pressComplete({ dialog, field, button }: Stage): Promise<void> {
  const txId = await dialog()
    .getByText(/^CP-[2-9A-Z-]{14}$/)
    .textContent()
  await field('purchases_retype', dialog()).fill(txId ?? '')
  await button('purchases_complete', dialog()).click()
}

async function complete(stage: Stage): Promise<void> {
  await pressComplete(stage)
  await stage.button('purchases_done', stage.dialog()).waitFor()
}

async function buy(stage: Stage): Promise<void> {
  await reserveByCard(stage)
  await complete(stage)
}

/** Returns the screen of a state of a project's page or of its order dialog. */
const projectScreen = (name: string, open: Screen['open']): Screen => {
  return { name, route: patterns.project, open }
}

export const projectScreens: readonly Screen[] = [
  ofRegular('projects', paths.projects),
  ofRegular('projects-filtered', '/app/projects?type=Wind&status=Verified', paths.projects),
  ofRegular('projects-none-match', '/app/projects?q=zzzzzz', paths.projects),
  ofRegular('offers', paths.offers),
  projectScreen('project', ({ enter, people }) =>
    enter(people.regular, paths.project(people.project)),
  ),
  {
    name: 'project-not-found',
    route: patterns.project,
    expectedConsole: /status of 404/,
    open: ({ enter, people }) =>
      enter(people.regular, paths.project('00000000-0000-4000-8000-000000000000')),
  },
  projectScreen('buy', (stage) => openOrder(stage, 'projects_buy')),
  projectScreen('buy-by-card', async (stage) => {
    await openOrder(stage, 'projects_buy')
    await chooseAmount(stage, 100)
    await stage.field('purchases_card_number', stage.dialog()).waitFor()
  }),
  projectScreen('buy-by-saved-card', async (stage) => {
    await stage.page.route('**/api/cards', (route) => route.fulfill({ json: savedCards }))
    await openOrder(stage, 'projects_buy')
    await chooseAmount(stage, 100)
    await stage.dialog().getByText(stage.say('purchases_card_other')).waitFor()
  }),
  projectScreen('buy-by-sheet', async (stage) => {
    await openOrder(stage, 'projects_buy')
    await chooseAmount(stage, 100)
    await stage.button('purchases_sheet_open', stage.dialog()).click()
    await stage.dialog().getByText(stage.say('purchases_sheet_text')).waitFor()
  }),
  projectScreen('buy-without-card-details', async (stage) => {
    const dialog = await openOrder(stage, 'projects_buy')
    await chooseAmount(stage, 100)
    await dialog.getByRole('button', { name: stage.say('purchases_reserve_for') }).click()
    await dialog.getByText(stage.say('purchases_card_required')).waitFor()
  }),
  projectScreen('buy-too-much', async (stage) => {
    await openOrder(stage, 'projects_buy')
    await chooseAmount(stage, 20_000)
  }),
  projectScreen('buy-from-wallet', async (stage) => {
    await openOrder(stage, 'projects_buy')
    await chooseAmount(stage, 10)
    await stage.dialog().getByText(stage.say('purchases_wallet_pays_all')).waitFor()
  }),
  {
    ...projectScreen('buy-card-declined', async (stage) => {
      await openOrder(stage, 'projects_buy')
      await pressReserve(stage, declinedCard)
      await stage.dialog().getByRole('alert').first().waitFor()
    }),
    expectedConsole: /status of 402/,
  },
  {
    ...projectScreen('buy-without-key', async (stage) => {
      const needsCode = { code: 'code_required', error: 'A code is required.' }
      await stage.page.route('**/api/auth/terminal', (route) =>
        route.fulfill({ status: 403, json: needsCode }),
      )
      await openOrder(stage, 'projects_buy')
      await pressReserve(stage)
      await stage.page.getByText(stage.say('sign_in_confirm_why')).waitFor()
    }),
    expectedConsole: /status of 403/,
  },
  projectScreen('buy-confirm', (stage) => reserveByCard(stage)),
  {
    ...projectScreen('buy-mismatch', async (stage) => {
      await reserveByCard(stage)
      await stage.field('purchases_retype', stage.dialog()).fill('CP-2222-2222-2222')
      await stage.button('purchases_complete', stage.dialog()).click()
      await stage.dialog().getByText(stage.say('purchases_mismatch')).waitFor()
    }),
    expectedConsole: /status of 400/,
  },
  {
    ...projectScreen('buy-expired', async (stage) => {
      await stage.page.route('**/api/tokens/validatePin', (route) =>
        route.fulfill({
          status: 410,
          json: { code: 'purchase_expired', error: 'Too late.', status: 'EXPIRED' },
        }),
      )
      await reserveByCard(stage)
      await pressComplete(stage)
      await stage.dialog().getByText(stage.say('purchases_expired')).waitFor()
    }),
    expectedConsole: /status of 410/,
  },
  projectScreen('buy-bank-asks', (stage) => reserveByCard(stage, cardWithBankCheck)),
  projectScreen('buy-success', buy),
  projectScreen('buy-success-with-estimate', async (stage) => {
    await estimateYear(stage)
    await stage.page.getByRole('heading', { name: stage.say('estimate_result') }).waitFor()
    await stage.page.goto(paths.project(stage.people.project))
    await openDialog(stage, 'projects_buy')
    await pressReserve(stage)
    await stage.page.getByLabel(stage.say('purchases_retype')).waitFor()
    await complete(stage)
  }),
  {
    name: 'activity-open-purchase',
    route: paths.transactions,
    async open(stage) {
      await reserveByCard(stage)
      await stage.page.goto(paths.transactions)
      await stage.button('activity_resume').waitFor()
    },
  },
  {
    name: 'home-after-first-stamp',
    route: paths.home,
    async open(stage) {
      await buy(stage)
      await stage.page.goto(paths.home)
    },
  },
  projectScreen('gift', (stage) => openOrder(stage, 'projects_gift')),
  projectScreen('gift-without-recipient', async (stage) => {
    const dialog = await openOrder(stage, 'projects_gift')
    await dialog.getByRole('button', { name: stage.say('purchases_reserve_for') }).click()
    await dialog.getByText(stage.say('gifts_recipient_required')).waitFor()
  }),
  projectScreen('gift-day', async (stage) => {
    await openOrder(stage, 'projects_gift')
    await chooseDay(stage)
  }),
  projectScreen('gift-confirm', (stage) => reserveGift(stage)),
  projectScreen('gift-day-confirm', (stage) => reserveGift(stage, chooseDay)),
  projectScreen('gift-day-success', async (stage) => {
    await reserveGift(stage, chooseDay)
    await complete(stage)
  }),
  {
    name: 'activity-gift-day',
    route: paths.transactions,
    async open(stage) {
      await reserveGift(stage, chooseDay)
      await complete(stage)
      await stage.page.goto(paths.transactions)
      await stage.page.getByText(stage.say('activity_gift_arrives')).waitFor()
    },
  },
  projectScreen('gift-success', async (stage) => {
    await reserveGift(stage)
    await complete(stage)
  }),
]
