// Writes, by column, the SQL that merges a row of an import into a known project
// (import-queries.ts). The statement's second value decides whether it overwrites fields that an
// operator set by hand.
import type { EditableField } from '../offers/project-edit.ts'

/** A project with demonstration batches stays marked as such, whichever import updates it. */
const staysDemo = `(excluded.is_demo or exists (
       select from batches b where b.project_id = projects.id and b.is_demo))`
/** An empty cell, or a missing column, leaves a known project unchanged. */
const stated = (column: string, empty: string) =>
  `case when excluded.${column} ${empty} then projects.${column} else excluded.${column} end`
/** A field that an operator set by hand stays, unless the import overwrites it. */
const ofOperator = (column: EditableField, value: string) =>
  `case when '${column}' = any(projects.edited_fields) and not $2::boolean
     then projects.${column} else ${value} end`
/** Whether a file states an editable column. */
const isStated = {
  name: 'true',
  description: `excluded.description <> ''`,
  image_url: 'excluded.image_url is not null',
  sdgs: `excluded.sdgs <> '{}'`,
} as const satisfies Record<EditableField, string>
const statedFields = Object.entries(isStated)
  .map(([column, condition]) => `case when ${condition} then '${column}' end`)
  .join(', ')
/** The merged value of each column. */
const merged = {
  registry_name: 'excluded.registry_name',
  external_url: stated('external_url', 'is null'),
  name: ofOperator('name', 'excluded.name'),
  image_url: ofOperator('image_url', stated('image_url', 'is null')),
  description: ofOperator('description', stated('description', `= ''`)),
  country: `case when excluded.country = 'ZZ' then projects.country else excluded.country end`,
  country_name: `case when excluded.country = 'ZZ' then projects.country_name else excluded.country_name end`,
  developer: stated('developer', 'is null'),
  status: 'excluded.status',
  unlisted_status: 'excluded.unlisted_status',
  project_type: stated('project_type', `= '{}'`),
  sdgs: ofOperator('sdgs', stated('sdgs', `= '{}'`)),
  raw_data: 'projects.raw_data || excluded.raw_data',
  is_demo: staysDemo,
  edited_fields: `case when $2::boolean
     then array(select field from unnest(projects.edited_fields) as field
       where field <> all(array_remove(array[${statedFields}], null)))
     else projects.edited_fields end`,
} as const
export const mergedNames = Object.keys(merged).join(', ')
export const mergedValues = Object.values(merged).join(', ')
/** Returns the same columns of a table. */
export const namesOf = (table: string) =>
  Object.keys(merged)
    .map((column) => `${table}.${column}`)
    .join(', ')
