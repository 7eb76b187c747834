// Lists the looks in which each screen is photographed: three widths in both themes, forced colours, zoom to
// 400 %, and each language on the smallest phone, where texts have the least room.
import type { Page } from '@playwright/test'
import { defaultLanguage, type Language, languages } from '#values/lists/languages.ts'

export type Look = {
  readonly name: string
  readonly width: number
  readonly height: number
  readonly media: {
    readonly colorScheme: 'light' | 'dark'
    readonly forcedColors: 'active' | 'none'
  }
  /** Size of the root's text, in percent of the browser's. */
  readonly textSize: number
  /** True to photograph only the visible part, because fixed elements may cover the rest. */
  readonly isWindowOnly: boolean
}

const light = { colorScheme: 'light', forcedColors: 'none' } as const
const dark = { colorScheme: 'dark', forcedColors: 'none' } as const
const forced = { colorScheme: 'light', forcedColors: 'active' } as const
const phone = {
  ...{ width: 360, height: 740, media: light },
  ...{ textSize: 100, isWindowOnly: false },
} as const
const tablet = { ...phone, width: 768, height: 1024 } as const
const desk = { ...phone, width: 1440, height: 900 } as const

/** The size of a window of 1280 by 1024 px at a zoom of 400 % (WCAG 1.4.10). */
const zoomed = { ...phone, width: 320, height: 256, isWindowOnly: true } as const

const allLooks: readonly Look[] = [
  { name: '360-light', ...phone },
  { name: '360-dark', ...phone, media: dark },
  { name: '768-light', ...tablet },
  { name: '768-dark', ...tablet, media: dark },
  { name: '1440-light', ...desk },
  { name: '1440-dark', ...desk, media: dark },
  { name: 'zoom-400', ...zoomed },
  { name: 'text-200', ...phone, textSize: 200 },
  // Forced colours are last, because Chromium draws some lines of a following look in them too.
  { name: '360-forced', ...phone, media: forced },
  { name: '1440-forced-dark', ...desk, media: { ...forced, colorScheme: 'dark' } },
]

/** Languages with the longest words, which are photographed in the wide windows too. */
const wideLanguages: readonly Language[] = ['de', 'tr']

/** Returns the looks of a language. Other languages than the default have only the light theme. */
export function looksIn(language: Language): readonly Look[] {
  if (language === defaultLanguage) return allLooks
  return [
    { name: `360-${language}`, ...phone },
    ...(wideLanguages.includes(language)
      ? [
          { name: `768-${language}`, ...tablet },
          { name: `1440-${language}`, ...desk },
        ]
      : []),
    { name: `text-200-${language}`, ...phone, textSize: 200 },
  ]
}

/** Names of all looks. A picture's file name is the screen's name, `-` and the look's name. */
export const lookNames = languages.flatMap((language) => looksIn(language).map(({ name }) => name))

/** Sets the window's size, text size, theme and forced colours of a page. */
export async function applyLook(
  page: Page,
  { width, height, media, textSize }: Look,
): Promise<void> {
  await page.setViewportSize({ width, height })
  await page.emulateMedia({ ...media, reducedMotion: 'reduce' })
  await page.evaluate(`document.documentElement.style.fontSize = '${textSize}%'`)
}
