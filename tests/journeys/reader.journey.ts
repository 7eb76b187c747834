// Records a screen reader's announcements in order while a user signs in, buys, gifts and claims.
// Decoration is silent.

import { becomeMember, expect, readCode, test } from '#tests/support/journey.ts'
import {
  chooseKg,
  fillCard,
  largeBatch,
  pressReserve,
  retype,
  shownTxId,
} from '#tests/support/people/checkout.ts'
import { newPhone } from '#tests/support/people/person.ts'
import { watchAnnouncements } from '#tests/support/reader.ts'

const refused = /Failed to load resource/

test('signing in is announced from the wrong number to the passport', { tag: '@always' }, async ({
  page,
  expectedConsole,
}) => {
  expectedConsole.push(refused)
  const reader = await watchAnnouncements(page)
  await page.goto('/')
  const phone = newPhone()
  const field = page.getByLabel('Phone number')
  const join = page.getByRole('button', { name: 'Join / Login' })
  await field.fill('+44 12')
  await join.click()
  await reader.expectAnnounced(/^focus: Phone number/, /^alert: Unable to send OTP\. Please check/)
  await field.fill(phone)
  await join.click()
  await reader.expectAnnounced(/^focus: Code from the SMS/)
  const dialog = page.getByRole('dialog', { name: 'Enter your code' })
  await expect(dialog).toMatchAriaSnapshot(`
    - dialog "Enter your code":
      - heading "Enter your code" [level=2]
      - paragraph: /We sent a code to/
      - textbox "Code from the SMS"
      - checkbox "I agree to the Privacy Policy and the Terms of Use."
      - button "Verify"
  `)
  await dialog.getByLabel('Code from the SMS').fill('000000')
  await dialog.getByRole('checkbox').check()
  await dialog.getByRole('button', { name: 'Verify' }).click()
  await reader.expectAnnounced(/^alert: Invalid code—please try again\./)
  // After the agreement the sixth digit starts the verification.
  await dialog.getByLabel('Code from the SMS').fill(await readCode(page, phone))
  await reader.expectAnnounced(/^focus: Carbon Passport$/)
})

test('buying is announced: each total, each step, each error, and the end', {
  tag: '@always',
}, async ({ page, product, expectedConsole }) => {
  expectedConsole.push(refused)
  const reader = await watchAnnouncements(page)
  const person = await becomeMember(page, product)
  const batch = largeBatch((await person.get('/api/batches')).body)
  await page.goto(`/app/projects/${batch.project_id}`)
  await page.getByRole('button', { name: 'Buy Offsets' }).click()
  await reader.expectAnnounced(/^focus: Buy Offsets/, /^status: Total: £\d/)
  const dialog = page.getByRole('dialog')
  await chooseKg(dialog, 100)
  await reader.expectAnnounced(
    /^status: Total: £3\.\d\d, From your wallet: £1\.00, Card: £2\.\d\d$/,
  )
  await fillCard(dialog)
  await chooseKg(dialog, 200)
  await reader.expectAnnounced(
    /^status: Total: £6\.\d\d, From your wallet: £1\.00, Card: £5\.\d\d$/,
  )
  await pressReserve(dialog)
  await reader.expectAnnounced(
    /^focus: .*200\skg from vintage \d{4} are held for you\. Retype this ID/,
  )
  const txId = await shownTxId(dialog)
  await retype(dialog, 'CP-2222-2222-2222')
  await reader.expectAnnounced(/^alert: TxID mismatch/)
  await retype(dialog, txId)
  await reader.expectAnnounced(/^focus: .*200\skg of carbon offsets are now in your passport\./)
  await dialog.getByRole('button', { name: 'Done' }).click()
  await reader.expectAnnounced(/^focus: Buy Offsets$/)
})

test('a gift is announced: missing fields, its receiver, and that it is on its way', async ({
  page,
  product,
}) => {
  const reader = await watchAnnouncements(page)
  const person = await becomeMember(page, product)
  const batch = largeBatch((await person.get('/api/batches')).body)
  await page.goto(`/app/projects/${batch.project_id}`)
  await page.getByRole('button', { name: 'Gift Offsets' }).click()
  await reader.expectAnnounced(/^focus: Gift Offsets/)
  const dialog = page.getByRole('dialog')
  await chooseKg(dialog, 100)
  await reader.expectAnnounced(
    /^status: Total: £3\.\d\d, From your wallet: £1\.00, Card: £2\.\d\d$/,
  )
  await fillCard(dialog)
  await pressReserve(dialog)
  await reader.expectAnnounced(
    /^focus: Recipient phone.*Valid recipient phone required \(E\.164\)\./,
  )
  await dialog.getByLabel('Recipient phone').fill(newPhone())
  await pressReserve(dialog)
  await reader.expectAnnounced(/^focus: .*100\skg are held as a gift for/)
  await retype(dialog, await shownTxId(dialog))
  await reader.expectAnnounced(/^focus: .*100\skg of carbon offsets are on their way/)
})

test('a reward is announced: its receiver, and its claim', async ({ page, product }) => {
  const reader = await watchAnnouncements(page)
  const person = await becomeMember(page, product)
  await person.buyByCard(largeBatch((await person.get('/api/batches')).body), 100)
  await page.goto('/app')
  const rewards = page.getByRole('region', { name: 'Unclaimed rewards' })
  await rewards.getByRole('button', { name: /^Claim: 1\skg/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Claim', exact: true }).click()
  await reader.expectAnnounced(
    /^focus: Claim Reward/,
    /^focus: .*1\skg of carbon offsets is now in your passport/,
  )
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(dialog).toBeHidden()
})
