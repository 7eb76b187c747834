// Contains the factors of the estimate of a user's year, each with its source, year and unit. The page names the
// sources (docs/product.md#estimate-of-a-year).

/** Sources with title, year of the figures, and address. The page shows them in this order. */
export const estimateSources = {
  fuels: {
    title: 'UK Government GHG Conversion Factors for Company Reporting',
    year: '2026',
    url: 'https://www.gov.uk/government/publications/greenhouse-gas-reporting-conversion-factors-2026',
  },
  consumption: {
    title:
      'Our World in Data, Per capita consumption-based CO₂ emissions (Global Carbon Budget 2023)',
    year: '2021',
    url: 'https://ourworldindata.org/grapher/consumption-co2-per-capita',
  },
  electricity: {
    title: 'Our World in Data, Carbon intensity of electricity generation (Ember)',
    year: '2024',
    url: 'https://ourworldindata.org/grapher/carbon-intensity-electricity',
  },
  food: {
    title:
      'Scarborough et al., Dietary greenhouse gas emissions of meat-eaters, fish-eaters, vegetarians and vegans in the UK',
    year: '2014',
    url: 'https://doi.org/10.1007/s10584-014-1169-1',
  },
  shares: {
    title: 'Hertwich and Peters, Carbon Footprint of Nations: A Global, Trade-Linked Analysis',
    year: '2009',
    url: 'https://doi.org/10.1021/es803496a',
  },
} as const

/**
 * Kilograms of CO₂e of one unit of a fuel or one kilometre. `use`: from burning it. `supply`: from extraction,
 * refining and transport ("well-to-tank").
 */
type Factor = { readonly use: number; readonly supply: number }

/**
 * Source `fuels`, 2026, sheets "Fuels" and "WTT- fuels". Per kWh (gross calorific value) of natural gas, per
 * litre of gas oil and of propane. The supply of gas oil is of the edition of 2025.
 */
export const heatingFactors = {
  gas: { use: 0.18231, supply: 0.03021 },
  oil: { use: 2.75541, supply: 0.62665 },
  lpg: { use: 1.54358, supply: 0.1817 },
} as const satisfies Record<string, Factor>

/**
 * Source `fuels`, 2026, sheets "Business travel- land" and "WTT- pass vehs & travel- land". Per kilometre of an
 * average car.
 */
export const carFactors = {
  petrol: { use: 0.16152, supply: 0.04599 },
  diesel: { use: 0.17265, supply: 0.04146 },
  hybrid: { use: 0.12961, supply: 0.03315 },
} as const satisfies Record<string, Factor>

/**
 * Source `fuels`, 2026: kilograms of CO₂e per kilometre of an average battery electric car in the UK, and per kWh
 * of the electricity of which that is made. Their quotient is the car's kWh per kilometre.
 */
export const electricCar = { ukKgPerKm: 0.02951, ukKgPerKwh: 0.13096 } as const

/**
 * Source `fuels`, 2026, sheets "Business travel- air" and "WTT- business travel- air". Per passenger-kilometre in
 * economy class, short-haul (up to 3,700 km) and long-haul. `use` includes the effects of aviation other than CO₂
 * and a detour of 8 %. The product chose `kmCounted`, the kilometres each way that a flight counts as.
 */
export const flightFactors = {
  short: { use: 0.12576, supply: 0.02249, kmCounted: 1000 },
  medium: { use: 0.12576, supply: 0.02249, kmCounted: 2500 },
  long: { use: 0.11704, supply: 0.02461, kmCounted: 7000 },
} as const satisfies Record<string, Factor & { readonly kmCounted: number }>

/** Greatest kilometres each way of a short and of a medium flight. */
export const flightKmMax = { short: 1500, medium: 3700 } as const

/** Source `food`, 2014. Kilograms of CO₂e per day of a diet of 2,000 kcal. */
export const dietKgPerDay = {
  high: 7.19,
  medium: 5.63,
  low: 4.67,
  fish: 3.91,
  vegetarian: 3.81,
  vegan: 2.89,
} as const

/**
 * Source `shares`, 2009. Percent of the emissions of all consumption in the world. The other percents are goods,
 * services, construction and the public sector, which no answer covers.
 */
