// Draws the wallet pass's images in providers/wallet-pass/images: icon, logo and strip, at each of Apple's
// scales, from SVG in a headless Chromium. Run it by hand after a change of the drawing.
import { readFileSync, writeFileSync } from 'node:fs'
import { chromium, type Page } from '@playwright/test'
import { chromiumArguments, findOrInstallChromium } from '#scripts/chromium.ts'
import { bandPath } from '#values/drawing/guilloche-lines.ts'
import { petalPath } from '#values/drawing/rosette-lines.ts'
import { type Pixels, palettePng } from './palette-png.ts'

const folder = 'providers/wallet-pass/images'
/** Images with Apple's sizes in points. A logo may have 160 by 50; the strip is that of a store card. */
const drawings = [
  { name: 'icon', width: 29, height: 29, draw: drawIcon },
  { name: 'logo', width: 160, height: 50, draw: drawLogo },
  { name: 'strip', width: 375, height: 144, draw: drawStrip },
]
const scales = [1, 2, 3]

const foil = `<linearGradient id="foil" x1="0" y1="0" x2="1" y2="1">
  <stop offset="0" stop-color="#c69a4c"/><stop offset=".42" stop-color="#f8e7b5"/>
  <stop offset=".68" stop-color="#b98b3b"/><stop offset="1" stop-color="#eed494"/></linearGradient>`
/** The SVG path of the cover's seedling, centred on (0, 0) and about 58 units high. */
const seedling = 'M0 27V-9M0 5C-18 5-25-7-25-20-8-20 0-11 0 5ZM0-4C0-19 8-27 23-27 23-12 15-4 0-4Z'

function emblem(x: number, y: number, radius: number, stroke: number): string {
  const turns = Array.from({ length: 18 }, (_, index) => index * 20)
  const petal = petalPath({ radius, petals: 18, layers: 8, cut: 0.26, seed: 'emblem' })
  const scale = radius / 92
  return `<g transform="translate(${x} ${y})" fill="none">
    <g stroke="#e2c27a" stroke-width="${0.7 * stroke * scale}">
      ${turns.map((turn) => `<path d="${petal}" transform="rotate(${turn})"/>`).join('')}</g>
    <g transform="scale(${scale})" stroke="url(#foil)" stroke-linejoin="round" stroke-linecap="round">
      <circle r="41" fill="#143a2d" stroke-width="${1.6 * stroke}"/>
      <path d="${seedling}" stroke-width="${2.4 * stroke}"/></g></g>`
}

function drawIcon(): string {
  return `<defs>${foil}</defs><rect width="29" height="29" fill="#143a2d"/>
    <circle cx="14.5" cy="14.5" r="11.6" fill="none" stroke="url(#foil)" stroke-width="1"/>
    <g transform="translate(14.9 14.8) scale(.27)" fill="none" stroke="#f2d99b" stroke-width="6"
      stroke-linejoin="round" stroke-linecap="round"><path d="${seedling}"/></g>`
}

function drawLogo(): string {
  return `<defs>${foil}</defs>
    <circle cx="21" cy="25" r="18.5" fill="#12352a" stroke="url(#foil)" stroke-width="1.3"/>
    <g transform="translate(21.4 25.4) scale(.42)" fill="none" stroke="#f2d99b" stroke-width="4.6"
      stroke-linejoin="round" stroke-linecap="round"><path d="${seedling}"/></g>
    <g font-family="Title" font-size="14.5" letter-spacing="2.2" fill="#f8e7b5">
      <text x="49" y="22">CARBON</text><text x="49" y="39">PASSPORT</text></g>`
}

/** Draws the strip. Its left half stays plain, because Wallet writes the kilograms over it. */
function drawStrip(): string {
  const width = 375
  const wave = (y: number, phase: number) =>
    bandPath({
      ...{ width, y, amplitude: 26, lines: 11, frequency: 1.4, phase, drift: 0.09, step: 6 },
    })
  return `<defs>${foil}
      <linearGradient id="quiet" x1="0" x2="1"><stop offset=".05" stop-color="#000"/>
        <stop offset=".75" stop-color="#fff"/></linearGradient>
      <mask id="fade"><rect width="375" height="144" fill="url(#quiet)"/></mask></defs>
    <rect width="375" height="144" fill="#173f31"/>
    <g mask="url(#fade)" fill="none" stroke-width=".55">
      <path d="${wave(40, 0.4)}" stroke="#63b08c" opacity=".6"/>
      <path d="${wave(108, 2.1)}" stroke="#c89d4e" opacity=".55"/></g>
    ${emblem(303, 72, 62, 1.1)}
    <path d="M0 .5H375M0 143.5H375" stroke="#d9c58d" stroke-opacity=".55"/>`
}

/** Decodes a PNG in the browser and returns its pixels. */
async function readPixels(page: Page, png: Buffer, width: number, height: number): Promise<Pixels> {
  const bytes = await page.evaluate<number[]>(`(async () => {
    const image = new Image()
    image.src = 'data:image/png;base64,${png.toString('base64')}'
    await image.decode()
    const canvas = new OffscreenCanvas(${width}, ${height}).getContext('2d')
    canvas.drawImage(image, 0, 0)
    return [...canvas.getImageData(0, 0, ${width}, ${height}).data]
  })()`)
  return { width, height, rgba: Buffer.from(bytes) }
}

const font = readFileSync(
  'node_modules/@fontsource/marcellus/files/marcellus-latin-400-normal.woff2',
)
const face = `@font-face { font-family: Title; src: url(data:font/woff2;base64,${font.toString('base64')}) }`

const browser = await chromium.launch({
  executablePath: findOrInstallChromium((sentence) => process.stdout.write(`${sentence}\n`)),
  args: [...chromiumArguments],
})
for (const scale of scales) {
  const page = await browser.newPage({ deviceScaleFactor: scale })
  for (const { name, width, height, draw } of drawings) {
    await page.setViewportSize({ width, height })
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"
      style="display:block">${draw()}</svg>`
    await page.setContent(`<style>${face} body { margin: 0 }</style>${svg}`)
    await page.evaluate('document.fonts.load("14px Title").then(() => undefined)')
    const suffix = scale === 1 ? '' : `@${scale}x`
    const shot = await page.screenshot({ omitBackground: true })
    const pixels = await readPixels(page, shot, width * scale, height * scale)
    writeFileSync(`${folder}/${name}${suffix}.png`, palettePng(pixels))
  }
  await page.close()
}
await browser.close()
process.stdout.write(`${folder} shows the drawing as it is now.\n`)
