// Names a tile of the public log as C2SP's tlog-tiles does, for the server and for readers of the
// log. Pure.

/** Number of hashes of a full tile, and of entries of a full bundle. */
export const tileWidth = 256

/** Returns a tile's path: `<L>/<N>`, or `<L>/<N>.p/<W>` for a partial tile of `width` hashes. */
export function tilePath(level: number | 'entries', index: number, width: number): string {
  const groups = String(index)
    .padStart(Math.ceil(String(index).length / 3) * 3, '0')
    .match(/\d{3}/g)
  const name = (groups ?? []).map(
    (group, place, all) => `${place < all.length - 1 ? 'x' : ''}${group}`,
  )
  const partial = width < tileWidth ? `.p/${width}` : ''
  return `${level}/${name.join('/')}${partial}`
}

export type TileName = {
  readonly level: number | 'entries'
  readonly index: number
  readonly width: number
}

const pathForm = /^(entries|\d|[1-5]\d|6[0-3])\/((?:x\d{3}\/)*\d{3})(?:\.p\/([1-9]\d{0,2}))?$/

/**
 * Parses the output of tilePath. Returns null for any other text, including other spellings of a
 * number.
 */
export function readTilePath(path: string): TileName | null {
  const [, levelText = '', groups = '', partial] = pathForm.exec(path) ?? []
  const index = Number(groups.replaceAll(/[x/]/g, ''))
  const width = partial === undefined ? tileWidth : Number(partial)
  const level = levelText === 'entries' ? levelText : Number(levelText)
  if (levelText === '' || !Number.isSafeInteger(index)) return null
  return tilePath(level, index, width) === path ? { level, index, width } : null
}
