// Tests scene, kind and shown name of every project of the demonstration. `vitest run
// tests/demo-projects.test.ts -u` writes the list, which a person reads before it is committed.
import { readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { sceneOfProject } from '#features/catalogue/scene-rules.ts'
import { projectScenes, type SceneName } from '#values/lists/project-scenes.ts'
import { fold } from '#values/text/fold.ts'
import { shownProjectNames } from '#values/text/project-name.ts'

const row = z.object({
  external_id: z.string(),
  registry_name: z.string(),
  name: z.string(),
  country_code: z.string(),
  project_type: z.string().transform((text) => z.array(z.string()).parse(JSON.parse(text))),
  methodology: z.string(),
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

it('no two projects of the demonstration look and read the same: each name differs by itself', () => {
  // Small words, accents and signs tell no two projects apart.
  const read = names.map((name) =>
    fold(name).replace(/\b(?:an?|and|at|by|for|from|in|of|on|or|the|to|with)\b|[^\p{L}\d]/gu, ''),
  )
  expect(read.filter((name, index) => read.indexOf(name) !== index)).toEqual([])
})

/** Words of a name, with the scenes that may show them. Independent of the rules that choose the scene. */
const wordsOfScenes: readonly (readonly [RegExp, readonly SceneName[]])[] = [
  [/stoves?\b|cooking/i, ['cookstove']],
  [/\bsolar cooker/i, ['solarcooker']],
  [/\bsolar water heat/i, ['solarheater']],
  [
    /\bsolar\b/i,
    ['solar', 'solarcooker', 'solarheater', 'solarlamp', 'solarthermal', 'waterworks'],
  ],
  [/\bpv\b/i, ['solar']],
  [/\blight(s|ing|bulbs?)?\b|\blamps?\b/i, ['lighting', 'solarlamp']],
  [/waste ?water|palm oil|effluent/i, ['wastewater']],
  [
    /(safe|clean|drinking) water|\bmaji\b|borehole|water (filt|purif)/i,
    ['waterworks', 'cookstove'],
  ],
  [/\bwind ?(farm|park|power|energy|project)/i, ['wind']],
  [/hydro ?(power|electric)/i, ['hydro']],
  [/geo-?thermal/i, ['geothermal']],
  [/landfill|dump ?site/i, ['landfill', 'compost']],
  [/compost/i, ['compost']],
  [/manure|swine|\bpigs?\b|animal waste|poultry/i, ['manure']],
  [/bio-?gas|digester/i, ['biogas', 'wastewater']],
  [/coal[ -]mine/i, ['mine']],
  [/waste (gas )?heat|waste gas/i, ['wasteheat']],
  [/recycl/i, ['recycling']],
  [/mangrove|blue carbon/i, ['mangrove']],
  [/peat/i, ['peatland']],
  [/\brice\b/i, ['rice']],
  [/re-?forest|afforest|agroforest|\bredd\b|deforest/i, ['forest']],
  [/grassland|grazing/i, ['grassland', 'forest']],
  [/\bcows?\b|cattle|enteric/i, ['livestock']],
  [/biomass|bagasse|husk/i, ['biomass', 'cookstove', 'forest', 'home']],
  [/\bbus(es)?\b/i, ['bus']],
  [/electric (mobility|vehicle)|\bev\b/i, ['electriccar']],
  [/\bmetro\b|\btrains?\b/i, ['train']],
  [/shipping|\bhulls?\b/i, ['ship']],
]

it('no scene of the demonstration contradicts the words of its name', () => {
  const contradictions = projects.flatMap(({ name, scene, external_id }) =>
    wordsOfScenes
      .filter(([words, scenes]) => words.test(name) && !scenes.includes(scene))
      .map(([words]) => `${external_id} ${name}: ${scene}, but ${words.source}`),
  )
  expect(contradictions).toEqual([])
  for (const [words] of wordsOfScenes)
    expect(projects.some(({ name }) => words.test(name))).toBe(true)
})

it('misspelled words of registries are corrected in shown names alone', () => {
  const shownOf = (id: string) => projects.find(({ external_id }) => external_id === id)?.shown
  expect(['GS736', 'GS4441', 'GS3094', 'GS2466'].map(shownOf)).toEqual([
    'Gümüşköy 13.2 MW Geothermal Power Project, Turkey',
    'Babadere Geothermal Power Plant',
    'Usak Landfill Gas to Electricity Project, Turkey',
    'Reforestation in Mountainous Communities of Yunnan',
  ])
})

it('no shown name has an id, a part number or a registry’s term', () => {
  const raw =
    /\b(?:GS|VCS|R?VPA|CPA|PoA)[\s-]?\d|\b(?:PoA|CDM|VER|CER|LFG|CMM|AWMS|MSW|POME|GHG|HE?PP|IFM)\b|Programme of Activities|Project Activity|\bgrouped\b|\bbundled\b|\p{L}{3}-\d{1,2}$/iu
  expect(names.filter((name) => raw.test(name))).toEqual([])
})
