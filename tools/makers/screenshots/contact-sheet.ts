// Writes a contact sheet: an HTML page with all pictures, and one JPEG for each group of screens. The looks
// of a screen are side by side, so that faulty pictures are easy to see.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser } from '@playwright/test'
import { escapeHtml } from '#platform/http/pages/html-page.ts'

export type Shot = { readonly group: string; readonly screen: string; readonly file: string }

/** Maximum time of one group's picture, which has hundreds of pictures in it. */
const timeoutMs = 300_000

const style = `
body { margin: 24px; font: 14px/1.4 system-ui; background: #e9e9e6; color: #222 }
section > div { display: flex; gap: 12px; align-items: start; padding-bottom: 20px }
h3 { margin: 0; width: 150px; flex: none; font-size: 14px; overflow-wrap: anywhere }
figure { margin: 0; flex: none }
figcaption { color: #666; font-size: 11px }
img { display: block; height: 360px; max-width: 520px; object-fit: cover; object-position: top }`

/** Writes `contact-sheet.html` and `contact-sheet-<number>.jpg` into the folder. */
export async function writeContactSheet(
  browser: Browser,
  folder: string,
  shots: readonly Shot[],
): Promise<void> {
  const groups = [...new Set(shots.map(({ group }) => group))]
  const sections = groups.map((group) => sectionOf(group, shots))
  const path = join(folder, 'contact-sheet.html')
  await writeFile(
    path,
    `<!doctype html><meta charset="utf-8"><title>Screens</title><style>${style}</style>` +
      sections.join('\n'),
  )
  const page = await browser.newPage({ viewport: { width: 1600, height: 900 } })
  await page.goto(`file://${path}`)
  for (const [place] of groups.entries()) {
    await page
      .locator('section')
      .nth(place)
      .screenshot({
        path: join(folder, `contact-sheet-${place + 1}.jpg`),
        quality: 70,
        timeout: timeoutMs,
      })
  }
  await page.close()
}

function sectionOf(group: string, shots: readonly Shot[]): string {
  const groupShots = shots.filter((shot) => shot.group === group)
  const screens = [...new Set(groupShots.map(({ screen }) => screen))]
  const rows = screens.map((screen) => {
    const pictures = groupShots
      .filter((shot) => shot.screen === screen)
      .map(({ file }) => {
        const look = file.slice(screen.length + 1, -'.png'.length)
        return (
          `<figure><figcaption>${escapeHtml(look)}</figcaption>` +
          `<a href="${escapeHtml(file)}"><img alt="" src="${escapeHtml(file)}"></a></figure>`
        )
      })
    return `<div><h3>${escapeHtml(screen)}</h3>${pictures.join('')}</div>`
  })
  return `<section><h2>${escapeHtml(group)}</h2>${rows.join('\n')}</section>`
}
