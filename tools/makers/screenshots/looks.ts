// Lists the looks of each screen: the widths, both themes, forced colours, a page zoomed to 400 %,
// and each language on the smallest phone, where texts have the least room.
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
  /** Only the visible part, since fixed elements may cover the rest. */
  readonly isWindowOnly: boolean
}

const light = { colorScheme: 'light', forcedColors: 'none' } as const
const dark = { colorScheme: 'dark', forcedColors: 'none' } as const
const forced = { colorScheme: 'light', forcedColors: 'active' } as const
const phone = { width: 360, height: 740, media: light, isWindowOnly: false } as const
const tablet = { ...phone, width: 768, height: 1024 } as const
const desk = { ...phone, width: 1440, height: 900 } as const

/** 1280 by 1024 at 400 % (WCAG 1.4.10). */
const zoomed = { ...phone, width: 320, height: 256, isWindowOnly: true } as const

const allLooks: readonly Look[] = [
  { name: '360-light', ...phone },
  { name: '360-dark', ...phone, media: dark },
  { name: '768-light', ...tablet },
  { name: '768-dark', ...tablet, media: dark },
  { name: '1440-light', ...desk },
  { name: '1440-dark', ...desk, media: dark },
  { name: 'zoom-400', ...zoomed },
  // Last, because Chromium still draws some lines of the next look in forced colours.
  { name: '360-forced', ...phone, media: forced },
]

/** Every language but the first has only the small phone, since only its texts differ. */
export function looksIn(language: Language): readonly Look[] {
  return language === defaultLanguage ? allLooks : [{ name: `360-${language}`, ...phone }]
}

/** All names, as they follow the name of a screen. */
export const lookNames = languages.flatMap((language) => looksIn(language).map(({ name }) => name))

export async function takeOn(page: Page, { width, height, media }: Look): Promise<void> {
  await page.setViewportSize({ width, height })
  await page.emulateMedia({ ...media, reducedMotion: 'reduce' })
}
