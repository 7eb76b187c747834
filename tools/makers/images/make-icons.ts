// Makes the app's icons of every size from the product's one drawing, web/public/icon.svg, in
// web/public/icons. Run it after a change of the drawing.
import { mkdir, readFile } from 'node:fs/promises'
import { chromium } from '@playwright/test'
import { chromiumArguments, findOrInstallChromium } from '#scripts/chromium.ts'

const folder = 'web/public/icons'
/** The background. Icons that a system masks are filled with it to the edges. */
const ground = '#173f31'

/** `drawn`: the share of the width that the drawing fills. Masks may cut all but the middle 80 %. */
const icons = [
  { name: '192', size: 192, drawn: 1, isWhole: false },
  { name: '512', size: 512, drawn: 1, isWhole: false },
  { name: 'maskable', size: 512, drawn: 0.8, isWhole: true },
  { name: 'apple-touch', size: 180, drawn: 0.9, isWhole: true },
] as const

const drawing = await readFile('web/public/icon.svg', 'utf8')
await mkdir(folder, { recursive: true })
const browser = await chromium.launch({
  executablePath: findOrInstallChromium((sentence) => process.stdout.write(`${sentence}\n`)),
  args: [...chromiumArguments],
})
for (const { name, size, drawn, isWhole } of icons) {
  const page = await browser.newPage({ viewport: { width: size, height: size } })
  const edge = (size * (1 - drawn)) / 2
  await page.setContent(`<body style="margin:0;background:${isWhole ? ground : 'transparent'}">
    <div style="padding:${edge}px;width:${size * drawn}px">${drawing}</div></body>`)
  await page.screenshot({ path: `${folder}/${name}.png`, omitBackground: !isWhole })
  await page.close()
}
await browser.close()
process.stdout.write(`${icons.length} icons stand in ${folder}.\n`)
