// Tests that a national number means the person in the seller's country first, and then one of another country.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newPhone, Person } from '#tests/support/people/person.ts'
import { startTestApp, startTestAppBeside, type TestApp } from '#tests/support/test-app.ts'
import { isProblem } from '#values/problem.ts'
import { findOneNumber, findOnePerson } from './find-one-person.ts'
import { searchSubjects } from './search-subjects.ts'

let french: TestApp
let plain: TestApp
/** The same national number, of a person in France and of one in the Netherlands. */
let inFrance: Person
let inHolland: Person
let national: string
beforeAll(async () => {
  french = await startTestApp({ SELLER_COUNTRY: 'FR' })
  plain = await startTestAppBeside(french)
  const digits = newPhone().slice(-8)
  national = `06${digits}`
  inFrance = await new Person(french.url, `+336${digits}`).signIn()
  inHolland = await new Person(french.url, `+316${digits}`).signIn()
})
afterAll(async () => {
  await plain.close()
  await french.close()
})

const found = async ({ services }: TestApp, text: string) =>
  (await searchSubjects(services, text, { byName: false })).people.map(({ id }) => id)

describe('a national number', () => {
  it('means the person in the seller’s country', async () => {
    expect(await found(french, national)).toEqual([inFrance.id])
    expect(await findOnePerson(french.services, national)).toMatchObject({
      passportId: inFrance.id,
    })
  })

  it('means people of all countries of the table without a seller’s country', async () => {
    expect((await found(plain, national)).sort()).toEqual([inFrance.id, inHolland.id].sort())
    const person = await findOnePerson(plain.services, national)
    expect(isProblem(person) && person.problem).toBe('several_people')
  })

  it('means a person of another country if the seller’s has none', async () => {
    const digits = newPhone().slice(-8)
    const other = await new Person(french.url, `+447${digits}0`).signIn()
    expect(await found(french, `07${digits}0`)).toEqual([other.id])
  })

  it('of no member is the seller’s country’s', async () => {
    const number = await findOneNumber(french.services, '06 98 76 54 32')
    const numberHash = french.services.numbers.hashOf('+33698765432')
    expect(number).toEqual({ passportId: null, numberHash })
  })
})
