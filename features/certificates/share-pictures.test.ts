// Tests the picture of a certificate's shared link: each word that it shows, and its lines of projects.
import { describe, expect, it } from 'vitest'
import { exampleCertificate } from '#tests/support/example-certificate.ts'
import { certificateWords } from './certificate-words.ts'
import { shareImage, wrapText } from './share-image.ts'

const words = certificateWords(exampleCertificate, 'en')
const code = exampleCertificate.code
async function pictureOf(changes: object = {}, share: object = {}, seed = code) {
  const shown = { ...words, ...changes, share: { ...words.share, ...share } }
  return (await shareImage({ kind: 'share-image', code: seed, words: shown })).toString('base64')
}

describe('the picture of a certificate', () => {
  it.each<[string, object, object]>([
    ['the product', { product: 'Another' }, {}],
    ['the kilograms', { kg: '31' }, {}],
    ['the unit', { unit: 't' }, {}],
    ['the project', {}, { projects: ['Another'] }],
    ['a second project', {}, { projects: [...words.share.projects, 'Another'] }],
    ['the country', {}, { country: 'Kenya' }],
  ])('shows %s', async (_, changes, share) => {
    expect(await pictureOf(changes, share)).not.toBe(await pictureOf())
  })

  it('shows no name, and is always the same for a code', async () => {
    const named = certificateWords({ ...exampleCertificate, name: 'Another' }, 'en')
    expect(await pictureOf(named, named.share)).toBe(await pictureOf())
    expect(await pictureOf({}, {}, 'XXXXXXXXXXXXXXXX')).not.toBe(await pictureOf())
  })

  it('has the first of several projects on a line of its own, and the others on the next', async () => {
    const three = await pictureOf({}, { projects: ['20 kg · Wind', '6 kg · Sun', '4 kg · Water'] })
    const two = { projects: ['20 kg · Wind', '6 kg · Sun, 4 kg · Water'] }
    expect(await pictureOf({}, two)).toBe(three)
  })

  it('gives a long name of one project two lines, and one of several projects a single one', async () => {
    const style = { face: 'text', size: 34 } as const
    const long = 'Wind farm of the eastern hills and of all the villages around them'
    const lines = wrapText(long, 2, style)
    expect(lines).toHaveLength(2)
    expect(await pictureOf({}, { projects: [long] })).toBe(await pictureOf({}, { projects: lines }))
    const [cut = ''] = wrapText(long, 1, style)
    expect(cut).toMatch(/…$/)
    expect(await pictureOf({}, { projects: [long, 'Sun'] })).toBe(
      await pictureOf({}, { projects: [cut, 'Sun'] }),
    )
  })

  it('writes many kilograms smaller, within its margin', async () => {
    const many = await pictureOf({ kg: '1,234,567,890' })
    expect(many).not.toBe(await pictureOf({ kg: '1,234,567,891' }))
  })
})
