// Keeps the user's estimate in the browser until the sign-out, and never sends it. Home loads this file, so that it
// must not import the factors.
import { type QueryClient, useQuery } from '@tanstack/react-query'
import { useProfile } from '#features/people/web/passport/use-passport.ts'
import { forget, keep, readKept } from '#web/storage/browser-store.ts'

/** Name of the entry in the browser's store (browser-store.ts). */
const storedName = 'estimate'

export type KeptEstimate = {
  readonly passportId: string
  /** Kilograms of CO₂e in a year. */
  readonly yearKg: number
  /** The answers, unchecked. */
  readonly answers: unknown
}

function isKept(value: unknown): value is KeptEstimate {
  if (typeof value !== 'object' || value === null) return false
  if (!('passportId' in value && 'answers' in value && 'yearKg' in value)) return false
  return typeof value.yearKg === 'number' && value.yearKg >= 1 && Number.isFinite(value.yearKg)
}

/** Reads a passport's estimate, or null. Removes a wrong value and that of another passport. */
async function readEstimate(passportId: string | undefined): Promise<KeptEstimate | null> {
  const value = await readKept(storedName)
  if (isKept(value) && value.passportId === passportId) return value
  if (value !== undefined) await forget(storedName)
  return null
}

const keyOf = (passportId: string | undefined) => [storedName, passportId] as const

/** Returns the user's estimate: undefined until it is read, null without one. */
export function useKeptEstimate(): KeptEstimate | null | undefined {
  const passportId = useProfile()?.id
  const queryFn = () => readEstimate(passportId)
  return useQuery({ queryKey: keyOf(passportId), queryFn, enabled: passportId !== undefined }).data
}

export function keepEstimate(client: QueryClient, estimate: KeptEstimate): void {
  client.setQueryData(keyOf(estimate.passportId), estimate)
  void keep(storedName, estimate)
}

export function forgetEstimate(client: QueryClient, passportId: string): void {
  client.setQueryData(keyOf(passportId), null)
  void forget(storedName)
}
