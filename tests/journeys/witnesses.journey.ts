// Walks the check of a certificate whose checkpoint two witnesses have cosigned, one with Ed25519 and one with
// ML-DSA-44: on the site by its policy and by another one, and by the offline verifier.
import { createHash, generateKeyPairSync } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Page } from '@playwright/test'
import { signerOf, verifierText } from '#features/log/tree/signed-note.ts'
import {
  createWitnessSigner,
  type WitnessSigner,
  witnessKeyText,
} from '#features/log/witness/cosignature.ts'
import { serveWitness } from '#features/log/witness/serve-witness.ts'
import { openWitnessState } from '#features/log/witness/witness-state.ts'
import type { Database } from '#platform/database/database.ts'
import {
  test as base,
  becomeMember,
  expect,
  expectNoOverflow,
  expectUsable,
  onEveryScreen,
} from '#tests/support/journey.ts'
import { issueTestBatch } from '#tests/support/people/batch.ts'
import { freePort } from '#tests/support/servers/free-port.ts'
import type { Product } from '#tests/support/servers/product.ts'
import { textFaults } from '#tests/support/text-faults.ts'

const seed = Buffer.alloc(32, 11)
const log = signerOf('passport.example/log', seed)
const witnesses = [
  createWitnessSigner('one.example/w', Buffer.alloc(32, 12)),
  quantumSigner('two.example/w'),
] as const
const stranger = createWitnessSigner('stranger.example/w', Buffer.alloc(32, 13))

function quantumSigner(name: string): WitnessSigner {
  const { privateKey, publicKey } = generateKeyPairSync('ml-dsa-44')
  const keyBytes = 1_312
  const bytes = publicKey.export({ format: 'der', type: 'spki' }).subarray(-keyBytes)
  return { name, algorithm: 'mlDsa44', publicKey: bytes, privateKey }
}

/** A policy whose quorum are all of these witnesses. */
const policyOf = (signers: readonly WitnessSigner[], addresses: readonly string[] = []) =>
  [
    `log ${verifierText(log)}`,
    ...signers.map((each, at) => `witness w${at} ${witnessKeyText(each)} ${addresses[at] ?? ''}`),
    `group all all ${signers.map((_, at) => `w${at}`).join(' ')}`,
    'quorum all',
    '',
  ].join('\n')

const test = base.extend<object, { readonly environment: Readonly<Record<string, string>> }>({
  environment: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from the pattern
    async ({}, use) => {
      const folder = await mkdtemp(join(tmpdir(), 'carbon-passport-witnesses-'))
      const served = await Promise.all(
        witnesses.map(async (signer) => {
          const state = openWitnessState(join(folder, signer.algorithm), () => '')
          const address = { host: '127.0.0.1', port: await freePort() }
          const server = await serveWitness({ logs: [log], signer, state }, address, Date.now)
          return { state, server, url: `http://127.0.0.1:${address.port}/` }
        }),
      )
      const urls = served.map(({ url }) => url)
      await writeFile(join(folder, 'policy'), policyOf(witnesses, urls))
      await use({
        LOG_KEY: seed.toString('hex'),
        LOG_ORIGIN: log.name,
        LOG_WITNESSES: join(folder, 'policy'),
      })
      for (const { state, server } of served) {
        server.closeAllConnections()
        server.close()
        state.close()
      }
      await rm(folder, { recursive: true })
    },
    { scope: 'worker' },
  ],
})

/** Creates a certificate and waits until its checkpoint is witnessed. Returns its address. */
async function createCertificate(page: Page, product: Product, db: Database): Promise<string> {
  const person = await becomeMember(page, product)
  const tx_id = await person.buyByCard(await issueTestBatch(db, { kg: 1_000 }), 120)
  const { url } = (await person.post('/api/certificates', { tx_id })).body
  const witnessNames = async () => {
    const answer = await page.request.get(`${new URL(url).pathname}.json`)
    return [...((await answer.json()).proof?.witnesses ?? [])].sort()
  }
  await expect.poll(witnessNames).toEqual(witnesses.map(({ name }) => name))
  return url
}

