// Tests that a page loads pictures only from its own origin and from the operator's listed hosts.
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { allowedImage } from './allowed-image.ts'

beforeAll(() => {
  vi.stubGlobal('location', new URL('https://passport.example/app'))
  const dataset = { imageHosts: 'pictures.example other.example:8443' }
  vi.stubGlobal('document', { documentElement: { dataset } })
})
afterAll(() => vi.unstubAllGlobals())

it.each([
  ['/scene.png', 'https://passport.example/scene.png'],
  ['https://pictures.example/a.jpg', 'https://pictures.example/a.jpg'],
  ['https://other.example:8443/a.jpg', 'https://other.example:8443/a.jpg'],
  ['http://pictures.example/a.jpg', undefined],
  ['https://other.example/a.jpg', undefined],
  ['https://pictures.example.evil.example/a.jpg', undefined],
  ['data:image/png;base64,AAAA', undefined],
  ['https://', undefined],
  [null, undefined],
])('the picture %s is loaded as %s', (url, asked) => {
  expect(allowedImage(url)).toBe(asked)
})
