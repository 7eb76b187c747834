// Translates a project's types into the user's language. Registries state them in English; an unknown
// type stays unchanged.
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
  // American registries: ACR and CAR.
  'Forest Carbon': texts.projects_type_forest_carbon,
  'Ozone Depleting Substances': texts.projects_type_ozone,
  Refrigerants: texts.projects_type_refrigerants,
  'Coal Mine Methane': texts.projects_type_coal_mine_methane,
  'Industrial Process Emissions': texts.projects_type_process_emissions,
  'Transport / Fleet Efficiency': texts.projects_type_fleet,
  'Orphaned Wells': texts.projects_type_orphaned_wells,
  'Landfill Gas Capture & Combustion': texts.projects_type_landfill_gas_acr,
  'Livestock Waste Management': texts.projects_type_livestock_waste,
  'Agricultural Land Management': texts.projects_type_farmland,
  'Renewable Energy': texts.projects_type_renewable,
  'Carbon Capture & Storage (CCS)': texts.projects_type_ccs,
  'Wetland Restoration': texts.projects_type_wetland,
  'Fuel Switching': texts.projects_type_fuel_switching,
  'Wastewater Treatment': texts.projects_type_wastewater,
  'Industrial Gas Substitution': texts.projects_type_gas_substitution,
  Forestry: texts.projects_type_forestry,
  'Improved Forest Management': texts.projects_type_improved_forest,
  'Conservation-Based Forest Management': texts.projects_type_conserved_forest,
  Reforestation: texts.projects_type_reforestation,
  'Avoided Conversion': texts.projects_type_avoided_conversion,
  'Avoided Grassland Conversion': texts.projects_type_avoided_grassland,
  'Canada Grassland': texts.projects_type_canada_grassland,
  Landfill: texts.projects_type_landfill,
  'Landfill Gas Capture/Combustion': texts.projects_type_landfill_gas_car,
  Livestock: texts.projects_type_livestock_only,
  'Livestock Gas Capture/Combustion': texts.projects_type_livestock_gas,
  'Mine Methane Capture': texts.projects_type_mine_methane,
  VAM: texts.projects_type_mine_ventilation,
  Drainage: texts.projects_type_mine_drainage,
  Biochar: texts.projects_type_biochar,
  'Organic Waste Composting': texts.projects_type_composting,
  'Organic Waste Digestion': texts.projects_type_digestion,
  'Low Carbon Cement': texts.projects_type_cement,
  'Nitric Acid N2O- Secondary Catalyst': texts.projects_type_nitric_acid_2,
  'Nitric Acid N2O- Tertiary Catalyst': texts.projects_type_nitric_acid_3,
  'Adipic Acid': texts.projects_type_adipic_acid,
  'Soil Enrichment': texts.projects_type_soil,
  'Nitrogen Management': texts.projects_type_nitrogen,
  'Article 5 Imports': texts.projects_type_ozone_imports,
  'ARB Compliance': texts.projects_type_arb,
  'WA ECO Compliance': texts.projects_type_wa_eco,
}

/** Translates a type. Each part of CAR's `Livestock - ARB Compliance` (type, market) has a translation. */
export function typeName(type: string): string {
  if (locale === 'en') return type
  const whole = typeNames[type]
  if (whole) return whole()
  return type
    .split(' - ')
    .map((part) => typeNames[part]?.() ?? part)
    .join(' - ')
}
