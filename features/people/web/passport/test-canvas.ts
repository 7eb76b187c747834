// Simulates canvases in a simulated page, for tests of pictures to share. For tests only.
import { vi } from 'vitest'

/** Records the texts of each picture that the open page draws. */
export function recordPictures(): string[] {
  const words: string[] = []
  const own = {
    fillText: (text: string) => words.push(text.replaceAll('\u00a0', ' ')),
    measureText: () => ({ width: 1 }),
    createLinearGradient: () => ({ addColorStop: () => undefined }),
  }
  const pen = new Proxy<Record<string, unknown>>(own, {
    get: (target, name: string) => target[name] ?? (() => undefined),
  })
  const toBlob = (take: (blob: Blob) => void, type: string) => take(new Blob(['picture'], { type }))
  vi.stubGlobal('Path2D', class {})
  vi.stubGlobal('getComputedStyle', () => ({ getPropertyValue: () => '#123456' }))
  Object.assign(document, { fonts: { load: async () => [] } })
  const create = document.createElement.bind(document)
  Object.assign(document, {
    createElement: (name: string, ...rest: []) =>
      name === 'canvas' ? { getContext: () => pen, toBlob } : create(name, ...rest),
  })
  return words
}
