// Computes how far a petrol car drives to emit some kilograms, as a comparison. No text may claim
// that kilograms of a project undo a drive.

/**
 * Grams of CO2 per km. `low`: UK Government GHG Conversion Factors 2022, average petrol car, 0.170 kg
 * per km. `high`: US EPA, Greenhouse Gas Emissions from a Typical Passenger Vehicle, about 400 g per
 * mile.
 */
const gramsPerKm = { low: 170, high: 400 / 1.609344 } as const

/** Returns the range of distances in km, for 100 kg or more. Both ends are rounded to whole hundreds. */
export function petrolCarDistance(kg: number): { readonly from: number; readonly to: number } {
  const hundreds = (grams: number) => Math.round((kg * 1000) / grams / 100) * 100
  return { from: hundreds(gramsPerKm.high), to: hundreds(gramsPerKm.low) }
}
