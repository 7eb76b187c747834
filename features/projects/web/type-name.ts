// What a project's types are called in the person's language. They come in the registries' own
// English words, by which people filter; a type that is not known here stays as it came.
import { locale, texts } from '#web/texts.ts'

export const typeNames: Readonly<Record<string, () => string>> = {
  'Energy industries (renewable/non-renewable sources)': texts.projects_type_energy_industries,
  'Energy Efficiency': texts.projects_type_energy_efficiency,
  'Energy demand': texts.projects_type_energy_demand,
  'Energy distribution': texts.projects_type_energy_distribution,
  Domestic: texts.projects_type_domestic,
  'Agriculture Forestry and Other Land Use': texts.projects_type_land_use,
  'A/R': texts.projects_type_afforestation,
  Electricity: texts.projects_type_electricity,
  Heat: texts.projects_type_heat,
  Cogeneration: texts.projects_type_cogeneration,
  Biogas: texts.projects_type_biogas,
  'Biomass, or Liquid Biofuel': texts.projects_type_biomass,
  'Solar Thermal': texts.projects_type_solar_thermal,
  PV: texts.projects_type_pv,
  Wind: texts.projects_type_wind,
  'Small, Low - Impact Hydro': texts.projects_type_small_hydro,
  Geothermal: texts.projects_type_geothermal,
  'Waste handling and disposal': texts.projects_type_waste,
  'Livestock, enteric fermentation, and manure management': texts.projects_type_livestock,
  Transport: texts.projects_type_transport,
  'Transport Sector': texts.projects_type_transport_sector,
  'Fugitive emissions from fuels (solid, oil and gas)': texts.projects_type_fugitive,
  'Mining/mineral production': texts.projects_type_mining,
  Industrial: texts.projects_type_industrial,
  'Manufacturing industries': texts.projects_type_manufacturing,
  Other: texts.projects_type_other,
}

export function typeName(type: string): string {
  return locale === 'en' ? type : (typeNames[type]?.() ?? type)
}
