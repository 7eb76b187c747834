import { expect, it } from 'vitest'
import { isPlainName, resembledRegistry } from './resembled-registry.ts'

it.each([
  ['GS', 'G S'],
  ['GS', 'Gold-Standard'],
  ['GS', 'GS1'],
  ['VCS', 'VERRA'],
  ['VCS', 'VCS2'],
  ['VCS', 'V.C.S.'],
  ['VCS', 'ＶＣＳ'],
  ['ACR', 'АСR'],
  ['CAR', 'Climate Action Res.'],
  ['CDM', 'cdm'],
  ['CDM', 'CDM Registry'],
  ['VCS', 'VC5'],
  ['VCS', 'v-c-s'],
  ['VCS', 'Vеrra'],
  ['VCS', 'VERR4'],
  ['VCS', 'Vérra'],
  ['VCS', 'Verra_VCS'],
  ['VCS', 'Verified Carbon Std.'],
  ['VCS', 'VCU'],
  ['GS', 'G0LD STANDARD'],
  ['GS', 'Go1d Standard'],
  ['GS', 'GoId-Standart'],
  ['GS', 'GЅ'],
  ['GS', 'G5'],
  ['GS', 'The Gold Standard Foundation'],
  ['ACR', 'A C R'],
  ['ACR', '4CR'],
  ['ACR', 'American  Carbon-Registry'],
  ['ACR', 'Amer1can Carb0n'],
  ['CAR', 'CАR'],
  ['CAR', 'CLIMATE_ACTION_RESERVE'],
  ['CDM', 'C.D.M'],
  ['CDM', 'UNFCCC'],
])('takes %s for the registry that %s means', (registry, name) => {
  expect(resembledRegistry(name)).toBe(registry)
})

it.each(
  Object.entries({
    VCS: 'VCSRegistry, OurVCS, VCUs, VCSX, xvcs, VVCS, Vera, Verrra, Verta, Werra, Verified Carb Std',
    GS: 'GsRegistry, gsregistry, GoldStd, goldstnd, Gold Std, Golden Standard, VERs, GSVER, GS Units',
    CDM: 'CERs, CER, CDMregistry, UNFCC, Clean Dev Mechanism, CleanDev',
    ACR: 'ERTs, ACRregistry, American Carb Registry',
    CAR: 'CarRegistry, CRT Units, Climate Res, ClimateAct',
  }),
)('takes joined, abbreviated and misspelled names for %s: %s', (registry, names) => {
  expect(names.split(', ').filter((name) => resembledRegistry(name) !== registry)).toEqual([])
})

it.each([
  ...['BCR', 'Puro.earth', 'ART TREES', 'Isometric', 'CARBONMARK', 'ICR', 'GCC', 'Cercarbono'],
  ...['EcoRegistry', 'Carbon Registry', 'Terra Carbon', 'TerraPass', 'Sierra', 'Social Carbon'],
  ...['Plan Vivo', 'UK Woodland Carbon', 'Climate Forward', 'Goldstone', 'Label bas-carbone'],
  ...['Global Carbon Council', 'Nori', 'Riverse', 'Gold Coast Carbon', 'BioCarbon', 'Rainbow'],
  ...['T-VER', 'Clean Air Registry', 'Vermont', 'JCM', 'Kings Carbon', 'J-Credit', 'CCER'],
])('leaves %s a registry of its own', (name) => {
  expect(resembledRegistry(name)).toBeNull()
})

it('takes only Latin letters for a plain name', () => {
  expect(
    ['BCR', 'Label bas-carbone', 'Registro Único', 'Łąka 2', "L'Éco (FR)"].every(isPlainName),
  ).toBe(true)
  expect(['ВCR', 'ᏴCR', 'ＢCR', 'B\u200BCR', 'ɢold', ''].some(isPlainName)).toBe(false)
})
