// Builds the SQL that merges a row of an import into a known project (import-queries.ts). If parameter $2
// of the statement is true, it also replaces fields that an operator has set.
import type { EditableField } from '../offers/project-edit.ts'

/** SQL condition: the project is a demonstration in the file, or has a batch of a demonstration. */
const isDemo = `(excluded.is_demo or exists (
       select from batches b where b.project_id = projects.id and b.is_demo))`
/** Returns SQL that keeps the stored value if the file's cell is empty or its column is missing. */
const unlessEmpty = (column: string, empty: string) =>
  `case when excluded.${column} ${empty} then projects.${column} else excluded.${column} end`
/** Returns SQL that keeps a field that an operator has set, unless $2 is true. */
const unlessEdited = (column: EditableField, value: string) =>
  `case when '${column}' = any(projects.edited_fields) and not $2::boolean
     then projects.${column} else ${value} end`
/** SQL conditions by editable column: true if the file states a value. */
const isStated = {
  name: 'true',
  description: `excluded.description <> ''`,
  image_url: 'excluded.image_url is not null',
  sdgs: `excluded.sdgs <> '{}'`,
} as const satisfies Record<EditableField, string>
const statedFields = Object.entries(isStated)
  .map(([column, condition]) => `case when ${condition} then '${column}' end`)
  .join(', ')
/** SQL of the merged value, by column. */
const mergedColumns = {
  registry_name: 'excluded.registry_name',
  external_url: unlessEmpty('external_url', 'is null'),
  name: unlessEdited('name', 'excluded.name'),
  image_url: unlessEdited('image_url', unlessEmpty('image_url', 'is null')),
  description: unlessEdited('description', unlessEmpty('description', `= ''`)),
  country: `case when excluded.country = 'ZZ' then projects.country else excluded.country end`,
  country_name: `case when excluded.country = 'ZZ' then projects.country_name else excluded.country_name end`,
  developer: unlessEmpty('developer', 'is null'),
  status: 'excluded.status',
  unlisted_status: 'excluded.unlisted_status',
  project_type: unlessEmpty('project_type', `= '{}'`),
  sdgs: unlessEdited('sdgs', unlessEmpty('sdgs', `= '{}'`)),
  raw_data: 'projects.raw_data || excluded.raw_data',
  is_demo: isDemo,
  edited_fields: `case when $2::boolean
     then array(select field from unnest(projects.edited_fields) as field
       where field <> all(array_remove(array[${statedFields}], null)))
     else projects.edited_fields end`,
} as const
export const mergedNames = Object.keys(mergedColumns).join(', ')
export const mergedValues = Object.values(mergedColumns).join(', ')
/** Returns the merged columns, qualified with a table's name. */
export const namesOf = (table: string) =>
  Object.keys(mergedColumns)
    .map((column) => `${table}.${column}`)
    .join(', ')
