// Lists the countries whose tax on sales documents call VAT: those of the European Union, and its neighbours with a VAT
// of their own. Documents call the tax of other countries "tax", because its kind and name vary.

const vatCountries: ReadonlySet<string> = new Set(
  (
    'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK ' +
    'CH GB IM IS LI NO TR'
  ).split(' '),
)

export const hasVat = (country: string): boolean => vatCountries.has(country)
