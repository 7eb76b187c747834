// Lists the screens of a signed-in user: home in each state, gifts, rewards, activity, boards, the card, the
// profile with all its panels.
import { addAuthenticator } from '#tests/support/authenticator.ts'
import { newPhone } from '#tests/support/people/person.ts'
import { paths } from '#web/paths.ts'
import { ofNewcomer, ofRegular, type Screen, type Stage } from './stage.ts'

/** Returns the screen of a regular user's profile with one of its panels open. */
const panel = (name: string, key: string): Screen => ({
  name: `profile-${name}`,
  route: paths.settings,
  async open({ enter, people, page, say, dialog }) {
    await enter(people.regular, paths.settings)
    await page.getByRole('button', { name: say(key) }).click()
    await dialog().waitFor()
  },
})

/** Returns the screen of a panel of a new user's profile after its codes were sent and one was wrong. */
const codePanel = (
  name: string,
  key: string,
  prepare: (stage: Stage) => Promise<void>,
): Screen => ({
  name: `profile-${name}-code`,
  route: paths.settings,
  expectedConsole: /Failed to load resource/,
  async open(stage) {
    const { page, say, dialog, field } = stage
    await stage.enter(await stage.newcomer(), paths.settings)
    await page.getByRole('button', { name: say(key) }).click()
    await prepare(stage)
    const submit = dialog().locator('button[type=submit]')
    await submit.click()
    await field('own_data_code_to', dialog()).fill('000000')
    const others = dialog().getByLabel(say('own_data_code_to'))
    if ((await others.count()) > 1) await others.last().fill('000000')
    await submit.click()
    await dialog().getByRole('alert').first().waitFor()
  },
})

/** Opens the profile of a new user who has added a passkey in this browser. */
export async function addPasskey({ page, enter, newcomer, button, say }: Stage): Promise<void> {
  await addAuthenticator(page)
  await enter(await newcomer(), paths.settings)
  await button('own_data_passkey_add').click()
  await page.getByText(say('own_data_passkey_added')).waitFor()
}

/** Opens the home page, and the dialog of a reward. */
async function openReward(
  { enter, people, page, button, say, dialog }: Stage,
  person = people.regular,
): Promise<void> {
  await enter(person, paths.home)
  const stack = page.getByRole('region', { name: say('rewards_title') })
  await stack.getByRole('button').first().waitFor()
  const spread = stack.getByRole('button', { name: say('rewards_open_all') })
  if ((await spread.count()) > 0) await spread.first().click()
  await stack
    .getByRole('button', { name: say('rewards_claim') })
    .first()
    .click()
  await button('rewards_claim_action', dialog()).waitFor()
}

/** Answers the five questions of a new user about their year. */
export async function estimateYear(stage: Stage): Promise<void> {
  const { enter, newcomer, page, field, button, say } = stage
  await enter(await newcomer(), paths.estimate)
  for (const key of ['estimate_heatings_gas', 'estimate_cars_petrol', 'estimate_diets_medium']) {
    await page.getByRole('radio', { name: say(key), exact: true }).check()
  }
  for (const [key, text] of [
    ['estimate_gas_kwh', '11500'],
    ['estimate_electricity_kwh', '2700'],
    ['estimate_people', '2'],
    ['estimate_car_km', '150'],
  ] as const) {
    await field(key).fill(text)
  }
  await button('estimate_submit').click()
}

/** Opens the home page of a new user who has just signed in, as the tab's mark says. */
async function welcome({ page, enter, newcomer, field }: Stage): Promise<void> {
  await enter(await newcomer(), paths.home)
  await page.evaluate("sessionStorage.setItem('signed-in-here', '1')")
  await page.reload()
  await field('passport_holder_ask').waitFor()
}

