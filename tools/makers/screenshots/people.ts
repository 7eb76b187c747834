// Creates the users of the pictures by the product's own calls: a regular user, friends on the leaderboards,
// and receivers of gifts.
import type { Batch } from '#features/catalogue/catalogue-calls.ts'
import { largeBatch } from '#tests/support/people/checkout.ts'
import { newPhone, Person } from '#tests/support/people/person.ts'
import { claim, giveByCard, newAchiever, rewardsOf } from '#tests/support/people/rewards.ts'

export type People = Awaited<ReturnType<typeof seedPeople>>

const friends = [
  ['Priya Raman', 2_400],
  ['Jonas', 960],
  ['Wilhelmina van der Berg', 640],
  ['Tom', 180],
  ['Zoë', 120],
  ['Marguerite', 12],
] as const

const note = 'For the long drive to the coast, and all the coffee on the way.'

const setNickname = (person: Person, nickname: string) =>
  person.call('PATCH', '/api/profile', { nickname })

/** Returns at most 4 batches of different projects, in pounds and with at least 5,000 kg left. */
function differentProjects(batches: readonly Batch[]): readonly Batch[] {
  const plenty = batches.filter((each) => each.currency === 'GBP' && each.kg_available >= 5_000)
  return [...new Map(plenty.map((each) => [each.project_id, each])).values()].slice(0, 4)
}

export async function seedPeople(url: string) {
  const regular = await new Person(url, newPhone()).signIn()
  const batches: readonly Batch[] = (await regular.get('/api/batches')).body
  const large = largeBatch(batches)
  await setNickname(regular, 'Ada Lovelace')
  const purchaseIds: string[] = []
  for (const [index, batch] of differentProjects(batches).entries()) {
    purchaseIds.push(await regular.buyByCard(batch, [640, 120, 100, 100][index] ?? 100))
  }
  for (const [nickname, kg] of friends) {
    const friend = await new Person(url, newPhone()).signIn()
    await setNickname(friend, nickname)
    await friend.buyByCard(large, Math.max(kg, 100))
    await giveByCard(regular, large, 20, friend.phone)
    if (kg === 640) await giveByCard(friend, large, 40, regular.phone, { note })
  }
  const [reward] = await rewardsOf(regular)
  if (reward) await claim(regular, reward)
  const [tx_id] = purchaseIds
  const certificate = await regular.post('/api/certificates', { tx_id, name: 'Ada Lovelace' })
  return {
    /** A user with kilograms of several projects, sent and received gifts, stamps, rewards and a name. */
    regular,
    /** Id of a project with enough stock. */
    project: large.project_id,
    /** Path of the page of a certificate of the regular user. */
    certificate: new URL(certificate.body.url).pathname,
    /** Creates a user with rewards to claim. */
    rewarded: async () => (await newAchiever(url, large)).me,
    /** Creates a user with an unopened gift that has a note. */
    async gifted() {
      const person = await new Person(url, newPhone()).signIn()
      await giveByCard(regular, large, 40, person.phone, { note })
      return person
    },
  }
}
