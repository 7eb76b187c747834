// Maps rows of the catalogue to API objects. It converts prices to units of their currency, and puts the
// registry's other facts into `raw_data`. Pure, with texts that are read once.
import { z } from 'zod'
import { publicPageAddress } from '#providers/registries/projects/registry-links.ts'
import { textIn } from '#texts/text-in.ts'
import { knownScene } from '#values/lists/project-scenes.ts'
import { projectStatuses } from '#values/lists/project-statuses.ts'
import { microsToUnits } from '#values/money/money.ts'
import { isoWeek, weekLabel } from '#values/text/iso-week.ts'
import type { Batch, Project, ProjectSummary, WeeklyPurchase } from './catalogue-calls.ts'
import type { BatchRow, ProjectRow, SummaryRow } from './catalogue-queries.ts'

const facts = z.record(z.string(), z.unknown())
const status = z.enum(projectStatuses)

/** Returns a project as lists contain it. Its `raw_data` has only `sdgs` and `is_demo`. */
export function summaryOnWire(row: SummaryRow): ProjectSummary {
  return {
    id: row.id,
    name: row.name,
    shown_name: row.shown_name,
    scene: row.scene,
    image_url: row.image_url,
    country: row.country,
    status: status.parse(row.status),
    registry_name: row.registry_name,
    project_type: row.project_type,
    batch_count: row.batch_count,
    total_kg: row.total_kg,
    available_kg: row.available_kg,
    external_id: row.external_id,
    external_url: row.external_url ?? publicPageAddress(row.registry, row.external_id),
    raw_data: { sdgs: row.sdgs, is_demo: row.is_demo },
    price_from:
      row.price_micros === null || row.price_currency === null
        ? null
        : { price_per_kg: microsToUnits(row.price_micros), currency: row.price_currency },
  }
}

export function projectOnWire(
  row: ProjectRow,
  batches: readonly BatchRow[],
  weeks: readonly { readonly week_start: string; readonly sold_kg: number }[],
): Project {
  const { sdgs, is_demo, country_name, developer } = row
  return {
    ...summaryOnWire(row),
    raw_data: { ...facts.parse(row.raw_data), sdgs, is_demo, country_name, developer },
    description: row.description || generalDescription(row.scene),
    is_described: row.description !== '',
    is_offered: row.is_offered,
    batches: batches.map(batchOnWire),
    weeklyPurchases: weeks.map(
      ({ week_start, sold_kg }): WeeklyPurchase => ({
        week: weekLabel(isoWeek(new Date(week_start))),
        purchased_kg: sold_kg,
      }),
    ),
  }
}

/** Returns what projects of a scene do and how they lower emissions, in English as all texts of the API. */
function generalDescription(scene: string): string {
  const known = knownScene(scene)
  return `${textIn('en', `project_works_${known}`)}\n${textIn('en', `project_effects_${known}`)}`
}

/**
 * Returns a batch. It renames three columns and copies all others, so the row must not have columns that the
 * API lacks.
 */
export function batchOnWire({
  price_micros,
  available_kg,
  issued_kg,
  ...sameColumns
}: BatchRow): Batch {
  const price_per_kg = microsToUnits(price_micros)
  return { ...sameColumns, price_per_kg, kg_available: available_kg, amount_kg: issued_kg }
}
