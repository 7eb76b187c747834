// Searches everything that a member of staff may read: people, purchases, the catalogue and programmes.
import { listConsoleBatches } from '#features/console/catalogue/console-batches.ts'
import { listProjectsOfConsole } from '#features/console/catalogue/console-projects.ts'
import { type ConsoleServices, providerWaitMs } from '#features/console/console-services.ts'
import {
  readProgrammes,
  visibleProgrammes,
} from '#features/console/programmes/console-programmes.ts'
import { readRows } from '#features/console/purchases/list-console-purchases.ts'
import type { Hit } from '#features/console/search/search-calls.ts'
import { maskedPhoneOf, shownPersonOf } from '#features/console/shown-person.ts'
import { type Subjects, searchWithProvider } from '#features/operations/search-subjects.ts'
import type { ConsolePage } from '#features/staff/console-page.ts'
import type { Db } from '#platform/database/database.ts'
import { within } from '#platform/within.ts'
import type { CardProvider } from '#providers/cards/card-provider.ts'
import { isProblem, type Problem, problem } from '#values/problem.ts'
import { mayRead } from '#values/staff/roles.ts'
import { searchableText } from '#values/text/fold.ts'

/** Maximum numbers of hits: of each kind, together at most 50. */
const peopleMax = 15
const purchasesMax = 15
const otherMax = 6
/** Seconds after which a search that needs the card provider may be repeated. */
const retrySeconds = 5

/**
 * Returns at most 50 hits: purchases by id first, then people, programmes, projects and batches. Problem:
 * `unavailable` if only the card provider knows an id, and does not answer.
 */
export async function searchConsole(
  services: ConsoleServices,
  roles: readonly string[],
  text: string,
): Promise<Hit[] | Problem<'unavailable'>> {
  const { db } = services
  const trimmed = text.trim()
  if (trimmed === '') return []
  const [subjects, programmes, catalogue] = await Promise.all([
    subjectHits(services, roles, trimmed),
    visibleProgrammes(roles) === 'all' ? programmeHits(db, roles, trimmed) : [],
    mayRead(roles, 'catalogue') ? catalogueHits(db, trimmed) : [],
  ])
  return isProblem(subjects) ? subjects : [...subjects, ...programmes, ...catalogue]
}

async function subjectHits(
  services: ConsoleServices,
  roles: readonly string[],
  text: string,
): Promise<Hit[] | Problem<'unavailable'>> {
  const [readsPeople, readsPurchases] = [mayRead(roles, 'people'), mayRead(roles, 'purchases')]
  if (!readsPeople && !readsPurchases) return []
  const subjects = await searchWithProvider(services, text, (id) => findNamed(services.cards, id))
  if (subjects === 'no answer') {
    const error = 'The card provider does not answer now. Please try again in a moment.'
    return problem('unavailable', { text: error, retryAfterSeconds: retrySeconds })
  }
  return [
    ...(readsPurchases ? await purchaseHits(services.db, subjects) : []),
    ...(readsPeople ? subjects.people.slice(0, peopleMax).map(personHit) : []),
  ]
}

/** Returns the provider's payment; `no answer` if it does not reply in time. */
async function findNamed(cards: CardProvider, id: string) {
  const finding = cards.findNamed(id).then(
    (payment) => ({ payment }),
    () => null,
  )
  const found = await within(providerWaitMs, finding)
  return found === null ? 'no answer' : found.payment
}

async function purchaseHits(db: Db, { purchases }: Subjects): Promise<Hit[]> {
  const ids = purchases.slice(0, purchasesMax).map(({ id }) => id)
  const rows = await readRows(db, ids)
  return rows.map(({ tx_id, quantity_kg, total, currency, status }) => ({
    kind: 'purchase',
    id: tx_id,
    title: tx_id,
    detail: `${quantity_kg} kg, ${total.toFixed(2)} ${currency}, ${status}`,
  }))
}

function personHit(person: Subjects['people'][number]): Hit {
  const { id, country, created_at, parked_at } = person
  const phone = maskedPhoneOf(person) ?? (parked_at === null ? 'deleted' : 'without a number')
  const since = created_at.toISOString().slice(0, 10)
  return {
    kind: 'person',
    id,
    title: shownPersonOf(person) ?? 'No name',
    detail: `${phone}, ${country}, since ${since}`,
  }
}

async function programmeHits(db: Db, roles: readonly string[], text: string): Promise<Hit[]> {
  const searched = searchableText(text)
  const programmes = await readProgrammes(db, roles)
  return programmes
    .filter(({ id, name }) => id.includes(searched) || searchableText(name).includes(searched))
    .slice(0, otherMax)
    .map(({ id, name, state }) => ({
      kind: 'programme',
      id,
      title: name,
      detail: `${id}, ${state}`,
    }))
}

async function catalogueHits(db: Db, text: string): Promise<Hit[]> {
  const query = { q: text, limit: otherMax }
  const [projects, batches] = await Promise.all([
    listProjectsOfConsole(db, query),
    listConsoleBatches(db, query),
  ])
  return [
    ...rowsOf(projects).map(
      ({ id, shown_name, registry, registry_id, country, available_kg }): Hit => ({
        kind: 'project',
        id,
        title: shown_name,
        detail: `${registry} ${registry_id}, ${country}, ${forSale(available_kg)}`,
      }),
    ),
    ...rowsOf(batches).map(
      ({ id, serial_number, project, offer, available_kg }): Hit => ({
        kind: 'batch',
        id,
        title: serial_number,
        detail: `${project}, ${offer === 'offered' ? forSale(available_kg) : offer}`,
      }),
    ),
  ]
}

/** Returns the rows of a first page, whose key is always valid. */
function rowsOf<Row>(page: ConsolePage<Row> | Problem): readonly Row[] {
  return isProblem(page) ? [] : page.rows
}

const forSale = (kg: number) => `${kg.toLocaleString('en-GB')} kg for sale`
