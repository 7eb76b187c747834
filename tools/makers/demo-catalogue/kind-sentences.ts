// Describes each kind of project and how it reduces emissions, in our own words. Only general
// truths are allowed, since no registry has confirmed them for a project.
import type { ProjectKind } from './registry-project-kind.ts'

export type KindSentences = {
  /** After a name in the singular: `Enercon builds wind turbines`. */
  readonly does: string
  /** After `plans to`. */
  readonly todo: string
  readonly how: readonly [string, ...string[]]
}

export const sentencesByKind: Readonly<Record<ProjectKind, KindSentences>> = {
  cookstove: {
    does: 'brings efficient cookstoves to homes',
    todo: 'bring efficient cookstoves to homes',
    how: [
      'An efficient stove cooks the same meal with less wood, so less is cut and less is burnt.',
      'Open fires waste most of their heat. A closed, well-drawn stove keeps it under the pot.',
      'Less fuel for each meal means fewer trees felled, and a kitchen with less smoke in it.',
    ],
  },
  water: {
    does: 'gives people safe water that needs no boiling',
    todo: 'give people safe water that needs no boiling',
    how: [
      'Boiling a litre over wood costs fuel, every day. Clean water at the tap saves it.',
      'Water that is clean at its source, or filtered at home, need not be boiled over a fire.',
      'The saving is the wood that nobody burns to make water safe.',
    ],
  },
  lighting: {
    does: 'replaces wasteful lamps with better light',
    todo: 'replace wasteful lamps with better light',
    how: [
      'A better lamp gives the same light for a fraction of the energy, and needs no kerosene.',
      'Each lamp saves little. Thousands of them, evening after evening, save a great deal.',
    ],
  },
  'household-biogas': {
    does: 'turns farm and kitchen waste into cooking gas',
    todo: 'turn farm and kitchen waste into cooking gas',
    how: [
      'A digester beside the house turns dung into gas for the stove and leaves fertiliser.',
      'Dung that would give off methane feeds a sealed tank instead, and its gas cooks the meals.',
      'Biogas takes the place of firewood or coal, and the residue goes back to the fields.',
    ],
  },
  'farm-biogas': {
    does: 'captures the methane of animal manure',
    todo: 'capture the methane of animal manure',
    how: [
      'Manure in open ponds gives off methane, far stronger than CO₂. Covered tanks catch it.',
      'The gas of the manure is collected and burnt, where possible for heat or power.',
    ],
  },
  landfill: {
    does: 'collects the gas of a landfill and puts it to use',
    todo: 'collect the gas of a landfill and put it to use',
    how: [
      'Buried waste gives off methane for decades. Wells and pipes catch it in time.',
      'Landfill gas is burnt for electricity or in a flare, so its methane never reaches the air.',
      'What rots under a landfill becomes fuel, and its power displaces that of coal and gas.',
    ],
  },
  wastewater: {
    does: 'treats waste water in closed tanks and uses its gas',
    todo: 'treat waste water in closed tanks and use its gas',
    how: [
      'Open lagoons of waste water give off methane. In closed reactors it is caught and burnt.',
      'The gas out of the treatment replaces fuel that would otherwise be bought.',
    ],
  },
  compost: {
    does: 'composts organic waste instead of burying it',
    todo: 'compost organic waste instead of burying it',
    how: [
      'Waste that rots with air becomes soil. Buried without air it would give off methane.',
      'Turned and aired, organic waste becomes compost and gives off hardly any methane.',
    ],
  },
  wind: {
    does: 'makes electricity from wind',
    todo: 'make electricity from wind',
    how: [
      'What its turbines feed into the grid need not be made from coal, oil or gas.',
      'Every hour of wind is an hour in which a fossil power station can run lower.',
      'Wind power burns nothing. The saving is the fuel that other power stations leave unburnt.',
      'Once the turbines stand they need no fuel, and the grid needs less of it too.',
    ],
  },
  hydro: {
    does: 'makes electricity from flowing water',
    todo: 'make electricity from flowing water',
    how: [
      'The water turns the turbines and flows on. The grid needs that much less fossil power.',
      'Power from the river takes the place of power from coal, oil or gas.',
      'Running water gives steady power, by night as well, and burns nothing.',
    ],
  },
  geothermal: {
    does: 'makes use of the heat of the earth',
    todo: 'make use of the heat of the earth',
    how: [
      'Heat from deep wells is there day and night, and takes the place of burnt fuel.',
      'The heat is drawn from rock and hot water below ground, where no fuel is needed.',
    ],
  },
  solar: {
    does: 'makes electricity from sunlight',
    todo: 'make electricity from sunlight',
    how: [
      'Each unit of solar power is one that coal, oil or gas need not provide.',
      'Solar panels make the most power in the middle of the day, when much of it is used.',
      'The panels burn nothing. The saving is the fuel that is left unburnt elsewhere.',
      'Sunlight is free. What its power displaces is mostly the burning of coal and gas.',
    ],
  },
  'solar-heat': {
    does: 'uses the heat of the sun directly',
    todo: 'use the heat of the sun directly',
    how: [
      'Water or food heated by the sun needs no wood, coal or electricity.',
      'Warmth is collected where it is needed, and the fuel for it is saved.',
    ],
  },
  biomass: {
    does: 'makes energy from the residues of plants',
    todo: 'make energy from the residues of plants',
    how: [
      'Straw, husks and the like take the place of coal or oil, and would only have rotted.',
      'What is left of a harvest becomes heat and power, and fossil fuel stays in the ground.',
    ],
  },
  'mine-gas': {
    does: 'captures the methane of coal mines',
    todo: 'capture the methane of coal mines',
    how: [
      'Methane seeps out of mines long after they were closed. Drawn off, it gives power.',
      'Gas from the shafts is burnt in engines. What is left of it harms the air far less.',
    ],
  },
  'waste-heat': {
    does: 'makes power from heat that industry would waste',
    todo: 'make power from heat that industry would waste',
    how: [
      'Hot gases leave a furnace with much of their energy. A boiler and a turbine take it back.',
      'The works buys less power, since its own waste heat provides a part of it.',
    ],
  },
  'fuel-switch': {
    does: 'replaces a dirty fuel with a cleaner one',
    todo: 'replace a dirty fuel with a cleaner one',
    how: ['The same heat or power is made with a fuel that gives off less carbon.'],
  },
  'forest-protection': {
    does: 'protects standing forest from being cleared',
    todo: 'protect standing forest from being cleared',
    how: [
      'A felled forest gives off the carbon of centuries. A standing one keeps it.',
      'Credits are issued for forest that would likely have been lost, and that stands.',
      'People who live by the forest need an income that does not depend on felling it.',
    ],
  },
  'forest-management': {
    does: 'manages forest so that it holds more carbon',
    todo: 'manage forest so that it holds more carbon',
    how: [
      'Trees that may grow older, or are felled with more care, hold more carbon for longer.',
      'Cutting less than one might lets a forest store more each year.',
    ],
  },
  planting: {
    does: 'plants trees where few were left',
    todo: 'plant trees where few were left',
    how: [
      'Growing trees take CO₂ out of the air and keep it as wood.',
      'Land that had lost its trees gets them back, and with them soil, shade and water.',
      'A young forest takes up carbon for decades, as long as it is looked after.',
    ],
  },
  soil: {
    does: 'helps fields and pastures give off less',
    todo: 'help fields and pastures give off less',
    how: [
      'Better grazing and gentler tillage leave more carbon in the ground.',
      'How fields are watered, tilled and grazed decides whether they give off carbon.',
      'Healthy soil holds more carbon, and more water for dry years.',
    ],
  },
  wetland: {
    does: 'restores and protects wetlands',
    todo: 'restore and protect wetlands',
    how: [
      'Mangroves and peat hold more carbon to the hectare than almost any forest.',
      'Kept wet, old peat and mud keep their carbon. Drained, they give it off.',
    ],
  },
  transport: {
    does: 'moves people and goods with less fuel',
    todo: 'move people and goods with less fuel',
    how: [
      'An electric engine turns far more of its energy into motion than one that burns diesel.',
      'Cleaner vehicles give off less on every kilometre, and leave cleaner streets.',
    ],
  },
  shipping: {
    does: 'makes ships glide through the water with less fuel',
    todo: 'make ships glide through the water with less fuel',
    how: ['A smoother hull or a better propeller meets less resistance, on every voyage.'],
  },
  recycling: {
    does: 'makes new goods from used material',
    todo: 'make new goods from used material',
    how: ['Melting down what was used takes less energy than making it from raw material.'],
  },
  other: {
    does: 'lowers emissions',
    todo: 'lower emissions',
    how: [
      'Its registry publishes how the saving is measured and who checked it.',
      'How much it saves is measured by rules that its registry publishes.',
    ],
  },
}
