// Decides shape, ink, rotation and lines of an achievement's stamp, from its code.
import type { PictureStamp } from '#features/people/web/passport/share-stamp.ts'
import { seededRandom } from '#values/drawing/seeded-random.ts'
import {
  achievementKinds,
  isAchievementCode,
  stampInks,
  stampShapes,
} from '#values/lists/achievements.ts'
import { locale } from '#web/texts.ts'
import { formatStampDate } from '#web/ui/number-format.ts'
import type { Achievement } from '../achievements-calls.ts'

export type DesignedAchievement = Pick<Achievement, 'code' | 'title'> & { colorClass?: string }

export function stampDesign({ code, title, colorClass }: DesignedAchievement) {
  const random = seededRandom(code)
  const kind = isAchievementCode(code) ? achievementKinds[code] : undefined
  // A newer server may send an unknown achievement. Its code seeds a random shape and ink.
  const shape = kind?.shape ?? stampShapes[Math.floor(random() * stampShapes.length)] ?? 'round'
  const sentInk = stampInks.find((each) => each === colorClass)
  const ink = sentInk ?? kind?.ink ?? stampInks[Math.floor(random() * stampInks.length)] ?? 'blue'
  const tilt = Math.round((random() - 0.5) * 22)
  return { shape, ink, tilt, lines: titleLines(title) }
}

/** Returns the stamp for a picture to share. */
export function pictureStampOf(
  achievement: DesignedAchievement,
  reachedAt: string | null,
): PictureStamp {
  const design = stampDesign(achievement)
  return reachedAt === null ? design : { ...design, date: formatStampDate(reachedAt) }
}

/** Splits a title into at most three lines of similar length, in capitals. */
export function titleLines(title: string): string[] {
  const words = title.toLocaleUpperCase(locale).split(/\s+/).filter(Boolean)
  const longest = Math.max(8, ...words.map((word) => word.length), Math.ceil(title.length / 3))
  const lines: string[] = []
  for (const word of words) {
    const last = lines.at(-1)
    if (last !== undefined && `${last} ${word}`.length <= longest) {
      lines[lines.length - 1] = `${last} ${word}`
    } else lines.push(word)
  }
  return lines.slice(0, 3)
}
