// Reads a chosen file as text. A file that no action can take is refused before anything is sent.
import { formatCount, formatWhole } from '../parts/console-format.ts'
import type { ChosenFile } from './action-fields.ts'

type RefusedFile = { readonly fault: string }

/** Returns the file with its text, or why it cannot be taken. */
export async function readTextFile(
  file: File,
  bytesMax: number | undefined,
): Promise<ChosenFile | RefusedFile> {
  const { name, size: bytes } = file
  if (bytesMax !== undefined && bytes > bytesMax) {
    return { fault: `${name} has ${sizeText(bytes)}. A file may have ${sizeText(bytesMax)}.` }
  }
  const content = await file.arrayBuffer().catch(() => null)
  if (content === null) return { fault: `${name} could not be read.` }
  const text = textIn(new Uint8Array(content))
  return 'fault' in text ? { fault: `${name} ${text.fault}` } : { name, bytes, ...text }
}

function textIn(bytes: Uint8Array): { readonly text: string } | RefusedFile {
  const [first, second] = bytes
  const isUtf16 = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)
  if (isUtf16) return { fault: 'is UTF-16. Save it as UTF-8.' }
  const nul = bytes.indexOf(0)
  if (nul >= 0) return { fault: `is no text: its byte ${formatWhole(nul + 1)} is NUL.` }
  try {
    return { text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes) }
  } catch {
    return { fault: 'is not UTF-8. Save it as UTF-8.' }
  }
}

/** Returns the number of lines with content. */
export function countLines(text: string): number {
  return text.split('\n').filter((line) => line.trim() !== '').length
}

const kibi = 1024

/** Returns a size such as `34 KiB`, rounded up, so that a file above a limit never shows the limit. */
export function sizeText(bytes: number): string {
  if (bytes < kibi) return formatCount(bytes, 'byte')
  if (bytes < kibi * kibi) return `${formatWhole(Math.ceil(bytes / kibi))} KiB`
  const tenths = Math.ceil((bytes * 10) / (kibi * kibi))
  return `${tenths / 10} MiB`
}

/**
 * Forgets the chosen file of a pressed field. Without it the browser reports no change if a file of the same name is
 * chosen again, for example after it was mended.
 */
export function letChooseAgain({ currentTarget }: { readonly currentTarget: HTMLInputElement }) {
  currentTarget.value = ''
}
