// Describes each kind of project and how it reduces emissions, in our own words. Sentences may state only
// what is generally true of the kind, because no registry has confirmed them for a project.
import type { ProjectKind } from './registry-project-kind.ts'

export type KindSentences = {
  /** Work of the project. `bring(s) stoves` becomes `brings stoves`, and `bring stoves` after `plans to`. */
  readonly work: string
  readonly how: readonly [string, ...string[]]
}

export const sentencesByKind: Readonly<Record<ProjectKind, KindSentences>> = {
  cookstove: {
    work: 'bring(s) efficient cookstoves to homes',
    how: [
      'An efficient stove cooks the same meal with less wood, so less is cut and less is burnt.',
      'Open fires waste most of their heat. A closed, well-drawn stove keeps it under the pot.',
      'Less fuel for each meal means fewer trees felled, and a kitchen with less smoke in it.',
    ],
  },
  water: {
    work: 'give(s) people safe water that needs no boiling',
    how: [
      'Boiling a litre over wood costs fuel, every day. Clean water at the tap saves it.',
      'Water that is clean at its source, or filtered at home, need not be boiled over a fire.',
      'The saving is the wood that nobody burns to make water safe.',
    ],
  },
  lighting: {
    work: 'replace(s) wasteful lamps with better light',
    how: [
      'A better lamp gives the same light for a fraction of the energy, and needs no kerosene.',
      'Each lamp saves little. Thousands of them, evening after evening, save a great deal.',
    ],
  },
  'household-biogas': {
    work: 'turn(s) farm and kitchen waste into cooking gas',
    how: [
      'A digester beside the house turns dung into gas for the stove and leaves fertiliser.',
      'Dung that would give off methane feeds a sealed tank instead, and its gas cooks the meals.',
      'Biogas takes the place of firewood or coal, and the residue goes back to the fields.',
    ],
  },
  'farm-biogas': {
    work: 'capture(s) the methane of animal manure',
    how: [
      'Manure in open ponds gives off methane, far stronger than CO₂. Covered tanks catch it.',
      'The gas of the manure is collected and burnt, where possible for heat or power.',
    ],
  },
  landfill: {
    work: 'collect(s) the gas of a landfill and put(s) it to use',
    how: [
      'Buried waste gives off methane for decades. Wells and pipes catch it in time.',
      'Landfill gas is burnt for electricity or in a flare, so its methane never reaches the air.',
      'What rots under a landfill becomes fuel, and its power displaces that of coal and gas.',
    ],
  },
  wastewater: {
    work: 'treat(s) waste water in closed tanks and use(s) its gas',
    how: [
      'Open lagoons of waste water give off methane. In closed reactors it is caught and burnt.',
      'The gas out of the treatment replaces fuel that would otherwise be bought.',
    ],
  },
  compost: {
    work: 'compost(s) organic waste instead of burying it',
    how: [
      'Waste that rots with air becomes soil. Buried without air it would give off methane.',
      'Turned and aired, organic waste becomes compost and gives off hardly any methane.',
    ],
  },
  wind: {
    work: 'make(s) electricity from wind',
    how: [
      'What its turbines feed into the grid need not be made from coal, oil or gas.',
      'Every hour of wind is an hour in which a fossil power station can run lower.',
      'Wind power burns nothing. The saving is the fuel that other power stations leave unburnt.',
      'Once the turbines stand they need no fuel, and the grid needs less of it too.',
    ],
  },
  hydro: {
    work: 'make(s) electricity from flowing water',
    how: [
      'The water turns the turbines and flows on. The grid needs that much less fossil power.',
      'Power from the river takes the place of power from coal, oil or gas.',
      'Running water gives steady power, by night as well, and burns nothing.',
    ],
  },
  geothermal: {
    work: 'make(s) use of the heat of the earth',
    how: [
      'Heat from deep wells is there day and night, and takes the place of burnt fuel.',
      'The heat is drawn from rock and hot water below ground, where no fuel is needed.',
    ],
  },
  solar: {
    work: 'make(s) electricity from sunlight',
    how: [
      'Each unit of solar power is one that coal, oil or gas need not provide.',
      'Solar panels make the most power in the middle of the day, when much of it is used.',
      'The panels burn nothing. The saving is the fuel that is left unburnt elsewhere.',
      'Sunlight is free. What its power displaces is mostly the burning of coal and gas.',
    ],
  },
  'solar-heat': {
    work: 'use(s) the heat of the sun directly',
    how: [
      'Water or food heated by the sun needs no wood, coal or electricity.',
      'Warmth is collected where it is needed, and the fuel for it is saved.',
    ],
  },
  biomass: {
    work: 'make(s) energy from the residues of plants',
    how: [
      'Straw, husks and the like take the place of coal or oil, and would only have rotted.',
      'What is left of a harvest becomes heat and power, and fossil fuel stays in the ground.',
    ],
  },
  'mine-gas': {
    work: 'capture(s) the methane of coal mines',
    how: [
      'Methane seeps out of mines long after they were closed. Drawn off, it gives power.',
      'Gas from the shafts is burnt in engines. What is left of it harms the air far less.',
    ],
  },
  'waste-heat': {
    work: 'make(s) power from heat that industry would waste',
    how: [
      'Hot gases leave a furnace with much of their energy. A boiler and a turbine take it back.',
      'The works buys less power, since its own waste heat provides a part of it.',
    ],
  },
  'fuel-switch': {
    work: 'replace(s) a dirty fuel with a cleaner one',
    how: ['The same heat or power is made with a fuel that gives off less carbon.'],
  },
  'forest-protection': {
    work: 'protect(s) standing forest from being cleared',
    how: [
      'A felled forest gives off the carbon of centuries. A standing one keeps it.',
      'Credits are issued for forest that would likely have been lost, and that stands.',
      'People who live by the forest need an income that does not depend on felling it.',
    ],
  },
  'forest-management': {
    work: 'manage(s) forest so that it holds more carbon',
    how: [
      'Trees that may grow older, or are felled with more care, hold more carbon for longer.',
      'Cutting less than one might lets a forest store more each year.',
    ],
  },
  planting: {
    work: 'plant(s) trees where few were left',
    how: [
      'Growing trees take CO₂ out of the air and keep it as wood.',
      'Land that had lost its trees gets them back, and with them soil, shade and water.',
      'A young forest takes up carbon for decades, as long as it is looked after.',
    ],
  },
  soil: {
    work: 'help(s) fields and pastures give off less',
    how: [
      'Better grazing and gentler tillage leave more carbon in the ground.',
      'How fields are watered, tilled and grazed decides whether they give off carbon.',
      'Healthy soil holds more carbon, and more water for dry years.',
    ],
  },
  wetland: {
    work: 'restore(s) and protect(s) wetlands',
    how: [
      'Mangroves and peat hold more carbon to the hectare than almost any forest.',
      'Kept wet, old peat and mud keep their carbon. Drained, they give it off.',
    ],
  },
  transport: {
    work: 'move(s) people and goods with less fuel',
    how: [
      'An electric engine turns far more of its energy into motion than one that burns diesel.',
      'Cleaner vehicles give off less on every kilometre, and leave cleaner streets.',
    ],
  },
  shipping: {
    work: 'make(s) ships glide through the water with less fuel',
    how: ['A smoother hull or a better propeller meets less resistance, on every voyage.'],
  },
  recycling: {
    work: 'make(s) new goods from used material',
    how: ['Melting down what was used takes less energy than making it from raw material.'],
  },
  other: {
    work: 'lower(s) emissions',
    how: [
      'Its registry publishes how the saving is measured and who checked it.',
      'How much it saves is measured by rules that its registry publishes.',
    ],
  },
}
