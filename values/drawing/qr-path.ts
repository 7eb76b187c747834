// Draws a QR code of a text as one SVG path, without a request to another host. Pure.
import { encode } from 'uqr'

/**
 * Mask of every code. Scanners read all of them equally well. Without a number the library tries all eight,
 * which takes a slow phone 60 ms.
 */
const maskPattern = 3

/** Returns path data in a square of `size` modules, without a border. */
export function qrPath(text: string): { readonly path: string; readonly size: number } {
  const { data, size } = encode(text, { border: 0, ecc: 'M', maskPattern })
  let path = ''
  for (const [y, row] of data.entries()) {
    for (let x = 0; x < size; x++) {
      if (!row[x]) continue
      let end = x
      while (row[end + 1]) end++
      path += `M${x} ${y}h${end - x + 1}v1H${x}z`
      x = end
    }
  }
  return { path, size }
}
