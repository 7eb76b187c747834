// Lists the columns that a file of batches may have. A file with any other column is refused, because no
// list of words finds every way to say that units may not be sold.
import { columnKey, foldedWords } from '#providers/registries/tables/column-words.ts'

const wordsIn = (list: string) => list.trim().split(/,\s+/)

/** Columns that batch-file.ts reads. */
const readColumns = wordsIn(`
  registry, external project id, project name, developer, country, country code, project type,
  methodology, vintage year, serial number, quantity tco2e, quantity kg, status, issuance date, sdgs,
  name, price per kg, currency
`)

/** Names, places, methods and texts about a project. Their cells may contain any word. */
const projectColumns = wordsIn(`
  project id, id, gsid, gs id, vcs id, sustaincert id, registry internal id, registry name, project url,
  external url, sustaincert url, project developer, project developers, proponent, project proponent,
  project owner, programme of activities, program of activities, poa gsid, poa project id, poa project name,
  poa project sustaincert id, country area, region, location, project location, project site location,
  project site state, project site country, latitude, longitude, protocol, protocol version,
  protocol and version, methodologies, methodology version, methodology protocol,
  methodology protocol version, project methodology protocol, sector, sectoral scope, type raw,
  afolu activities, size, verification body, verifier, validator, vvb, description,
  gsf standards version, sdg, sdg impact, sustainable development goals
`)

/** Columns of the registries' exports. unsellable-cells.ts and unit-facts.ts check their cells. */
const checkedColumns = wordsIn(`
  product, product name, product type, gs product, unit, units, unit type, type of unit, carbon unit type,
  instrument, instrument type, carbon stream, credit type, label, labels, additional certifications,
  corsia, corsia eligible, corsia qualified, corsia eligibility, eligible for corsia,
  eligible for corsia 2021 2023 compliance period, eligible for corsia 2024 2026 compliance period,
  ccp, ccp eligible, ccp label, icvcm ccp eligible, eligible for ccp, arb eligible, ecology eligible,
  corresponding adjustment, reduction removal, removal, verified removal, reversible non reversible,
  activity area type, state,
  status raw, status date, credit status, unit status, batch status, block status, issuance status,
  registry status, retirement status, cancellation status, project status, reason,
  retired, is retired, cancelled, canceled, is cancelled, is canceled, retirement date, date retired,
  retired on, retired at, cancellation date, cancelled on, canceled on, cancelled at, canceled at,
  date cancelled, date canceled, retirement cancellation date, retirement reason, retirement details,
  retirement reason details, cancellation type, cancellation reason, cancellation details, beneficiary,
  beneficiaries, retirement beneficiary, retirement beneficiaries, beneficial owner, on behalf of,
  retired on behalf of, retired by, retiree, using entity, quantity retired, quantity cancelled,
  available, is available, for sale, active, is active, issued, is issued, tradable, remaining,
  available quantity, quantity available, quantity issued,
  quantity, total vintage quantity, quantity of credits, quantity of offset credits, total quantity issued,
  total credits issued, total offset credits issued, credits issued total, estimated annual credits,
  estimated annual emission reductions, tonnes,
  vintage, vintage start, vintage end, vintage start date, vintage end date, vintage period,
  vintage assignment period start date, vintage assignment period end date, period start, period end,
  monitoring start, monitoring end, monitoring start date, monitoring end date, monitoring period,
  monitoring period start, monitoring period end, monitoring period start date, monitoring period end date,
  reporting period, reporting period start, reporting period end, reporting period start date,
  reporting period end date, crediting period, crediting periods, crediting period start,
  crediting period end, crediting period start date, crediting period end date,
  date issued, date issued gmt, issued on, issue date, verification date,
  credit serial numbers, offset credit serial numbers, holding id,
  project registration date, as of, created at, updated at
`)

const unchecked: ReadonlySet<string> = new Set([...readColumns, ...projectColumns])
const wordsByKey = new Map(
  [...unchecked, ...checkedColumns].map((words) => [columnKey(words), words]),
)

/** Returns true for a listed column, in any case, with any blanks, accents and punctuation. */
export function isKnownColumn(name: string): boolean {
  return wordsByKey.has(columnKey(name))
}

/** Returns the words of a column's name. Spellings of a listed column have the same words. */
export function wordsOfColumn(name: string): string {
  return wordsByKey.get(columnKey(name)) ?? foldedWords(name)
}

/** Returns true if other code reads the cells of a column with these words, or they may contain any word. */
export function mayHoldAnyWord(words: string): boolean {
  return unchecked.has(words)
}
