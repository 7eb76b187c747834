// Tests which texts, addresses and goals an operator may set on a project.
import { expect, it } from 'vitest'
import { readEdit } from './project-edit.ts'

it('reads the given fields, and no other', () => {
  expect(readEdit({})).toEqual({})
  expect(
    readEdit({
      name: '  Rüzgâr 🌬️ of İzmir ',
      description: 'One.\r\n\r\nTwo.\n',
      image_url: 'https://Pictures.Example/a b.jpg'.replace(' ', '%20'),
      sdgs: '[13, 7, 13]',
    }),
  ).toEqual({
    name: 'Rüzgâr 🌬️ of İzmir',
    description: 'One.\n\nTwo.',
    image_url: 'https://pictures.example/a%20b.jpg',
    sdgs: [7, 13],
  })
  const rooted = 'https://pictures.example./1.jpg'
  expect(readEdit({ image_url: rooted })).toEqual({ image_url: rooted })
  expect(readEdit({ description: '', image_url: '', sdgs: '' })).toEqual({
    ...{ description: '', image_url: null, sdgs: [] },
  })
})

it.each([
  [{ name: ' ' }, /^name: is empty/],
  [{ name: 'x'.repeat(301) }, /^name: has more than 300/],
  [{ name: 'a\nb' }, /^name: has control characters/],
  [{ name: 'a\u202eb' }, /^name: has control characters/],
  [{ name: 'a\u0007b' }, /^name: has control characters/],
  [{ description: 'x'.repeat(10_001) }, /^description: has more than 10000/],
  [{ description: 'a\u001b[31m' }, /^description: has control characters/],
  [{ sdgs: '0' }, /^sdgs: is no list of goals from 1 to 17/],
  [{ sdgs: '7,18' }, /^sdgs: /],
  [{ sdgs: '7.5' }, /^sdgs: /],
  [{ sdgs: 'climate' }, /^sdgs: /],
  [{ name: '', sdgs: '99' }, /^name: is empty; sdgs: is no list/],
])('refuses %j', (texts, fault) => expect(readEdit(texts)).toMatch(fault))

it.each([
  'http://pictures.example/1.jpg',
  'javascript:alert(1)',
  'data:image/png;base64,AA',
  'pictures.example/1.jpg',
  'https://ada:secret@pictures.example/1.jpg',
  'https://ada@pictures.example/1.jpg',
  'https://127.0.0.1/1.jpg',
  'https://2130706433/1.jpg',
  'https://0x7f.1/1.jpg',
  'https://127.0.0.1./1.jpg',
  'https://8.8.8.8/1.jpg',
  'https://[::1]/1.jpg',
  'https://[2606:4700::1]/1.jpg',
  'https://localhost/1.jpg',
  'https://db.internal/1.jpg',
  'https://printer/1.jpg',
  'https://pictures.example/\u00071.jpg',
  'https://pictures.exam\nple/1.jpg',
  'https://pictures.example/a b.jpg',
  'https:\\\\pictures.example/1.jpg',
  `https://pictures.example/${'x'.repeat(2_000)}`,
])('refuses %j as the address of a picture', (image_url) => {
  expect(readEdit({ image_url })).toMatch(/^image_url: /)
})