export const homeScreens: readonly Screen[] = [
  { name: 'welcome', route: paths.home, open: welcome },
  {
    name: 'welcome-name-refused',
    route: paths.home,
    async open(stage) {
      await welcome(stage)
      await stage.field('passport_holder_ask').fill('<b>')
      await stage.button('passport_welcome_open').click()
      await stage.dialog().getByRole('alert').first().waitFor()
    },
  },
  ofNewcomer('home-first-time', paths.home),
  ofRegular('home', paths.home),
  {
    name: 'home-all-stamps-and-rewards',
    route: paths.home,
    async open({ enter, people, page, say, button }) {
      await enter(people.regular, paths.home)
      const rewards = page.getByRole('region', { name: say('rewards_title') })
      await rewards
        .getByRole('button', { name: say('rewards_open_all') })
        .first()
        .click()
      await button(
        'achievements_see_all',
        page.getByRole('region', { name: say('achievements_title') }),
      ).click()
    },
  },
  {
    name: 'home-gift-sealed',
    route: paths.home,
    open: async ({ enter, people }) => enter(await people.gifted(), paths.home),
  },
  {
    name: 'gift-envelope',
    route: paths.home,
    async open({ enter, people, button }) {
      await enter(await people.gifted(), `${paths.home}?gift`)
      await button('passport_gift_break').waitFor()
    },
  },
  {
    name: 'home-gift-letter',
    route: paths.home,
    async open({ enter, people, page, say }) {
      await enter(await people.gifted(), paths.home)
      await page
        .getByRole('button', { name: say('passport_gift_open') })
        .first()
        .click()
      await page.getByRole('button', { name: say('passport_gift_break') }).click()
      await page.getByRole('button', { name: say('activity_say_thanks') }).waitFor()
    },
  },
  { name: 'reward-claim', route: paths.home, open: openReward },
  {
    name: 'reward-gift',
    route: paths.home,
    async open(stage) {
      await openReward(stage)
      const give = stage.dialog().getByRole('radio', { name: stage.say('rewards_for_gift') })
      if ((await give.count()) > 0) await give.check()
    },
  },
  {
    name: 'reward-claimed',
    route: paths.home,
    async open(stage) {
      const { people, dialog, button } = stage
      await openReward(stage, await people.rewarded())
      await button('rewards_claim_action', dialog()).click()
      await button('purchases_done', dialog()).waitFor()
    },
  },
  ofRegular('activity', paths.transactions),
  ofNewcomer('activity-empty', paths.transactions),
  {
    name: 'tokens',
    route: paths.transactions,
    async open({ enter, people, page, say, dialog }) {
      await enter(people.regular, paths.transactions)
      await page
        .getByRole('button', { name: say('activity_details') })
        .last()
        .click()
      await dialog().getByText(say('activity_serial')).waitFor()
    },
  },
  ofRegular('boards', paths.leaderboards),
  ofNewcomer('boards-first-time', paths.leaderboards),
  ofNewcomer('estimate', paths.estimate),
  {
    name: 'estimate-unanswered',
    route: paths.estimate,
    async open({ enter, newcomer, page, button, say }) {
      await enter(await newcomer(), paths.estimate)
      await button('estimate_submit').click()
      await page.getByText(say('estimate_choose')).first().waitFor()
    },
  },
  {
    name: 'estimate-result',
    route: paths.estimate,
    async open(stage) {
      await estimateYear(stage)
      await stage.page.getByRole('heading', { name: stage.say('estimate_result') }).waitFor()
    },
  },
  {
    name: 'home-with-estimate',
    route: paths.home,
    async open(stage) {
      await estimateYear(stage)
      await stage.page.getByRole('link', { name: stage.say('common_home') }).click()
      await stage.page.getByRole('main').locator('a[href="/app/estimate"]').waitFor()
    },
  },
  ofRegular('card', paths.card),
  ofRegular('profile', paths.settings),
  ofNewcomer('profile-first-time', paths.settings),
  {
    name: 'profile-wrong-nickname',
    route: paths.settings,
    async open({ enter, people, page, field, button, say }) {
      await enter(people.regular, paths.settings)
      await field('leaderboards_nickname').fill('<b>')
      await button('leaderboards_save').click()
      await page.getByText(say('leaderboards_nickname_wrong')).waitFor()
    },
  },
  panel('export', 'own_data_export'),
  panel('statement', 'receipts_statements'),
  panel('cards', 'own_data_cards'),
  panel('number', 'own_data_number'),
  panel('devices', 'own_data_sessions'),
  panel('delete', 'own_data_delete'),
  {
    name: 'profile-passkeys',
    route: paths.settings,
    // Playwright does not always see the end of the call that adds a passkey.
    isWaiting: true,
    async open(stage) {
      const { page, say, button, dialog } = stage
      await addPasskey(stage)
      await page.getByRole('button', { name: say('own_data_sessions') }).click()
      await button('own_data_passkey_add', dialog()).waitFor()
    },
  },
  {
    name: 'profile-passkey-removal',
    route: paths.settings,
    // Playwright does not always see the end of the call that adds a passkey.
    isWaiting: true,
    async open(stage) {
      const { page, say, button, dialog } = stage
      await addPasskey(stage)
      await page.getByRole('button', { name: say('own_data_sessions') }).click()
      await dialog()
        .getByRole('button', { name: say('own_data_passkey_remove_one') })
        .click()
      await button('own_data_keep', dialog()).waitFor()
    },
  },
  {
    name: 'profile-passkey-code',
    route: paths.settings,
    expectedConsole: /Failed to load resource/,
    async open({ page, enter, newcomer, button, field }) {
      const needsCode = { code: 'code_required', error: 'A code is required.' }
      await page.route('**/api/profile/passkeys/options', (route) =>
        route.fulfill({ status: 403, json: needsCode }),
      )
      await enter(await newcomer(), paths.settings)
      await button('own_data_passkey_add').click()
      await button('own_data_send_code').click()
      await field('own_data_code_to').fill('000000')
      await button('own_data_passkey_go_on').click()
      await page.getByRole('alert').first().waitFor()
    },
  },
  codePanel('delete', 'own_data_delete', async () => {}),
  codePanel('number', 'own_data_number', async ({ field, dialog }) => {
    await field('own_data_new_number', dialog()).fill(newPhone())
  }),
  codePanel('export', 'own_data_export', async ({ button, page, dialog }) => {
    const needsCode = { code: 'code_required', error: 'A code is required.' }
    await page.route('**/api/profile/export', (route) =>
      route.fulfill({ status: 403, json: needsCode }),
    )
    await button('own_data_download', dialog()).click()
  }),
]
