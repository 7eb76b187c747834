// Tests scene, kind and shown name of every project of the demonstration. `vitest run
// tests/demo-projects.test.ts -u` writes the list, which a person reads before it is committed.
import { readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { sceneOfProject } from '#features/catalogue/scene-rules.ts'
import { projectScenes } from '#values/lists/project-scenes.ts'
import { fold } from '#values/text/fold.ts'
import { shownProjectNames } from '#values/text/project-name.ts'

const row = z.object({
  external_id: z.string(),
  registry_name: z.string(),
  name: z.string(),
  country_code: z.string(),
  project_type: z.string().transform((text) => z.array(z.string()).parse(JSON.parse(text))),
  methodology: z.string(),
  description: z.string(),
})
const rows = z
  .array(row)
  .parse(parse(readFileSync('database/demo-catalogue/projects.csv', 'utf8'), { columns: true }))
const names = shownProjectNames(
  rows.map(({ name, registry_name, external_id }) => {
    return { name, registryName: registry_name, externalId: external_id }
  }),
)
const projects = rows.map((project, index) => {
  const scene = sceneOfProject({ ...project, types: project.project_type })
  return { ...project, scene, kind: projectScenes[scene], shown: names[index] ?? '' }
})

it('every project of the demonstration has the scene, kind and name of the reviewed list', async () => {
  const lines = projects
    .map(({ scene, kind, shown, country_code, external_id }) => {
      return `| ${scene} | ${kind} | ${shown} | ${country_code} | ${external_id} |`
    })
    .toSorted()
  const text = [
    '# Scenes, kinds and shown names',
    '',
    'Written from the code by `tests/demo-projects.test.ts`. No scene may contradict its name.',
    '',
    '| Scene | Kind | Shown name | Country | Project |',
    '|---|---|---|---|---|',
    ...lines,
    '',
  ].join('\n')
  await expect(text).toMatchFileSnapshot('../database/demo-catalogue/shown-projects.md')
})

it('no two projects of the demonstration have the same name', () => {
  const folded = names.map(fold)
  expect(folded.filter((name, index) => folded.indexOf(name) !== index)).toEqual([])
})

it('no shown name has an id, a part number or a registry’s term', () => {
  const raw =
    /\b(?:GS|VCS|R?VPA|CPA|PoA)[\s-]?\d|\b(?:PoA|CDM|VER|CER|LFG|CMM|AWMS|MSW|POME|GHG|HE?PP|IFM)\b|Programme of Activities|Project Activity|\bgrouped\b|\bbundled\b|\p{L}{3}-\d{1,2}$/iu
  expect(names.filter((name) => raw.test(name))).toEqual([])
})