const proven = 'This certificate is proven'
const unwitnessed = 'Signed by us, not yet witnessed'
const verdict = (page: Page, name: string) => page.getByRole('heading', { level: 2, name })

test('a witnessed certificate is proven by the site’s policy, and not by one of strangers', {
  tag: '@always',
}, async ({ page, product, db }) => {
  const url = await createCertificate(page, product, db)
  const code = url.split('/').at(-1)
  await page.goto(`/verify?code=${code}&language=tr`)
  await expect(verdict(page, 'Bu sertifika kanıtlandı')).toBeVisible()
  await expectLargeTextFits(page)
  await page.goto(`/verify?code=${code}&language=de`)
  await expect(verdict(page, 'Dieses Zertifikat ist bewiesen')).toBeVisible()
  await onEveryScreen(page, async (screen) => {
    await expectUsable(page)
    await takePicture(page, `de-witnessed-${screen}`)
  })
  await expectLargeTextFits(page)
  await page.goto(`/verify?code=${code}&language=en`)
  await expect(verdict(page, proven)).toBeVisible()
  for (const { name } of witnesses)
    await expect(page.getByText(name, { exact: true })).toBeVisible()
  await expect(page.getByText('By this site’s policy: we chose these witnesses.')).toBeVisible()

  // Another policy, by the keyboard alone.
  await page.getByText('Use a policy of your own', { exact: true }).focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expect(page.getByLabel('Policy of witnesses')).toBeFocused()
  await page.keyboard.insertText('quorum nobody')
  await page.getByRole('button', { name: 'Check' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert').filter({ hasText: 'Line 1' })).toHaveText(
    'Line 1 of the policy: “nobody” has no line above.',
  )
  await expectUsable(page)
  await page.getByLabel('Policy of witnesses').fill(policyOf([...witnesses, stranger]))
  await page.getByLabel('Policy of witnesses').press('Tab')
  await page.getByRole('button', { name: 'Check' }).press('Enter')
  await expect(verdict(page, unwitnessed)).toBeVisible()
  await expect(page.getByText('By the policy that you entered.')).toBeVisible()
  await expectUsable(page)
  await takePicture(page, 'en-unwitnessed')
  await page.getByLabel('Policy of witnesses').fill(policyOf(witnesses.slice(0, 1)))
  await page.getByRole('button', { name: 'Check' }).click()
  await expect(verdict(page, proven)).toBeVisible()

  // The certificate as a file, also without the cosignatures.
  const certificate = await (await page.request.get(`${new URL(url).pathname}.json`)).text()
  const choose = (text: string) =>
    page.getByLabel('Choose a file').setInputFiles({
      ...{ name: 'certificate.json', mimeType: 'application/json', buffer: Buffer.from(text) },
    })
  await choose(certificate.replaceAll(/— \w+\.example\/w [^\\]+\\n/g, ''))
  await expect(verdict(page, unwitnessed)).toBeVisible()
  await choose(certificate)
  await expect(verdict(page, proven)).toBeVisible()
  await expectNoOverflow(page)
})

test('the offline verifier checks a saved certificate from a file, and sends no request', {
  tag: '@always',
}, async ({ page, product, db, browser }) => {
  const url = await createCertificate(page, product, db)
  const certificate = await (await page.request.get(`${new URL(url).pathname}.json`)).text()
  await page.goto('/verify')
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download the verifier' }).click()
  const folder = await mkdtemp(join(tmpdir(), 'carbon-passport-verifier-'))
  const file = join(folder, (await download).suggestedFilename())
  await (await download).saveAs(file)
  expect(file).toMatch(/carbon-passport-verifier\.html$/)
  const sum = createHash('sha256')
    .update(await readFile(file))
    .digest('hex')
  await expect(page.getByText(sum, { exact: true })).toBeVisible()

  const context = await browser.newContext({ locale: 'en-GB', offline: true })
  const offline = await context.newPage()
  const [requests, lines]: [string[], string[]] = [[], []]
  offline.on('request', (request) => requests.push(request.url()))
  offline.on('console', (message) => lines.push(message.text()))
  offline.on('pageerror', (error) => lines.push(error.message))
  await offline.goto(pathToFileURL(file).href)
  const check = () => offline.getByRole('button', { name: 'Check' }).click()
  const policy = offline.getByLabel('Policy of witnesses')

  // Without a policy no key is known, so that nothing says who signed.
  await offline.getByLabel('Text of the certificate').fill(certificate)
  await check()
  await expect(verdict(offline, 'This certificate is proven in part')).toBeVisible()
  await expect(offline.getByText('no key of this log was given')).toBeVisible()
  await expect(offline.getByText('no policy was entered')).toBeVisible()
  await expect(offline.getByText(verifierText(log), { exact: true })).toBeHidden()

  await policy.fill(policyOf(witnesses))
  await check()
  await expect(verdict(offline, proven)).toBeVisible()
  await expect(offline.getByText('which is in your policy')).toBeVisible()
  await expect(offline.getByText(verifierText(log), { exact: true })).toBeVisible()
  await onEveryScreen(offline, async (screen) => {
    await expectUsable(offline)
    await takePicture(offline, `offline-${screen}`)
  })
  await policy.fill(policyOf([...witnesses, stranger]))
  await check()
  await expect(verdict(offline, unwitnessed)).toBeVisible()
  const otherLog = verifierText(signerOf(log.name, Buffer.alloc(32, 14)))
  await policy.fill(policyOf(witnesses).replace(verifierText(log), otherLog))
  await check()
  await expect(verdict(offline, 'This certificate does not hold')).toBeVisible()
  await offline.getByLabel('Choose a policy file').setInputFiles({
    ...{ name: 'policy', mimeType: 'text/plain', buffer: Buffer.from(policyOf(witnesses)) },
  })
  await offline
    .getByLabel('Text of the certificate')
    .fill(certificate.replace('"kg":120', '"kg":121'))
  await check()
  await expect(verdict(offline, 'This certificate does not hold')).toBeVisible()

  // Another language keeps what was entered.
  await offline.getByLabel('Languages').selectOption('de')
  await expect(verdict(offline, 'Dieses Zertifikat stimmt nicht')).toBeVisible()
  await offline.getByLabel('Datei wählen', { exact: true }).setInputFiles({
    ...{ name: 'c.json', mimeType: 'application/json', buffer: Buffer.from(certificate) },
  })
  await expect(verdict(offline, 'Dieses Zertifikat ist bewiesen')).toBeVisible()
  await expectUsable(offline)
  await expectLargeTextFits(offline)
  expect([requests, lines]).toEqual([[pathToFileURL(file).href], []])
  await context.close()
  await rm(folder, { recursive: true })
})

/** Fails if text of twice its size does not fit a phone, with the field of the policy open. */
async function expectLargeTextFits(page: Page): Promise<void> {
  const { width = 0, height = 0 } = page.viewportSize() ?? {}
  await page.setViewportSize({ width: 360, height: 844 })
  const isClosed = page.locator('details:not([open]) > summary')
  if ((await isClosed.count()) > 0) await isClosed.click()
  await page.evaluate("document.documentElement.style.fontSize = '200%'")
  await expectNoOverflow(page)
  await expect.poll(() => page.evaluate(textFaults)).toEqual([])
  await takePicture(page, `large-${await page.locator('html').getAttribute('lang')}`)
  await page.evaluate("document.documentElement.style.fontSize = ''")
  await page.setViewportSize({ width, height })
}

/** With PICTURES, the name of a folder, keeps pictures of the page to look at. */
async function takePicture(page: Page, name: string): Promise<void> {
  const folder = process.env.PICTURES
  if (folder !== undefined)
    await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true })
}
