// Lists people for the console, newest first: all, those of a search, or those who are blocked.
import type { PersonRow } from '#features/console/people/console-people-calls.ts'
import type { SortOf } from '#features/console/sorted-pages.ts'
import { peopleMax } from '#features/operations/inspect-person.ts'
import { type SearchServices, searchSubjects } from '#features/operations/search-subjects.ts'
import {
  type ConsolePage,
  consolePageAfter,
  consolePageOf,
  isBadKey,
  type PageQuery,
  uuidKeyOf,
} from '#features/staff/console-page.ts'
import type { Problem } from '#values/problem.ts'
import { isUuid } from '#values/text/uuid.ts'
import {
  blockedAmong,
  findBlockedSubjects,
  findNewestPeople,
  findOldestPeople,
  findPeopleById,
  personOnWire,
  type StoredPerson,
} from './person-rows.ts'

type PeopleQuery = PageQuery & {
  readonly q?: string | undefined
  readonly country?: string | undefined
  readonly blocked?: 'yes' | 'no' | undefined
  readonly sort?: SortOf<'created_at'> | undefined
}

/** Returns a page. A search returns at most 50 people. Problem: `bad_request` for an invalid key. */
export async function listConsolePeople(
  services: SearchServices,
  query: PeopleQuery,
): Promise<ConsolePage<PersonRow> | Problem<'bad_request'>> {
  const after = uuidKeyOf(query)
  if (isBadKey(after)) return after
  const { db, numbers } = services
  const { limit, blocked: wanted } = query
  const country = query.country?.toUpperCase() ?? null
  const isOldestFirst = query.sort === 'created_at'
  const few = await findFew(services, query)
  const people =
    few === null
      ? await (isOldestFirst ? findOldestPeople : findNewestPeople)(db, after, country, limit + 1)
      : (isOldestFirst ? few.toReversed() : few).filter(
          (each) => country === null || each.country === country,
        )
  const blocked = await blockedAmong(db, numbers, people)
  const isWanted = ({ id }: StoredPerson) =>
    wanted === undefined || blocked.has(id) === (wanted === 'yes')
  const keyOf = ({ id }: StoredPerson) => id
  const { rows, next } =
    few === null
      ? consolePageOf(people, limit, keyOf)
      : consolePageAfter(people.filter(isWanted), { limit, after }, keyOf)
  return { rows: rows.filter(isWanted).map((each) => personOnWire(each, blocked)), next }
}

/** Returns the people of a search or of earlier blocks; null if neither narrows the list. */
async function findFew(
  services: SearchServices,
  { q, blocked }: PeopleQuery,
): Promise<StoredPerson[] | null> {
  const { db } = services
  if (q !== undefined && q.trim() !== '') {
    const { people } = await searchSubjects(services, q, { byName: true })
    return findPeopleById(
      db,
      people.slice(0, peopleMax).map(({ id }) => id),
    )
  }
  if (blocked !== 'yes') return null
  const subjects = await findBlockedSubjects(db)
  return findPeopleById(db, subjects.map(({ id }) => id).filter(isUuid))
}
