// Separates fractions and powers from the digits before them, because plain spellings would join them: 2½ would read
// as 21/2, and 10⁶ as 106. Pure.

const fraction = /(?<=\p{Nd})(?=[¼-¾⅐-⅞↉])/gu
const power = /(?<=\p{Nd})(?=[⁰¹²³⁴-⁹])/gu

export const withPlainFractions = (text: string): string =>
  text.replace(fraction, ' ').replace(power, '^')
