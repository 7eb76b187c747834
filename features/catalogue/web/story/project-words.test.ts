// Tests that the texts for translators match the registries' words, so that translations name the
// same type.
import { expect, test } from 'vitest'
import { texts } from '#web/texts.ts'
import { translationOf, typeName } from './project-words.ts'

test('an unknown type keeps its own words', () => {
  expect(typeName('Tidal')).toBe('Tidal')
  expect(translationOf('Tidal')).toBeUndefined()
})

test('each type is named by the registry’s words, and abbreviations are spelled out', () => {
  const names = Object.values(texts.project_types).map((name) => name())
  const found = names.filter((name) => translationOf(name) === name)
  expect(found.length).toBe(names.length - 2)
  expect(translationOf('A/R')).toBe('Afforestation and reforestation')
  expect(translationOf('PV')).toBe('Solar PV')
})

/** A country needs no translation. */
const marks = new Set(['MX', 'U.S.'])

// The registries' types of 2026; a mark after a dash names the market or the country.
test.each([
  ...['Forest Carbon', 'Ozone Depleting Substances', 'Refrigerants', 'Coal Mine Methane'],
  ...['Industrial Process Emissions', 'Transport / Fleet Efficiency', 'Orphaned Wells'],
  ...['Landfill Gas Capture & Combustion', 'Livestock Waste Management', 'Energy Efficiency'],
  ...['Agricultural Land Management', 'Renewable Energy', 'Carbon Capture & Storage (CCS)'],
  ...['Wetland Restoration', 'Fuel Switching', 'Wastewater Treatment'],
  'Industrial Gas Substitution',
])('ACR’s type %s has a name in every language', (type) => {
  expect(translationOf(type)).toBe(type)
})

test.each([
  ...['Forestry - MX', 'Improved Forest Management - ARB Compliance', 'Avoided Conversion'],
  ...['Improved Forest Management - WA ECO Compliance', 'Landfill Gas Capture/Combustion'],
  ...['Livestock - ARB Compliance', 'Livestock - MX', 'Livestock Gas Capture/Combustion'],
  ...['Ozone Depleting Substances - U.S. - ARB Compliance', 'Avoided Grassland Conversion'],
  ...['Mine Methane Capture - ARB Compliance', 'Reforestation - ARB Compliance', 'Biochar'],
  ...['Organic Waste Composting', 'Organic Waste Digestion', 'Low Carbon Cement'],
  ...['Nitric Acid N2O- Secondary Catalyst', 'Nitric Acid N2O- Tertiary Catalyst'],
  ...['Canada Grassland', 'Ozone Depleting Substances - Article 5 Imports', 'Adipic Acid'],
  ...['Conservation-Based Forest Management', 'Soil Enrichment', 'Nitrogen Management'],
  ...['Landfill - MX', 'Coal Mine Methane - VAM', 'Coal Mine Methane - Drainage'],
])('each part of CAR’s type %s has a name in every language', (type) => {
  const unnamed = type
    .split(' - ')
    .filter((part) => translationOf(part) !== part && !marks.has(part))
  expect(unnamed).toEqual([])
})
