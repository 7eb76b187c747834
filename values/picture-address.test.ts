// Addresses of pictures that a partner may show to people, and those that it may not.
import { describe, expect, it } from 'vitest'
import { pictureAddress } from '#values/picture-address.ts'

describe('the address of a picture', () => {
  it.each([
    ['https://logos.example/green.png', 'https://logos.example/green.png'],
    ['HTTPS://Logos.Example/green.png', 'https://logos.example/green.png'],
    ['https://logos.example', 'https://logos.example/'],
    ['https://logos.example:8443/a?b=c#d', 'https://logos.example:8443/a?b=c#d'],
    ['https://logos.example/"onerror=alert(1)', 'https://logos.example/%22onerror=alert(1)'],
    ['https://logos.example/<b>', 'https://logos.example/%3Cb%3E'],
    ['https://bäume.example/a', 'https://xn--bume-loa.example/a'],
  ])('%j is kept as %s', (text, kept) => {
    expect(pictureAddress(text)).toBe(kept)
  })

  it.each([
    'http://logos.example/a.png',
    'javascript:alert(1)',
    'logo.png',
    '//logos.example/a.png',
    'https:logos.example/a.png',
    'https:/logos.example/a.png',
    'https:\\\\logos.example/a.png',
    'https:///logos.example/a.png',
    'https://logos.example\\a.png',
    ' https://logos.example/a.png',
    'https://logos.example/a.png ',
    'https://logos.example/a b.png',
    'https://logos.example/a\u00a0b.png',
    'https://logos.example/a\nb.png',
    'https://logos.exa\tmple/a.png',
    'https://logos.example/\u0000',
    'https://logos.example/\u202egnp.a',
    'https://user@logos.example/a.png',
    'https://user:pass@logos.example/a.png',
    'https://:pass@logos.example/a.png',
    'https://127.0.0.1/a.png',
    'https://127.1/a.png',
    'https://2130706433/a.png',
    'https://0x7f000001/a.png',
    'https://0x7f.1/a.png',
    'https://0177.0.0.1/a.png',
    'https://127.0.0.1./a.png',
    'https://１２７.0.0.1/a.png',
    'https://%31%32%37.0.0.1/a.png',
    'https://169.254.169.254/latest',
    'https://[::1]/a.png',
    'https://[::ffff:127.0.0.1]/a.png',
    'https://localhost/a.png',
    'https://localhost./a.png',
    'https://LOCALHOST:8443/a.png',
    'https://a.localhost/a.png',
    'https://printer.local/a.png',
    'https://metadata.google.internal/a.png',
    'https://intranet/a.png',
    'https://printer.local../a.png',
    'https://logos..example/a.png',
    'https://router.lan/a.png',
    'https://home.arpa/a.png',
    'https://nas.home.arpa./a.png',
    `https://logos.example/${'x'.repeat(500)}`,
    'https://',
    '',
  ])('%j is none', (text) => {
    expect(pictureAddress(text)).toBeNull()
  })
})