export const answeredPercent = { food: 20, home: 19, mobility: 17 } as const

/** Kilograms of CO₂ per person and year (source `consumption`), grams of CO₂e per kWh (source `electricity`). */
export type CountryFigures = readonly [consumptionKg: number, gramsPerKwh: number]

/** Sources `consumption`, 2021, and `electricity`, 2024, rounded to whole units. */
export const countryFigures: ReadonlyMap<string, CountryFigures> = new Map(
  Object.entries({
    AE: [25750, 468],
    AL: [2087, 25],
    AM: [2795, 240],
    AR: [3911, 345],
    AT: [9882, 103],
    AU: [13051, 554],
    AZ: [3767, 634],
    BD: [885, 696],
    BE: [17194, 127],
    BF: [289, 562],
    BG: [5889, 279],
    BH: [12301, 902],
    BJ: [711, 584],
    BN: [21740, 892],
    BO: [1841, 495],
    BR: [2157, 106],
    BW: [4428, 851],
    BY: [6419, 330],
    CA: [13157, 185],
    CH: [13654, 35],
    CI: [572, 405],
    CL: [4853, 260],
    CM: [408, 226],
    CN: [7238, 555],
    CO: [2038, 298],
    CR: [2379, 25],
    CY: [5494, 511],
    CZ: [10383, 414],
    DE: [9957, 336],
    DK: [7975, 132],
    DO: [2719, 568],
    EC: [2607, 204],
    EE: [10463, 343],
    EG: [2428, 575],
    ES: [5732, 146],
    ET: [188, 23],
    FI: [9338, 67],
    FR: [6444, 40],
    GB: [7631, 217],
    GE: [3665, 145],
    GH: [761, 469],
    GN: [453, 181],
    GR: [4873, 322],
    GT: [1372, 301],
    HK: [12031, 675],
    HN: [867, 322],
    HR: [5658, 171],
    HU: [6761, 184],
    ID: [2279, 680],
    IE: [9327, 271],
    IL: [8739, 541],
    IN: [1739, 705],
    IR: [7040, 649],
    IT: [7317, 281],
    JM: [2476, 563],
    JO: [2695, 530],
    JP: [9830, 483],
    KE: [629, 85],
    KG: [2759, 119],
    KH: [2528, 539],
    KR: [13296, 416],
    KW: [24532, 635],
    KZ: [8544, 802],
    LA: [3318, 232],
    LK: [1762, 378],
    LT: [7980, 116],
    LU: [13726, 132],
    LV: [8169, 134],
    MA: [2052, 595],
    MG: [205, 432],
    MN: [10523, 811],
    MT: [19434, 489],
    MU: [4432, 642],
    MW: [162, 55],
    MX: [3995, 483],
    MY: [7744, 600],
    MZ: [439, 129],
    NA: [3629, 49],
    NG: [618, 496],
    NI: [987, 301],
    NL: [9381, 251],
    NO: [8261, 30],
    NP: [980, 24],
    NZ: [7968, 112],
    OM: [15372, 543],
    PA: [3599, 221],
    PE: [1924, 259],
    PH: [1606, 622],
    PK: [1064, 374],
    PL: [8290, 608],
    PT: [4769, 111],
    PY: [2135, 25],
    QA: [26706, 582],
    RO: [4449, 251],
    RU: [9371, 446],
    RW: [165, 354],
    SA: [17304, 692],
    SE: [6512, 35],
    SG: [27715, 499],
    SI: [9767, 230],
    SK: [7570, 97],
    SN: [903, 540],
    SV: [1518, 113],
    TG: [924, 423],
    TH: [3879, 555],
    TJ: [1372, 71],
    TN: [2663, 558],
    TR: [4977, 470],
    TT: [13866, 682],
    TW: [12524, 635],
    TZ: [338, 345],
    UG: [183, 59],
    US: [16535, 384],
    UY: [3512, 70],
    VE: [1425, 86],
    VN: [2329, 484],
    ZA: [5013, 717],
    ZM: [391, 120],
    ZW: [593, 384],
  }),
)

/** The same for the world. It is used for each country that a source lacks. */
export const worldFigures: CountryFigures = [4655, 471]
