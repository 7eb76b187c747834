// Draws the app's icons in every size from web/public/icon.svg, and writes them to web/public/icons. Run it
// by hand after a change of the drawing.
import { mkdir, readFile } from 'node:fs/promises'
import { chromium } from '@playwright/test'
import { chromiumArguments, findOrInstallChromium } from '#scripts/chromium.ts'

const folder = 'web/public/icons'
/** Background of icons with `isFilled`, of which the system may cut off the edges. Others are transparent. */
const background = '#173f31'

/**
 * `share` is the part of the width that the drawing fills. A system may show only the middle 80 % of a
 * maskable icon. `isFilled` is true for icons with a background.
 */
const icons = [
  { name: '192', size: 192, share: 1, isFilled: false },
  { name: '512', size: 512, share: 1, isFilled: false },
  { name: 'maskable', size: 512, share: 0.8, isFilled: true },
  { name: 'apple-touch', size: 180, share: 0.9, isFilled: true },
] as const

const drawing = await readFile('web/public/icon.svg', 'utf8')
await mkdir(folder, { recursive: true })
const browser = await chromium.launch({
  executablePath: findOrInstallChromium((sentence) => process.stdout.write(`${sentence}\n`)),
  args: [...chromiumArguments],
})
for (const { name, size, share, isFilled } of icons) {
  const page = await browser.newPage({ viewport: { width: size, height: size } })
  const padding = (size * (1 - share)) / 2
  await page.setContent(`<body style="margin:0;background:${isFilled ? background : 'transparent'}">
    <div style="padding:${padding}px;width:${size * share}px">${drawing}</div></body>`)
  await page.screenshot({ path: `${folder}/${name}.png`, omitBackground: !isFilled })
  await page.close()
}
await browser.close()
process.stdout.write(`${icons.length} icons stand in ${folder}.\n`)
